// SPDX-License-Identifier: Apache-2.0
#include "core/import/model_source.h"

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/import/cost_file.h"

namespace reforward {

std::shared_ptr<const ModelSource> ModelSource::open(const std::string& path, const Control& control) {
    const std::string text = readFile(path);
    if (text.empty()) throw Error(ErrorKind::input, Error::Context{path, {}, "the file is empty", {}});
    const ImportFormat* format = formatOf(path, text);
    if (format == nullptr) {
        throw Error(ErrorKind::input,
                    Error::Context{path, {}, "it is neither node-link JSON nor GraphML, DOT or ONNX", {}});
    }
    try {
        return format->open(path, text, control);
    } catch (const Error& e) {
        throw e.inFile(path);
    }
}

std::shared_ptr<const Graph> ModelSource::graph(const ImportOptions& options, const Control& control) const {
    try {
        if (!isCostFile(options.costs)) return std::make_shared<const Graph>(make(options, control));
        const CostFile costs = readCostFile(options.costs);
        ImportOptions own = options;
        own.costs.clear();
        return std::make_shared<const Graph>(withCosts(make(own, control), costs));
    } catch (const Error& e) {
        throw e.inFile(path_);
    }
}

}  // namespace reforward

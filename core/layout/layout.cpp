// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout.h"

#include "core/base/error.h"

namespace reforward {

GraphLayout layOut(const LayoutInput& input, const LayoutOptions& options, const Control& control) {
    if (!input.frames.empty()) return nestedLayout(input, options, control);
    switch (options.engine) {
        case LayoutEngine::layered:
            return layeredLayout(input, options, control);
        case LayoutEngine::graphviz:
            return graphvizLayout(input, options, control);
        case LayoutEngine::automatic:
            break;
    }
    if (input.boxes.size() > options.graphvizBoxes) return layeredLayout(input, options, control);
    try {
        return graphvizLayout(input, options, control);
    } catch (const Error& e) {
        // Input errors are the layered layout's to tell as well.
        if (e.kind() == ErrorKind::interrupted) throw;
        GraphLayout layout = layeredLayout(input, options, control);
        layout.note = e.what();
        return layout;
    }
}

}  // namespace reforward

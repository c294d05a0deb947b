// SPDX-License-Identifier: Apache-2.0
#include "core/import/import.h"
#include "opened_graph.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace reforward;
    const std::string text(data, data + size);
    refusing([&] { checkOpenedGraph(readGraphMl("fuzzed.graphml", text, {}, Control())); });
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include <onnx/onnx_pb.h>

#include "core/import/import.h"
#include "message_mutation.h"
#include "opened_graph.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// Three in four changes are to the message, the rest to its bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    std::mt19937 random(seed);
    onnx::ModelProto model;
    if (random() % 4 == 0 || !model.ParseFromArray(data, static_cast<int>(size))) {
        return LLVMFuzzerMutate(data, size, most);
    }
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
        reforward::mutateMessage(model, random);
    const std::size_t bytes = model.ByteSizeLong();
    if (bytes > most || !model.SerializeToArray(data, static_cast<int>(most))) {
        return LLVMFuzzerMutate(data, size, most);
    }
    return bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace reforward;
    const std::string text(data, data + size);
    refusing([&] { checkOpenedGraph(readOnnx("fuzzed.onnx", text, {}, Control())); });
    refusing([&] {
        checkOpenedGraph(
            readOnnx("fuzzed.onnx", text, {.batch = 3, .costs = "flops", .fuse = false}, Control()));
    });
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "core/plan/training_memory.h"

#include "core/base/error.h"

namespace reforward {

namespace {

struct OptimizerFacts {
    const char* name;
    const char* title;
    int states;  ///< values it keeps a parameter
};

const OptimizerFacts& factsOf(Optimizer optimizer) {
    static constexpr std::array<OptimizerFacts, 4> facts{{
        {"sgd", "SGD", 0},
        {"momentum", "momentum", 1},
        {"adam", "Adam", 2},
        {"adamw", "AdamW", 2},
    }};
    return facts.at(static_cast<std::size_t>(optimizer));
}

}  // namespace

std::string optimizerName(Optimizer optimizer) {
    return factsOf(optimizer).name;
}

std::string optimizerTitle(Optimizer optimizer) {
    return factsOf(optimizer).title;
}

Optimizer optimizerOf(const std::string& name) {
    for (const Optimizer each : optimizers) {
        if (name == factsOf(each).name) return each;
    }
    throw Error(
        ErrorKind::usage,
        Error::Context{{}, {}, "there is no optimizer \"" + name + "\"", "use sgd, momentum, adam or adamw"});
}

TrainingMemory trainingMemory(const Graph& graph, const Training& training, Bytes peak) {
    const GraphNotes& notes = graph.notes();
    TrainingMemory memory;
    memory.parameters = notes.parameterBytes;
    memory.gradients = notes.parameterBytes;
    if (training.masterWeights.value_or(true)) memory.masterWeights = notes.masterParameterBytes;
    // A state has the type of the master weight where there is one, else of the parameter, which is half of
    // it.
    const Bytes state = notes.parameterBytes + Bytes(memory.masterWeights.count() / 2);
    memory.optimizer = state * factsOf(training.optimizer).states;
    memory.peak = peak;
    memory.total();  // throws here, not where it is shown
    return memory;
}

std::string constantsWords(const TrainingMemory& memory, Optimizer optimizer) {
    std::string words = "parameters";
    const bool states = factsOf(optimizer).states > 0;
    const bool masters = memory.masterWeights > Bytes();
    words += states || masters ? ", gradients" : " and gradients";
    if (masters) words += states ? ", master weights" : " and master weights";
    if (states) words += " and " + optimizerTitle(optimizer) + " state";
    return words;
}

Bytes memoryForPlan(const Graph& graph, const Training& training, Bytes memory) {
    return memory - trainingMemory(graph, training, Bytes()).constants();
}

}  // namespace reforward

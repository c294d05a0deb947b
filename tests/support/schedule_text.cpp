// SPDX-License-Identifier: Apache-2.0
#include "tests/support/schedule_text.h"

#include <sstream>
#include <stdexcept>

namespace reforward::tests {

Schedule scheduleFromText(const Graph& graph, const std::string& text) {
    Schedule schedule;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        Step step;
        const bool free = word.front() == '-';
        if (free) word.erase(0, 1);
        const bool gradient = word.back() == '\'';
        if (gradient) word.pop_back();
        if (const auto colon = word.find(':'); colon != std::string::npos) {
            step.output = static_cast<std::uint32_t>(std::stoul(word.substr(colon + 1)));
            word.resize(colon);
        }
        step.kind = free ? (gradient ? StepKind::freeGradient : StepKind::free)
                         : (gradient ? StepKind::backward : StepKind::forward);
        const auto v = graph.find(word);
        if (!v) throw std::invalid_argument("schedule text: no vertex " + word);
        step.vertex = *v;
        schedule.push_back(step);
    }
    return schedule;
}

std::string scheduleText(const Graph& graph, const Schedule& schedule) {
    std::string text;
    for (const Step& step : schedule) {
        if (!text.empty()) text += ' ';
        if (step.kind == StepKind::free || step.kind == StepKind::freeGradient) text += '-';
        text += graph.id(step.vertex);
        if (step.output != 0) text += ':' + std::to_string(step.output);
        if (step.kind == StepKind::backward || step.kind == StepKind::freeGradient) text += '\'';
    }
    return text;
}

}  // namespace reforward::tests

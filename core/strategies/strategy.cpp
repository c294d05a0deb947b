// SPDX-License-Identifier: Apache-2.0
#include "core/strategies/strategy.h"

#include <algorithm>
#include <charconv>

#include "core/base/format.h"
#include "core/strategies/best.h"
#include "core/strategies/chen.h"
#include "core/strategies/greedy_evict.h"
#include "core/strategies/keep_all.h"
#include "core/strategies/kusumoto.h"
#include "core/strategies/liveness_exact.h"
#include "core/strategies/min_cut.h"
#include "core/strategies/optimal.h"
#include "core/strategies/refined.h"
#include "core/strategies/reforward.h"
#include "core/strategies/revolve.h"
#include "core/strategies/rotor.h"

namespace reforward {

std::optional<std::string> Strategy::notApplicable(const Graph&) const {
    return std::nullopt;
}

PlanPtr Strategy::solveReplayed(const Problem& problem, const Control& control,
                                const PlanSink& better) const {
    if (!info().budgetIsPublished) return solve(problem, control, better);
    PlanPtr best;
    sweep(problem, control, [&](const PlanPtr& plan) {
        if (plan->peak() > problem.budget) return;
        if (best && best->recomputeTime() <= plan->recomputeTime()) return;
        // The budget of the formula that led here is not the one asked for.
        Plan replayed = *plan;
        replayed.budget = problem.budget;
        replayed.budgetIsPublished = false;
        best = std::make_shared<const Plan>(std::move(replayed));
        if (better) better(best);
    });
    return best;
}

std::span<const Strategy* const> strategies() {
    static const Best best;
    static const KeepAll keepAll;
    static const ChenSqrt chenSqrt;
    static const ChenGreedy chenGreedy;
    static const Kusumoto exactTime(Kusumoto::Family::exact, Sense::leastTime);
    static const Kusumoto exactMemory(Kusumoto::Family::exact, Sense::mostTime);
    static const Kusumoto approximateTime(Kusumoto::Family::approximate, Sense::leastTime);
    static const Kusumoto approximateMemory(Kusumoto::Family::approximate, Sense::mostTime);
    static const LivenessExact livenessExact;
    static const Refined refined;
    static const Reforward reforwardLinear(Reforward::Family::linear);
    static const Reforward reforwardGeneral(Reforward::Family::general);
    static const GreedyEvict greedyEvict;
    static const MinCut minCut;
    static const Optimal optimal;
    static const Revolve revolve;
    static const Rotor rotor;
    static const Strategy* const all[]{&best,
                                       &keepAll,
                                       &chenSqrt,
                                       &chenGreedy,
                                       &exactTime,
                                       &exactMemory,
                                       &approximateTime,
                                       &approximateMemory,
                                       &reforwardLinear,
                                       &reforwardGeneral,
                                       &revolve,
                                       &rotor,
                                       &minCut,
                                       &greedyEvict,
                                       &livenessExact,
                                       &refined,
                                       &optimal};
    return all;
}

const Strategy& strategy(const std::string& name) {
    std::string names;
    for (const Strategy* s : strategies()) {
        if (s->info().name == name) return *s;
        names += (names.empty() ? "" : ", ") + s->info().name;
    }
    throw Error(ErrorKind::usage,
                Error::Context{{}, {}, "there is no strategy '" + name + "'", "use one of " + names});
}

namespace {

const OptionSpec& optionSpec(const StrategyInfo& info, const std::string& name) {
    std::string names;
    for (const OptionSpec& spec : info.options) {
        if (spec.name == name) return spec;
        names += (names.empty() ? "" : ", ") + spec.name;
    }
    throw Error(ErrorKind::usage, Error::Context{{},
                                                 {},
                                                 info.name + " has no option '" + name + "'",
                                                 names.empty() ? "it takes none" : "it has " + names});
}

[[noreturn]] void badOption(const OptionSpec& spec, const std::string& value) {
    std::string advice;
    for (const std::string& choice : spec.choices)
        advice += (advice.empty() ? "use " : " or ") + choice;
    if (spec.choices.empty() && spec.least < spec.most) {
        advice = "use " + formatCost(spec.least) + " to " + formatCost(spec.most);
    }
    throw Error(ErrorKind::usage,
                Error::Context{{}, {}, "option " + spec.name + " cannot be '" + value + "'", advice});
}

template <class Number>
OptionValue parseNumber(const OptionSpec& spec, const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    const auto value = static_cast<double>(number);
    if (!whole || (spec.least < spec.most && !(value >= spec.least && value <= spec.most)))
        badOption(spec, text);
    return number;
}

OptionValue parseOption(const OptionSpec& spec, const std::string& text) {
    if (std::holds_alternative<bool>(spec.defaultValue)) {
        if (text != "true" && text != "false") badOption(spec, text);
        return text == "true";
    }
    if (std::holds_alternative<std::int64_t>(spec.defaultValue)) return parseNumber<std::int64_t>(spec, text);
    if (std::holds_alternative<double>(spec.defaultValue)) return parseNumber<double>(spec, text);
    if (!spec.choices.empty() &&
        std::find(spec.choices.begin(), spec.choices.end(), text) == spec.choices.end()) {
        badOption(spec, text);
    }
    return text;
}

}  // namespace

OptionValue option(const StrategyInfo& info, const Problem& problem, const std::string& name) {
    const OptionSpec& spec = optionSpec(info, name);
    for (const auto& [given, value] : problem.options) {
        if (given == name) return value;
    }
    return spec.defaultValue;
}

void addOption(const StrategyInfo& info, OptionValues& options, const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) {
        throw Error(ErrorKind::usage,
                    Error::Context{{}, {}, "option '" + text + "' has no value", "write it as NAME=VALUE"});
    }
    const std::string name = text.substr(0, equals);
    OptionValue value = parseOption(optionSpec(info, name), text.substr(equals + 1));
    std::erase_if(options, [&](const auto& o) { return o.first == name; });
    options.emplace_back(name, std::move(value));
}

}  // namespace reforward

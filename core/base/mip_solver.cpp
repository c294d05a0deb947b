// SPDX-License-Identifier: Apache-2.0
#include "core/base/mip_solver.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/process.h"

// The model goes to CBC as a free MPS file (its LP reader is picky about names and line lengths, its fixed
// MPS reader about columns), the values come back in CBC's solution file. What CBC 2.10 says in which case:
//   solved               file "Optimal - objective value Z"; log "Result - Optimal solution found"
//   infeasible           file "Infeasible - ..." or "Integer infeasible - ..."
//   stopped with values  file "Stopped on time - objective value Z"; log "(best possible L)"
//   stopped without      file "Stopped on time (no integer solution - continuous used) - ..."
//   killed by us         no file; log up to then, with "best possible L" in its lines of progress
// Bounds are read where they stand with eight digits or more, and lowered by what the rounding may have
// added.

namespace reforward {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::error_code error;
        std::string path = (std::filesystem::temp_directory_path(error) / "reforward-mip-XXXXXX").string();
        if (!error && ::mkdtemp(path.data()) != nullptr) path_ = path;
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::string& path() const { return path_; }  ///< empty where it could not be made

  private:
    std::string path_;
};

void append(std::string& text, double number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

void appendEntry(std::string& text, std::uint32_t variable, std::string_view row, double coefficient) {
    text += " x" + std::to_string(variable) + ' ';
    text += row;
    text += ' ';
    append(text, coefficient);
    text += '\n';
}

struct Entry {
    std::uint32_t row;
    double coefficient;
};

// By variable; several terms of one variable in one row are one entry, as the format wants it.
std::vector<std::vector<Entry>> columnsOf(const MipModel& model) {
    std::vector<std::vector<Entry>> columns(model.variables().size());
    for (std::uint32_t r = 0; r < model.rows().size(); ++r) {
        for (const MipModel::Term& term : model.rows()[r].terms) {
            auto& column = columns[term.variable];
            if (!column.empty() && column.back().row == r) {
                column.back().coefficient += term.coefficient;
            } else {
                column.push_back({r, term.coefficient});
            }
        }
    }
    return columns;
}

void appendColumns(std::string& text, const MipModel& model, bool relaxed) {
    const auto columns = columnsOf(model);
    bool integers = false;
    int markers = 0;
    const auto mark = [&](bool on) {
        if (integers == on) return;
        integers = on;
        text += " M" + std::to_string(markers++) + (on ? " 'MARKER' 'INTORG'\n" : " 'MARKER' 'INTEND'\n");
    };
    for (std::uint32_t v = 0; v < columns.size(); ++v) {
        mark(model.variables()[v].integer && !relaxed);
        appendEntry(text, v, "cost", model.variables()[v].cost);
        for (const Entry& entry : columns[v])
            appendEntry(text, v, "r" + std::to_string(entry.row), entry.coefficient);
    }
    mark(false);
}

void appendBounds(std::string& text, const MipModel& model) {
    const auto bound = [&](std::string_view kind, std::uint32_t v, double value) {
        text += ' ';
        text += kind;
        text += " bounds x" + std::to_string(v) + ' ';
        append(text, value);
        text += '\n';
    };
    for (std::uint32_t v = 0; v < model.variables().size(); ++v) {
        const auto& variable = model.variables()[v];
        if (variable.least == variable.most) {
            bound("FX", v, variable.least);
            continue;
        }
        // The lower one first: an upper bound below 0 would otherwise move it.
        bound(variable.least == -infinity ? "MI" : "LO", v, variable.least == -infinity ? 0 : variable.least);
        bound(variable.most == infinity ? "PL" : "UP", v, variable.most == infinity ? 0 : variable.most);
    }
}

std::string mpsText(const MipModel& model, bool relaxed) {
    std::string text = "NAME model FREE\nROWS\n N cost\n";
    for (std::uint32_t r = 0; r < model.rows().size(); ++r) {
        const auto relation = model.rows()[r].relation;
        text += relation == MipModel::Relation::equal       ? " E r"
                : relation == MipModel::Relation::lessEqual ? " L r"
                                                            : " G r";
        text += std::to_string(r) + '\n';
    }
    text += "COLUMNS\n";
    appendColumns(text, model, relaxed);
    text += "RHS\n";
    for (std::uint32_t r = 0; r < model.rows().size(); ++r) {
        if (model.rows()[r].right == 0) continue;
        text += " right r" + std::to_string(r) + ' ';
        append(text, model.rows()[r].right);
        text += '\n';
    }
    text += "BOUNDS\n";
    appendBounds(text, model);
    return text + "ENDATA\n";
}

std::optional<double> numberAt(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end == text.data()) return std::nullopt;
    return number;
}

std::optional<double> numberAfter(std::string_view text, std::string_view key) {
    const auto at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    return numberAt(text.substr(at + key.size()));
}

template <class Use>
void forEachLine(std::string_view text, Use use) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        use(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// `digits`: how many significant ones were printed; the figure may be rounded up in the last.
double roundedDown(double figure, int digits) {
    return figure - std::max(1e-9, std::abs(figure) * std::pow(10.0, 1 - digits));
}

// Only from lines of the search over the whole model: heuristics print bounds of their own little models.
double boundIn(const std::string& log) {
    double bound = -infinity;
    forEachLine(log, [&](std::string_view line) {
        const bool search = line.starts_with("Cbc0010I") || line.starts_with("Cbc0005I");
        if (const auto figure = search ? numberAfter(line, "best possible ") : std::nullopt)
            bound = std::max(bound, std::abs(*figure) < 1e49 ? roundedDown(*figure, 8) : -infinity);
        if (const auto figure = numberAfter(line, "Continuous objective value is "))
            bound = std::max(bound, roundedDown(*figure, 6));
    });
    return bound;
}

// Lines "index name value reduced-cost", of variables other than 0 (and, before a broken one, "**").
std::vector<double> valuesIn(std::string_view solution, const MipModel& model) {
    std::vector<double> values(model.variables().size(), 0);
    forEachLine(solution, [&](std::string_view line) {
        const auto name = line.find(" x");
        if (name == std::string_view::npos) return;
        line.remove_prefix(name + 2);
        const auto index = numberAt(line);
        const auto gap = line.find(' ');
        if (!index || gap == std::string_view::npos || *index >= static_cast<double>(values.size())) return;
        values[static_cast<std::size_t>(*index)] = numberAt(line.substr(gap)).value_or(0);
    });
    return values;
}

void takeValues(MipResult& result, std::string_view solution, const MipModel& model, bool relaxed) {
    result.values = valuesIn(solution, model);
    result.objective = 0;
    for (std::size_t v = 0; v < result.values.size(); ++v) {
        const MipModel::Variable& variable = model.variables()[v];
        if (variable.integer && !relaxed) result.values[v] = std::round(result.values[v]);
        result.objective += variable.cost * result.values[v];
    }
}

std::string lastLines(const std::string& log) {
    return log.size() > 400 ? log.substr(log.size() - 400) : log;
}

MipResult judge(const MipModel& model, bool relaxed, const std::string& log, const std::string& solution) {
    MipResult result;
    result.bound = relaxed ? -infinity : boundIn(log);
    const std::string_view status = std::string_view(solution).substr(0, solution.find('\n'));
    if (status.starts_with("Optimal")) {
        result.end = MipResult::End::optimal;
        takeValues(result, solution, model, relaxed);
        // "(within gap tolerance)" would leave room below; we allow no gap.
        result.bound =
            relaxed ? roundedDown(numberAfter(status, "value ").value_or(-infinity), 8) : result.objective;
    } else if (status.starts_with("Infeasible") || status.starts_with("Integer infeasible")) {
        result.end = MipResult::End::infeasible;
        result.bound = infinity;
    } else if (status.starts_with("Stopped")) {
        result.end = MipResult::End::stopped;
        if (!relaxed && status.find("no integer solution") == std::string_view::npos &&
            log.find("No feasible solution found") == std::string::npos) {
            result.end = MipResult::End::feasible;
            takeValues(result, solution, model, relaxed);
        }
    } else {
        result.message = "CBC ended in a way we do not know: " + lastLines(log);
    }
    return result;
}

// CBC refuses a model without variables: then only the right sides matter.
MipResult withoutVariables(const MipModel& model) {
    MipResult result;
    result.end = MipResult::End::optimal;
    for (const MipModel::Row& row : model.rows()) {
        const bool holds = row.relation == MipModel::Relation::equal       ? row.right == 0
                           : row.relation == MipModel::Relation::lessEqual ? row.right >= 0
                                                                           : row.right <= 0;
        if (!holds) result.end = MipResult::End::infeasible;
    }
    if (result.end == MipResult::End::infeasible) result.bound = infinity;
    return result;
}

ProcessResult runCbc(const std::string& model, const std::string& solution, double seconds, bool relaxed,
                     const Control& control) {
    std::string limit;
    // It looks at the clock between rounds only: what it gets is less, so that its best values come out
    // before we end it.
    append(limit, std::max(0.01, seconds * 0.9));
    std::vector<std::string> arguments{"-n",   "10",  findHelper("cbc"), model,
                                       "-sec", limit, "-timeMode",       "elapsed"};
    if (!relaxed) arguments.insert(arguments.end(), {"-ratioGap", "0", "-allowableGap", "0"});
    arguments.insert(arguments.end(), {relaxed ? "-initialSolve" : "-solve", "-solution", solution});
    const Control limited = control.withTimeLimit(seconds);
    std::string program = findHelper("nice");
    if (program.empty()) {
        program = arguments[2];
        arguments.erase(arguments.begin(), arguments.begin() + 3);
    }
    return runProcess(program, arguments, "", limited);
}

}  // namespace

std::uint32_t MipModel::addVariable(Variable variable) {
    variables_.push_back(variable);
    return static_cast<std::uint32_t>(variables_.size() - 1);
}

void MipModel::addRow(std::vector<Term> terms, Relation relation, double right) {
    rows_.push_back({std::move(terms), relation, right});
}

bool hasMipSolver() {
    return !findHelper("cbc").empty();
}

MipResult solveMip(const MipModel& model, double seconds, bool relaxed, const Control& control) {
    MipResult result;
    result.bound = -infinity;
    if (model.variables().empty()) return withoutVariables(model);
    if (!hasMipSolver()) {
        result.end = MipResult::End::noSolver;
        result.message = "the program cbc is not installed";
        return result;
    }
    const TemporaryDirectory directory;
    const std::string modelPath = directory.path() + "/model.mps";
    const std::string solutionPath = directory.path() + "/solution.txt";
    try {
        if (directory.path().empty()) throw Error(ErrorKind::input, "no temporary directory could be made");
        writeFile(modelPath, mpsText(model, relaxed));
        const ProcessResult run =
            runCbc(modelPath, solutionPath, std::min(seconds, control.secondsLeft()), relaxed, control);
        if (run.end == ProcessResult::End::cancelled || run.end == ProcessResult::End::timedOut) {
            result.end = MipResult::End::stopped;
            result.bound = relaxed ? -infinity : boundIn(run.output);
            return result;
        }
        if (run.end != ProcessResult::End::exited || run.exitCode != 0) {
            result.message = "CBC crashed: " + lastLines(run.output + run.errors);
            return result;
        }
        if (!std::filesystem::exists(solutionPath)) {
            result.message = "CBC wrote no solution: " + lastLines(run.output);
            return result;
        }
        return judge(model, relaxed, run.output, readFile(solutionPath));
    } catch (const Error& error) {
        result.end = MipResult::End::failed;
        result.message = error.what();
        return result;
    }
}

}  // namespace reforward

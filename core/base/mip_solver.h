// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/control.h"

namespace reforward {

/// A linear program with integer variables: minimise cost' x subject to rows and bounds.
class MipModel {
  public:
    enum class Relation { lessEqual, equal, greaterEqual };
    struct Term {
        std::uint32_t variable;
        double coefficient;
    };
    struct Row {
        std::vector<Term> terms;
        Relation relation;
        double right;
    };
    struct Variable {
        double cost = 0;
        double least = 0, most = 1;
        bool integer = true;
    };

    std::uint32_t addVariable(Variable variable);
    void addRow(std::vector<Term> terms, Relation relation, double right);

    const std::vector<Variable>& variables() const { return variables_; }
    const std::vector<Row>& rows() const { return rows_; }

  private:
    std::vector<Variable> variables_;
    std::vector<Row> rows_;
};

struct MipResult {
    enum class End {
        optimal,     ///< values are the best
        feasible,    ///< stopped with values, and a bound
        infeasible,  ///< proved: there are none
        stopped,     ///< out of time or cancelled without values; the bound may still be there
        noSolver,    ///< the program is not installed
        failed       ///< it crashed or said what we do not understand: `message`
    };
    End end = End::failed;
    double objective = 0;        ///< of `values`
    double bound = 0;            ///< proved lower bound on the objective, -infinity if none
    std::vector<double> values;  ///< one a variable, or empty
    std::string message;
};

/// True where the solver program (cbc) is on the PATH.
bool hasMipSolver();

/// Runs CBC as a child process, at low priority, for at most `seconds`; killed when the control stops.
/// `relaxed`: the linear relaxation only. Figures are the solver's, within its tolerances (1e-6).
MipResult solveMip(const MipModel& model, double seconds, bool relaxed, const Control& control);

}  // namespace reforward

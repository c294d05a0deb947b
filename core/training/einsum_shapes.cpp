// SPDX-License-Identifier: Apache-2.0
// Einsum: "bhid,bhjd->bhij". One letter a dimension; equal letters, equal lengths (1 fits any). An ellipsis
// stands for the dimensions that have no letter and broadcast. Without an arrow the result has the letters
// that occur once, in alphabetical order, behind the ellipsis.
#include <algorithm>
#include <array>

#include "core/training/constant_folding.h"
#include "core/training/shape_rule_tools.h"

namespace reforward::rules {

namespace {

constexpr std::size_t longest = 4096;

struct Term {
    std::string before, after;  // letters around the ellipsis
    bool ellipsis = false;

    std::size_t letters() const { return before.size() + after.size(); }
};

Term termOf(const ModelNode& node, std::string_view text) {
    Term term;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (text.substr(i, 3) == "..." && !term.ellipsis) {
            term.ellipsis = true;
            i += 2;
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            (term.ellipsis ? term.after : term.before) += c;
        } else {
            refuse(node, "Einsum has an equation that cannot be read");
        }
    }
    return term;
}

std::vector<std::string_view> splitAt(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(mark);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

class Equation {
  public:
    explicit Equation(const ModelNode& node) : node_(node) { lengths_.fill(-1); }

    void read(const Term& term, const Dimensions& shape) {
        const bool fits = term.ellipsis ? shape.size() >= term.letters() : shape.size() == term.letters();
        if (!fits) refuse(node_, "Einsum has a term that does not fit its input " + toText(shape));
        const std::size_t hidden = shape.size() - term.letters();
        for (std::size_t i = 0; i < term.before.size(); ++i)
            meet(term.before[i], shape[i]);
        for (std::size_t i = 0; i < term.after.size(); ++i)
            meet(term.after[i], shape[term.before.size() + hidden + i]);
        const auto first = shape.begin() + static_cast<std::ptrdiff_t>(term.before.size());
        const auto joint = broadcast(hidden_, Dimensions(first, first + static_cast<std::ptrdiff_t>(hidden)));
        if (!joint) refuse(node_, "Einsum has inputs whose ellipses do not fit");
        hidden_ = *joint;
    }

    Dimensions write(const Term& term) const {
        Dimensions shape;
        add(shape, term.before);
        if (term.ellipsis) shape.insert(shape.end(), hidden_.begin(), hidden_.end());
        add(shape, term.after);
        return shape;
    }

    double combinations() const {
        double all = 1;
        for (const std::int64_t length : lengths_)
            all *= length < 0 ? 1 : static_cast<double>(length);
        for (const std::int64_t length : hidden_)
            all *= static_cast<double>(length);
        return all;
    }

    Term implicit() const {
        Term term;
        term.ellipsis = true;
        for (std::size_t c = 0; c < uses_.size(); ++c) {
            if (uses_[c] == 1) term.after += static_cast<char>(c);
        }
        return term;
    }

  private:
    void meet(char letter, std::int64_t length) {
        const auto c = static_cast<std::size_t>(letter);
        ++uses_[c];
        if (lengths_[c] >= 0 && lengths_[c] != length && lengths_[c] != 1 && length != 1)
            refuse(node_, std::string("Einsum has two lengths for ") + letter);
        if (lengths_[c] < 0 || lengths_[c] == 1) lengths_[c] = length;
    }
    void add(Dimensions& shape, const std::string& letters) const {
        for (const char letter : letters) {
            const std::int64_t length = lengths_[static_cast<std::size_t>(letter)];
            if (length < 0) refuse(node_, std::string("Einsum makes ") + letter + ", which no input has");
            shape.push_back(length);
        }
    }

    const ModelNode& node_;
    std::array<std::int64_t, 128> lengths_;
    std::array<int, 128> uses_{};
    Dimensions hidden_;
};

}  // namespace

namespace {

struct Parsed {
    Equation equation;
    std::optional<Term> result;  // absent: implicit
};

// Nothing where an input's shape is not known.
std::optional<Parsed> parsed(const ModelNode& node, const Model& model) {
    std::string text = node.text("equation", "");
    std::erase(text, ' ');
    if (text.size() > longest)
        refuse(node, "Einsum has an equation of " + std::to_string(text.size()) + " letters");
    const std::size_t arrow = text.find("->");
    const auto terms = splitAt(std::string_view(text).substr(0, arrow), ',');
    if (terms.size() != node.inputs.size())
        refuse(node, "Einsum has " + std::to_string(terms.size()) + " terms for " +
                         std::to_string(node.inputs.size()) + " inputs");
    Parsed parsed{Equation(node), {}};
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const TensorType* in = shaped(node, model, i);
        if (!in) return std::nullopt;
        parsed.equation.read(termOf(node, terms[i]), *in->dimensions);
    }
    if (arrow != std::string::npos) parsed.result = termOf(node, std::string_view(text).substr(arrow + 2));
    return parsed;
}

}  // namespace

Types einsum(const ModelNode& node, const Model& model) {
    const auto all = parsed(node, model);
    if (!all) return std::nullopt;
    const Term result = all->result ? *all->result : all->equation.implicit();
    return one(model.type(node.input(0))->element, all->equation.write(result));
}

double einsumFlops(const ModelNode& node, const Model& model) {
    const auto all = parsed(node, model);
    return all ? 2 * all->equation.combinations() : 0;
}

}  // namespace reforward::rules

// SPDX-License-Identifier: Apache-2.0
// Shapes of operators that change the extent of pictures: Pad, Resize, CenterCropPad and sampling on grids.
#include <algorithm>
#include <cmath>

#include "core/training/shape_rule_tools.h"

namespace reforward::rules {

namespace {

constexpr double largest = 1e15;

std::vector<std::size_t> axesOf(const ModelNode& node, const std::optional<std::vector<std::int64_t>>& axes,
                                std::size_t rank) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < (axes ? axes->size() : rank); ++i)
        list.push_back(axes ? axisOf(node, (*axes)[i], rank) : i);
    return list;
}

std::int64_t extent(const ModelNode& node, double size) {
    if (!(size >= 0 && size < largest)) refuse(node, node.op + " to a size that is none");
    return static_cast<std::int64_t>(size);
}

}  // namespace

Types padded(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    bool known = true;
    const auto pads = setting(node, model, 1, "pads", known);
    const auto axes = setting(node, model, 3, "axes", known);
    if (!in || !pads || !known) return std::nullopt;
    const auto list = axesOf(node, axes, in->dimensions->size());
    if (pads->size() != 2 * list.size()) refuse(node, "Pad has " + std::to_string(pads->size()) + " pads");
    Dimensions out = *in->dimensions;
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::int64_t& d = out[list[i]];
        if (__builtin_add_overflow(d, (*pads)[i], &d) ||
            __builtin_add_overflow(d, (*pads)[i + list.size()], &d) || d < 0) {
            refuse(node, "Pad leaves a negative dimension");
        }
    }
    return one(in->element, std::move(out));
}

Types resized(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    if (node.version < 11 || !in) return std::nullopt;
    const ConstantData* sizes = model.data(node.input(3));
    const ConstantData* scales = model.data(node.input(2));
    const auto list = axesOf(node, node.integers("axes"), in->dimensions->size());
    const bool bySizes = sizes && sizes->size() == list.size();
    if (!bySizes && !(scales && scales->size() == list.size())) return std::nullopt;
    Dimensions out = *in->dimensions;
    // One scale for all axes, so that all sizes are within (or beyond) what is asked for.
    const std::string policy = bySizes ? node.text("keep_aspect_ratio_policy", "stretch") : "stretch";
    std::optional<double> common;
    for (std::size_t i = 0; policy != "stretch" && i < list.size(); ++i) {
        const double scale = sizes->real(i) / static_cast<double>((*in->dimensions)[list[i]]);
        if (!common) common = scale;
        common = policy == "not_larger" ? std::min(*common, scale) : std::max(*common, scale);
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::int64_t& d = out[list[i]];
        const auto length = static_cast<double>(d);
        d = extent(node, common    ? std::floor(length * *common + 0.5)
                         : bySizes ? sizes->real(i)
                                   : std::floor(length * scales->real(i)));
    }
    return one(in->element, std::move(out));
}

Types croppedOrPadded(const ModelNode& node, const Model& model) {
    const TensorType* in = shaped(node, model, 0);
    const ConstantData* shape = model.data(node.input(1));
    if (!in || !shape) return std::nullopt;
    const auto list = axesOf(node, node.integers("axes"), in->dimensions->size());
    if (shape->size() != list.size())
        refuse(node, "CenterCropPad has " + std::to_string(shape->size()) + " sizes for " +
                         std::to_string(list.size()) + " axes");
    Dimensions out = *in->dimensions;
    for (std::size_t i = 0; i < list.size(); ++i)
        out[list[i]] = shape->integer(i);
    return one(in->element, std::move(out));
}

// For a picture [samples, channels, ...]: one position of as many coordinates as it has extents, each.
Types affineGrid(const ModelNode& node, const Model& model) {
    const TensorType* theta = model.type(node.input(0));
    const ConstantData* size = model.data(node.input(1));
    if (!theta || !size || size->size() < 3 || size->size() > 5) return std::nullopt;
    Dimensions dimensions = size->integers();
    dimensions.erase(dimensions.begin() + 1);
    dimensions.push_back(static_cast<std::int64_t>(dimensions.size()) - 1);
    return one(theta->element, std::move(dimensions));
}

// The samples and channels of the picture, the positions of the grid.
Types gridSample(const ModelNode& node, const Model& model) {
    const TensorType *in = shaped(node, model, 0), *grid = shaped(node, model, 1);
    if (!in || !grid) return std::nullopt;
    if (in->dimensions->size() < 3 || in->dimensions->size() != grid->dimensions->size())
        refuse(node, "GridSample of an input " + toText(*in) + " on a grid " + toText(*grid));
    Dimensions dimensions{(*in->dimensions)[0], (*in->dimensions)[1]};
    dimensions.insert(dimensions.end(), grid->dimensions->begin() + 1, grid->dimensions->end() - 1);
    return one(in->element, std::move(dimensions));
}

}  // namespace reforward::rules

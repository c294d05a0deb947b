// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/training/operator_table.h"

/// Shapes of what operators make only for their backward. Nothing where a shape is not known.
namespace reforward::shapes {

std::optional<Dimensions> scalar(const OperatorUse& use);
std::optional<Dimensions> input(const OperatorUse& use);   ///< of input 0
std::optional<Dimensions> output(const OperatorUse& use);  ///< of output 0
/// One a channel: dimension 1 of the input.
std::optional<Dimensions> channels(const OperatorUse& use);
/// One a normalized row: the input's dimensions from `axis` on are 1.
std::optional<Dimensions> rows(const OperatorUse& use);
/// One a sample and group, one a sample and channel.
std::optional<Dimensions> groups(const OperatorUse& use);
std::optional<Dimensions> instances(const OperatorUse& use);
/// One a row of each matrix: the input without its last dimension.
std::optional<Dimensions> matrixRows(const OperatorUse& use);
/// One a vector along `axis`, which becomes 1.
std::optional<Dimensions> norms(const OperatorUse& use);
/// Of Attention: [samples, query heads, query length, key length], past keys included.
std::optional<Dimensions> scores(const OperatorUse& use);
/// One a length of a weight normalization: as its input 1.
std::optional<Dimensions> lengths(const OperatorUse& use);
/// The square that local response normalization pads along the channels.
std::optional<Dimensions> lrnPadded(const OperatorUse& use);
/// Of LSTM, GRU, RNN: [blocks x steps, directions, batch, hidden], with 7, 7, 1 blocks a step, and of an RNN
/// the first state.
std::optional<Dimensions> reserve(const OperatorUse& use);
/// Of LSTM, GRU, RNN: each step adds its gradient of the recurrent weights to that of the steps after it:
/// old, new and sum of one direction.
std::optional<Dimensions> recurrentWeightSum(const OperatorUse& use);

/// A row normalization that subtracts the mean (RMS normalization does not).
bool centersRows(const OperatorUse& use);

}  // namespace reforward::shapes

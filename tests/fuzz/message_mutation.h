// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/message.h>

#include <random>

namespace reforward {

/// Changes one thing somewhere in a message and what it holds: a number to one that is often forgotten, a
/// name to another that occurs in the message, one element of a list taken out, doubled or moved. Bytes
/// changed blindly seldom leave a message that parses.
void mutateMessage(google::protobuf::Message& message, std::mt19937& random);

}  // namespace reforward

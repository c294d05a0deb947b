// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/graph/graph_builder.h"

namespace reforward::tests {

/// A graph from a text, for tests that read like a specification. Statements are separated by ';':
///   a->b->c          edges; vertices appear in the order they are first named
///   a,b->c           from each of them (and to each: a->b,c)
///   a:1->c           output 1 of a
///   a m=5 t=2 bt=4 w=3 bw=6 saves=a,b:1 out=3,4! fixed once nograd backward op=Conv module=x/y
///                    attributes of a (out: bytes of several outputs, "!" one without gradient;
///                    saves= alone: none)
///   * m=2 t=3        attributes of all vertices named so far
///   joint            a joint graph
///   order a b c      the order
/// Absent: one output of 1 byte, time 1, and the defaults of formats.md.
Graph graphFromText(const std::string& text);
std::shared_ptr<const Graph> sharedGraph(const std::string& text);

}  // namespace reforward::tests

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/import/model_source.h"

namespace reforward {

/// A graph that a node-link object states (formats.md section 1). The one place where keys get their
/// meaning: GraphML and DOT come here too. `path` names a graph without name.
class NodeLinkSource final : public ModelSource {
  public:
    NodeLinkSource(const std::string& path, nlohmann::json root)
        : ModelSource(path), root_(std::move(root)) {}

  protected:
    Graph make(const ImportOptions& options, const Control& control) const override;

  private:
    nlohmann::json root_;
};

}  // namespace reforward

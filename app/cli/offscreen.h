// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>

namespace reforward::cli {

/// The application that pictures and charts are drawn with: no display is needed. Only the commands that
/// draw make one, once, so that the others start without Qt's platform.
class OffscreenApplication {
  public:
    OffscreenApplication();

  private:
    int argumentCount_ = 1;
    char name_[14] = "reforward-cli";
    char* arguments_[2] = {name_, nullptr};
    std::unique_ptr<QApplication> application_;
};

}  // namespace reforward::cli

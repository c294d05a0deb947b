// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "widgets/controls/infeasible_message.h"

namespace reforward {

/// The words of the message, as plain data. Names in the sentence are in <b>, escaped.
struct InfeasibleWords {
    struct Figure {
        QString title, value, remark;
    };
    QString heading, sentence;
    Figure budget, floor, smallest, baseline;
    QString useButton, goButton;  ///< empty: no such button
};

InfeasibleWords infeasibleWords(const InfeasibleMessage::Content& content);

}  // namespace reforward

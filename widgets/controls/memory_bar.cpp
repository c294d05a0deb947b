// SPDX-License-Identifier: Apache-2.0
#include "widgets/controls/memory_bar.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/format.h"
#include "widgets/style/labels.h"
#include "widgets/style/metrics.h"
#include "widgets/style/type.h"

namespace reforward {

namespace {

constexpr int barHeight = 6;
const QString widestWords = QStringLiteral("88.88 GiB over with parameters");

QString plain(const std::string& text) {
    return QString::fromStdString(text);
}

struct Part {
    Bytes bytes;
    QColor colour;
};

std::array<Part, 4> partsOf(const TrainingMemory& memory, const Theme& theme) {
    return {{{memory.parameters, theme.boundEdge},
             {memory.gradients, theme.bandGradients},
             {memory.masterWeights + memory.optimizer, theme.bandWorkspace},
             {memory.peak, theme.bandKept}}};
}

}  // namespace

MemoryBar::MemoryBar(QWidget* parent) : QWidget(parent), theme_(reforward::theme(ThemeKind::light)) {
    setFont(roleFont(TextRole::table));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(metrics::budgetRow);
}

void MemoryBar::setMemory(const TrainingMemory& memory, Optimizer optimizer, std::optional<Bytes> available,
                          const QString& device) {
    memory_ = memory;
    available_ = available;
    const bool parameters = memory.parameters > Bytes();
    if (available_ && !fits()) {
        const QString over = plain(formatBytes(memory.total() - *available_));
        text_ = parameters ? tr("%1 over with parameters").arg(over) : tr("%1 over").arg(over);
    } else {
        const QString total = plain(formatBytes(memory.total()));
        text_ = parameters ? tr("%1 with parameters").arg(total) : total;
        if (available_) text_ = tr("%1, fits").arg(text_);
    }
    setAccessibleName(text_);
    setToolTip(tip(optimizer, device));
    updateGeometry();
    update();
}

void MemoryBar::clear() {
    memory_.reset();
    available_.reset();
    text_.clear();
    setAccessibleName(tr("Memory for training"));
    setToolTip({});
    update();
}

QString MemoryBar::tip(Optimizer optimizer, const QString& device) const {
    QString rows;
    const auto add = [&rows](const QString& words, Bytes bytes) {
        rows += QStringLiteral(
                    "<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2&nbsp;&nbsp;</td>"
                    "<td align='right'>%3</td></tr>")
                    .arg(words, plain(formatBytes(bytes)), plain(formatBytesExact(bytes)));
    };
    add(tr("Parameters"), memory_->parameters);
    add(tr("Their gradients"), memory_->gradients);
    if (memory_->masterWeights > Bytes()) add(tr("Master weights"), memory_->masterWeights);
    add(tr("%1 state").arg(plain(optimizerTitle(optimizer))), memory_->optimizer);
    add(tr("The plan's peak"), memory_->peak);
    add(QStringLiteral("<b>%1</b>").arg(tr("In all")), memory_->total());
    if (available_) add(device.toHtmlEscaped(), *available_);
    QString note;
    if (memory_->parameters == Bytes()) note = tr("<p>The file states no parameters.</p>");
    return QStringLiteral("<table>%1</table>%2").arg(rows, note);
}

void MemoryBar::setTheme(const Theme& theme) {
    theme_ = theme;
    update();
}

QSize MemoryBar::sizeHint() const {
    return {fontMetrics().horizontalAdvance(widestWords) + 4, metrics::budgetRow};
}

QSize MemoryBar::minimumSizeHint() const {
    return {60, metrics::budgetRow};
}

void MemoryBar::paintEvent(QPaintEvent*) {
    if (!memory_) return;
    QPainter painter(this);
    painter.setPen(fits() ? theme_.secondaryText : theme_.chipNoPlan.text);
    const QRect words(0, 0, width(), height() - barHeight - 2);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text_, Qt::ElideRight, width()));

    const QRect bar(0, height() - barHeight - 1, width(), barHeight);
    painter.fillRect(bar, theme_.softLine);
    const Bytes whole = std::max(memory_->total(), available_.value_or(Bytes()));
    if (whole == Bytes()) return;
    const auto place = [&](Bytes bytes) {
        const double share = static_cast<double>(bytes.count()) / static_cast<double>(whole.count());
        return bar.left() + static_cast<int>(std::lround(share * bar.width()));
    };
    Bytes from;
    for (const Part& part : partsOf(*memory_, theme_)) {
        const Bytes to = from + part.bytes;
        painter.fillRect(QRect(place(from), bar.top(), place(to) - place(from), bar.height()), part.colour);
        // A line between the parts, as between the bands of the timeline.
        if (from > Bytes() && to > from)
            painter.fillRect(place(from), bar.top(), 1, bar.height(), theme_.window);
        from = to;
    }
    if (available_ && *available_ < whole) {
        painter.fillRect(std::max(0, place(*available_) - 1), bar.top() - 2, 2, bar.height() + 3,
                         theme_.budgetLine);
    }
}

}  // namespace reforward

// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <array>

#include "app/desktop/opened_model.h"
#include "core/base/format.h"
#include "widgets/canvas/picture.h"

namespace reforward {

namespace {

struct SampleSpec {
    const char* name;  ///< of the file, without ".onnx"
    const char* title;
    const char* remark;
};
constexpr std::array specs{SampleSpec{"unet", "U-Net", "Skips keep values alive for most of the step"},
                           SampleSpec{"resnet50", "ResNet-50", "Residual blocks, each easy to recompute"},
                           SampleSpec{"gpt2_small", "GPT-2 small", "Attention scores are the first to go"}};

constexpr double share = 0.6, secondsForPlan = 3;
constexpr int pictureWidth = 160, pictureHeight = 104, pictureRatio = 2;

QString text(const std::string& words) {
    return QString::fromStdString(words);
}

QString figuresOf(const OpenedModel& model) {
    const Graph& graph = *model.graph;
    QString words = Samples::tr("%1 vertices, %2")
                        .arg(text(formatCount(static_cast<long long>(graph.plannedCount()))),
                             text(formatBytes(model.baselinePeak())));
    if (graph.notes().batch) words += Samples::tr(" at batch %1").arg(*graph.notes().batch);
    return words;
}

PlanPtr planOf(const Strategy* strategy, const OpenedModel& model, const Control& control) {
    if (!strategy) return nullptr;
    Problem problem;
    problem.graph = model.graph;
    problem.budget = model.baselinePeak().share(share);
    try {
        return solve(*strategy, problem, BudgetMeaning::replayed, control.withTimeLimit(secondsForPlan));
    } catch (const Error&) {
        return nullptr;  // the card then makes no promise
    }
}

QImage pictureOf(const OpenedModel& model, const PlanPtr& plan, const Theme& theme, const Control& control) {
    const CanvasContentPtr content = makeCanvasContent(model.graph);
    LayoutOptions layoutOptions;
    layoutOptions.engine = LayoutEngine::layered;
    layoutOptions.aspect = double(pictureWidth) / pictureHeight;
    const auto layout =
        std::make_shared<const GraphLayout>(layOut(content->layoutInput, layoutOptions, control));
    PictureOptions options;
    options.legend = false;
    const QSizeF whole = pictureSize(*layout, options);
    QImage image(pictureWidth * pictureRatio, pictureHeight * pictureRatio,
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pictureRatio);
    image.fill(theme.canvas);
    if (whole.isEmpty()) return image;
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = std::min(pictureWidth / whole.width(), pictureHeight / whole.height());
    painter.translate((pictureWidth - whole.width() * scale) / 2,
                      (pictureHeight - whole.height() * scale) / 2);
    painter.scale(scale, scale);
    renderGraph(painter, content, layout, plan.get(), theme, options);
    return image;
}

}  // namespace

QString samplesFolder() {
    const QString beside = QCoreApplication::applicationDirPath() + "/../share/reforward/samples";
    for (const QString& folder : {beside, QString(REFORWARD_SAMPLES)}) {
        if (QFileInfo::exists(folder + "/unet.onnx")) return QDir(folder).canonicalPath();
    }
    return {};
}

Samples::Samples(const Strategy* strategy, QObject* parent) : QObject(parent), strategy_(strategy) {
    connect(&lane_, &JobLane::busyChanged, this, &Samples::busyChanged);
    if (samplesFolder().isEmpty()) return;
    for (const SampleSpec& spec : specs) {
        SampleModel card;
        card.name = spec.name;
        card.title = tr(spec.title);
        card.remark = tr(spec.remark);
        cards_.push_back(card);
    }
}

QString Samples::path(const QString& name) const {
    return samplesFolder() + '/' + name + ".onnx";
}

void Samples::prepare(const Theme& theme) {
    if (prepared_ == theme.kind || cards_.empty()) return;
    prepared_ = theme.kind;
    std::vector<std::string> paths;
    for (const SampleModel& card : cards_)
        paths.push_back(path(card.name).toStdString());
    lane_.request(
        [this, paths, theme, strategy = strategy_](const JobLane::Job& job) {
            for (std::size_t i = 0; i < paths.size(); ++i) {
                const ModelPtr model = loadModel(paths[i], {}, Accounting::step, job.control());
                const PlanPtr plan = planOf(strategy, *model, job.control());
                QString promise;
                if (plan) {
                    promise = tr("%1% of the memory for %2 more forward")
                                  .arg(share * 100)
                                  .arg(text(formatPercent(plan->overheadForward())));
                }
                const QImage picture = pictureOf(*model, plan, theme, job.control());
                job.post([this, i, figures = figuresOf(*model), promise, picture] {
                    take(i, figures, promise, picture);
                });
            }
        },
        // A card that cannot be made keeps its title; opening the file then says what is wrong.
        [](const std::exception_ptr&) {});
}

void Samples::take(std::size_t index, const QString& figures, const QString& promise, const QImage& picture) {
    cards_[index].figures = figures;
    cards_[index].promise = promise;
    cards_[index].picture = QPixmap::fromImage(picture);
    emit cardsChanged();
}

}  // namespace reforward

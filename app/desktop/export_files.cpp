// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/export_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/format.h"
#include "core/frontier/frontier_files.h"
#include "core/plan/gap.h"
#include "core/plan/plan_json.h"
#include "widgets/canvas/picture.h"
#include "widgets/charts/chart_export.h"

namespace reforward {

namespace {

constexpr double pngScale = 2;

const Pane& paneOf(const Session& session, std::size_t pane) {
    if (pane >= session.panes().size() || !session.panes()[pane].plan) {
        throw Error(ErrorKind::usage, "there is no plan yet");
    }
    return session.panes()[pane];
}

QString suffixOf(const std::string& path) {
    return QFileInfo(QString::fromStdString(path)).suffix().toLower();
}

std::string pictureTitle(const Session& session, const Plan& plan) {
    return session.model()->title() + ": " + plan.strategy + ", peak " + formatBytes(plan.peak()) + ", " +
           formatPercent(plan.overheadForward()) + " extra forward";
}

}  // namespace

void exportPlan(const Session& session, std::size_t pane, const std::string& path) {
    const Pane& shown = paneOf(session, pane);
    Plan plan = *shown.plan;
    if (!plan.budget) plan.budget = session.budget();
    const double known = session.model()->bound->known(boundedBudget(plan));
    if (std::isfinite(known))
        plan.recomputeLowerBound = std::max(known, plan.recomputeLowerBound.value_or(0));
    writeFile(path, planToText(*session.model()->graph, plan));
}

PictureJob pictureJob(const Session& session, std::size_t pane, const Theme& theme) {
    if (!session.layout()) throw Error(ErrorKind::usage, "the graph is not laid out yet");
    PictureJob job{session.content(), session.layout(), nullptr, session.model()->title(), theme};
    if (pane < session.panes().size()) job.plan = session.panes()[pane].plan;
    if (job.plan) job.title = pictureTitle(session, *job.plan);
    return job;
}

void exportPicture(const PictureJob& job, const std::string& path) {
    PictureOptions options;
    options.title = job.title;
    if (suffixOf(path) == "png") options.scale = pngScale;
    savePicture(path, job.content, job.layout, job.plan.get(), job.theme, options);
}

void exportFrontier(const Session& session, const std::string& path, const Theme& theme) {
    if (!session.model()) throw Error(ErrorKind::usage, "no model is open");
    const QString suffix = suffixOf(path);
    const OverheadBound* const bound = session.model()->bound.get();
    if (suffix == "csv") {
        writeFile(path, frontierCsv(session.frontiers(), bound));
    } else if (suffix == "json") {
        writeFile(path, frontierJson(*session.model()->graph, session.frontiers(), bound).dump(1) + "\n");
    } else {
        FrontierData data;
        data.baseline = session.model()->baselinePeak();
        data.floor = session.model()->floor.bytes;
        data.frontiers = session.frontiers();
        data.bound = boundPoints(*bound);
        data.budget = session.budget();
        if (!session.panes().empty()) {
            data.current = session.panes().front().plan;
            data.currentFits = data.current && data.current->peak() <= session.budget();
            data.currentStrategy = QString::fromStdString(session.panes().front().strategy);
        }
        saveFrontierChart(QString::fromStdString(path), data, theme);
    }
}

QString askSavePath(QWidget* parent, const QString& title, const QString& folder, const QString& name,
                    const QStringList& filters) {
    QFileDialog dialog(parent, title, folder);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.selectFile(name);
    static const QRegularExpression inFilter(R"(\*\.([A-Za-z0-9.]+))");
    const auto follow = [&](const QString& filter) {
        dialog.setDefaultSuffix(inFilter.match(filter).captured(1));
    };
    follow(filters.front());
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    return dialog.selectedFiles().front();
}

QString suggestedName(const Session& session, std::size_t pane, const QString& suffix) {
    const QString model = QFileInfo(QString::fromStdString(session.model()->path)).completeBaseName();
    QString name = model;
    if (pane < session.panes().size()) name += '-' + QString::fromStdString(session.panes()[pane].strategy);
    const double share = static_cast<double>(session.budget().count()) /
                         std::max(1.0, static_cast<double>(session.model()->baselinePeak().count()));
    return name + QString("-%1pct.%2").arg(std::lround(share * 100)).arg(suffix);
}

}  // namespace reforward

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <vector>

#include "widgets/style/theme.h"

namespace reforward {

struct RecentFile {
    QString path;           ///< what is emitted
    QString title, detail;  ///< "unet.onnx", "60 vertices, plan at 4.36 GiB, 17.3%"
    QString folder, when;   ///< "~/work/models", "today, 10:42"
    bool missing = false;
};

struct SampleModel {
    QString name;   ///< what is emitted
    QString title;  ///< "U-Net"
    QString figures, promise, remark;
    QPixmap picture;  ///< 160 x 104 at 100%; may be null
};

/// The first page: open, recent files, sample models that open with one click.
class WelcomePage : public QWidget {
    Q_OBJECT

  public:
    explicit WelcomePage(QWidget* parent = nullptr);
    ~WelcomePage() override;

    void setRecent(const std::vector<RecentFile>& files);
    void setSamples(const std::vector<SampleModel>& samples);
    void setShownAtStart(bool shown);

    void setTheme(const Theme& theme);

  signals:
    void openRequested();
    void recentChosen(const QString& path);
    void sampleChosen(const QString& name);
    void clearRecentRequested();
    void shownAtStartChanged(bool shown);

  private:
    class Private;
    std::unique_ptr<Private> d_;
};

}  // namespace reforward

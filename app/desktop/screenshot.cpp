// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/screenshot.h"

#include <QBuffer>
#include <QPixmap>

#include "app/desktop/failure.h"
#include "app/desktop/main_window.h"
#include "core/base/file.h"

namespace reforward {

namespace {
constexpr int limitMilliseconds = 20000;
/// Panels gather what changes for some 50 ms; after this all show the last state.
constexpr int settleMilliseconds = 250;
}  // namespace

Screenshot::Screenshot(Session& session, MainWindow& window, QString path)
    : session_(session), window_(window), path_(std::move(path)) {
    settle_.setSingleShot(true);
    settle_.setInterval(settleMilliseconds);
    limit_.setSingleShot(true);
    limit_.setInterval(limitMilliseconds);
    connect(&settle_, &QTimer::timeout, this, &Screenshot::take);
    connect(&limit_, &QTimer::timeout, &session_, &Session::cancel);
    connect(&window_, &MainWindow::idleChanged, this, &Screenshot::look);
    connect(&session_, &Session::boundChanged, this, &Screenshot::look);
    connect(&session_, &Session::failed, this, [this](const Error& error) {
        if (!error_) error_ = error;
        look();
    });
    limit_.start();
    look();
}

void Screenshot::look() {
    if (window_.idle() && session_.bounds().settled()) {
        settle_.start();
    } else {
        settle_.stop();
    }
}

void Screenshot::take() {
    limit_.stop();
    session_.disconnect(this);
    window_.disconnect(this);
    if (!error_) {
        try {
            QByteArray bytes;
            QBuffer buffer(&bytes);
            if (!window_.grab().save(&buffer, "PNG")) {
                throw Error(ErrorKind::check, "the window cannot be drawn");
            }
            writeFile(path_.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        } catch (const std::exception&) {
            error_ = toError(std::current_exception());
        }
    }
    emit done(error_);
}

}  // namespace reforward

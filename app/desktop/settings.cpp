// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/settings.h"

#include <QFileInfo>

namespace reforward {

namespace {
constexpr std::size_t mostRecent = 10;
}

Settings::Settings(const QString& file)
    : store_(file.isEmpty() ? QSettings().fileName() : file,
             file.isEmpty() ? QSettings().format() : QSettings::IniFormat) {}

std::vector<RecentEntry> Settings::recent() const {
    // beginReadArray() is not const, though reading changes nothing.
    QSettings store(store_.fileName(), store_.format());
    std::vector<RecentEntry> entries;
    const int count = store.beginReadArray("recent");
    for (int i = 0; i < count; ++i) {
        store.setArrayIndex(i);
        entries.push_back({store.value("path").toString(), store.value("detail").toString(),
                           store.value("opened").toDateTime()});
    }
    return entries;
}

void Settings::writeRecent(const std::vector<RecentEntry>& entries) {
    store_.remove("recent");
    store_.beginWriteArray("recent", int(entries.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        store_.setArrayIndex(int(i));
        store_.setValue("path", entries[i].path);
        store_.setValue("detail", entries[i].detail);
        store_.setValue("opened", entries[i].opened);
    }
    store_.endArray();
    store_.sync();
}

void Settings::addRecent(const QString& path, const QString& detail) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    std::vector<RecentEntry> entries = recent();
    std::erase_if(entries, [&](const RecentEntry& entry) { return entry.path == absolute; });
    entries.insert(entries.begin(), {absolute, detail, QDateTime::currentDateTime()});
    if (entries.size() > mostRecent) entries.resize(mostRecent);
    writeRecent(entries);
}

void Settings::clearRecent() {
    writeRecent({});
}

std::optional<ThemeKind> Settings::theme() const {
    return themeByName(store_.value("theme").toString());
}

void Settings::setTheme(std::optional<ThemeKind> theme) {
    store_.setValue("theme", theme ? themeName(*theme) : QString("system"));
}

QByteArray Settings::geometry() const {
    return store_.value("window/geometry").toByteArray();
}
QByteArray Settings::docks() const {
    return store_.value("window/docks").toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& docks) {
    store_.setValue("window/geometry", geometry);
    store_.setValue("window/docks", docks);
}

bool Settings::welcomeAtStart() const {
    return store_.value("welcomeAtStart", true).toBool();
}
void Settings::setWelcomeAtStart(bool shown) {
    store_.setValue("welcomeAtStart", shown);
}

QString Settings::folder() const {
    return store_.value("folder").toString();
}
void Settings::setFolder(const QString& folder) {
    store_.setValue("folder", folder);
}

}  // namespace reforward

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QStringList>
#include <QTest>
#include <cstdio>
#include <map>

namespace reforward::tests {

namespace {

using Makers = std::map<std::string, std::function<std::unique_ptr<QObject>()>>;
Makers& makers() {
    static Makers all;
    return all;
}

std::function<std::unique_ptr<QObject>(int&, char**)>& applicationMaker() {
    static std::function<std::unique_ptr<QObject>(int&, char**)> make = [](int& argc, char** argv) {
        return std::unique_ptr<QObject>(std::make_unique<QCoreApplication>(argc, argv));
    };
    return make;
}

}  // namespace

Registration::Registration(std::string name, std::function<std::unique_ptr<QObject>()> make) {
    makers().emplace(std::move(name), std::move(make));
}

ApplicationRegistration::ApplicationRegistration(std::function<std::unique_ptr<QObject>(int&, char**)> make) {
    applicationMaker() = std::move(make);
}

}  // namespace reforward::tests

int main(int argc, char** argv) {
    using namespace reforward::tests;
    const auto application = applicationMaker()(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    std::string only;
    if (arguments.size() > 1 && !arguments[1].startsWith('-')) only = arguments.takeAt(1).toStdString();
    if (!only.empty() && !makers().contains(only)) {
        std::fprintf(stderr, "no test class is registered as '%s'\n", only.c_str());
        return 1;
    }
    int failures = 0;
    for (const auto& [name, make] : makers()) {
        if (!only.empty() && name != only) continue;
        failures += QTest::qExec(make().get(), arguments);
    }
    return failures == 0 ? 0 : 1;
}

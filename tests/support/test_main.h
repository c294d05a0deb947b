// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>

namespace reforward::tests {

/// Registers a Qt Test class under its file's name: REFORWARD_TEST("graph", GraphTest) in graph_test.cpp.
/// The executable runs the class named by its first argument, or all of them.
struct Registration {
    Registration(std::string name, std::function<std::unique_ptr<QObject>()> make);
};

/// The application object is a QApplication where a test file of the executable asks for it by
/// REFORWARD_TEST_APPLICATION(QApplication), else a QCoreApplication.
struct ApplicationRegistration {
    explicit ApplicationRegistration(std::function<std::unique_ptr<QObject>(int&, char**)> make);
};

}  // namespace reforward::tests

#define REFORWARD_TEST(name, Class)                                   \
    static const reforward::tests::Registration registration_##Class( \
        name, [] { return std::make_unique<Class>(); })
#define REFORWARD_TEST_APPLICATION(Class)                                           \
    static const reforward::tests::ApplicationRegistration applicationRegistration( \
        [](int& argc, char** argv) { return std::make_unique<Class>(argc, argv); })

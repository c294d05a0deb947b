// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace reforward::tests {

/// The error that `work` throws must be of this kind and hold each of these parts.
inline void expectError(ErrorKind kind, const std::vector<std::string>& parts,
                        const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& e) {
        QCOMPARE(static_cast<int>(e.kind()), static_cast<int>(kind));
        for (const std::string& part : parts) {
            QVERIFY2(std::string(e.what()).find(part) != std::string::npos,
                     (std::string(e.what()) + "   lacks   " + part).c_str());
        }
        return;
    }
    QFAIL("no error");
}

}  // namespace reforward::tests

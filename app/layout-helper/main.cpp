// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "app/layout-helper/dot_layout.h"
#include "app/layout-helper/read_dot.h"

namespace {

using nlohmann::json;

json answer(const std::string& job, const std::string& input) {
    if (job == "read-dot") return reforward::helper::readDot(input);
    try {
        return reforward::helper::dotLayout(json::parse(input));
    } catch (const std::exception& e) {
        return {{"error", std::string("the request is wrong: ") + e.what()}};
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string job = argc == 2 ? argv[1] : "";
    if (job != "read-dot" && job != "layout") {
        std::cerr << "usage: reforward-layout read-dot|layout < REQUEST\n";
        return 2;
    }
    std::ios::sync_with_stdio(false);
    std::ostringstream input;
    input << std::cin.rdbuf();
    std::cout << answer(job, input.str()).dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    return std::cout.good() ? 0 : 1;
}

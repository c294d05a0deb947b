# SPDX-License-Identifier: Apache-2.0
# Every dependency with the purpose it serves.
include(FeatureSummary)

find_package(Threads REQUIRED)

find_package(Boost 1.74 REQUIRED COMPONENTS graph filesystem system)
set_package_properties(Boost PROPERTIES TYPE REQUIRED
  PURPOSE "Graph algorithms, the GraphML reader (Boost.Graph) and child processes (Boost.Process)")

find_package(nlohmann_json REQUIRED)
set_package_properties(nlohmann_json PROPERTIES TYPE REQUIRED PURPOSE "Graph, plan and frontier files")

find_package(OpenSSL REQUIRED COMPONENTS Crypto)
set_package_properties(OpenSSL PROPERTIES TYPE REQUIRED PURPOSE "SHA-256 of the plan's graph fingerprint")

find_package(Protobuf REQUIRED)
set_package_properties(Protobuf PROPERTIES TYPE REQUIRED PURPOSE "Reading ONNX files")

find_package(ONNX CONFIG REQUIRED)
set_package_properties(ONNX PROPERTIES TYPE REQUIRED PURPOSE "The ONNX schema and its shape inference")

find_package(PkgConfig REQUIRED)
pkg_check_modules(GRAPHVIZ IMPORTED_TARGET libcgraph libgvc)
add_feature_info(Graphviz GRAPHVIZ_FOUND "reforward-layout: layout by dot, reading DOT files")

if(REFORWARD_GUI OR REFORWARD_TESTS)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui)
  set_package_properties(Qt6 PROPERTIES TYPE REQUIRED PURPOSE "The window, pictures and the tests")
endif()
if(REFORWARD_GUI)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets Svg PrintSupport)  # QCustomPlot links the last
  find_package(QCustomPlotQt6 REQUIRED)
  set_package_properties(QCustomPlotQt6 PROPERTIES TYPE REQUIRED PURPOSE "The frontier chart")
  find_package(CLI11 REQUIRED)
  set_package_properties(CLI11 PROPERTIES TYPE REQUIRED PURPOSE "The command line's options")
endif()
if(REFORWARD_TESTS)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
endif()
if(REFORWARD_BENCH)
  find_package(benchmark QUIET)
  set_package_properties(benchmark PROPERTIES TYPE OPTIONAL PURPOSE "Benchmarks in tests/bench")
endif()

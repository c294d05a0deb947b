# SPDX-License-Identifier: Apache-2.0

# Headers of other projects that most files of a target include and that take long to read (QTest alone is
# nine tenths of a test file's time).
function(reforward_precompile TARGET)
  target_precompile_headers(${TARGET} PRIVATE ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${TARGET} PRIVATE -fpch-preprocess)  # ccache asks for it
  else()
    target_compile_options(${TARGET} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# A room is one folder of the house, built as one static library.
#   reforward_room(core_graph SOURCES a.cpp b.cpp LINK reforward::core_base PRIVATE_LINK Boost::graph)
# makes the target reforward_core_graph and its alias reforward::core_graph.
function(reforward_room NAME)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(reforward_${NAME} STATIC ${ROOM_SOURCES})
  add_library(reforward::${NAME} ALIAS reforward_${NAME})
  target_link_libraries(reforward_${NAME}
    PUBLIC reforward::options ${ROOM_LINK}
    PRIVATE ${ROOM_PRIVATE_LINK})
  if("Qt6::Widgets" IN_LIST ROOM_LINK)
    reforward_precompile(reforward_${NAME} <QAction> <QBoxLayout> <QLabel> <QMouseEvent> <QPainter>
      <QPainterPath> <QTimer> <QWidget> <memory> <string> <vector>)
  endif()
endfunction()

# Tests of one room: one executable, one ctest entry per test file. FILE_test.cpp defines the Qt Test
# class that its REFORWARD_TEST(...) line names; the entry's name is ROOM.FILE.
#   reforward_tests(core_graph SOURCES graph_test.cpp LINK reforward::core_graph)
function(reforward_tests ROOM)
  cmake_parse_arguments(T "" "" "SOURCES;LINK;ENVIRONMENT" ${ARGN})
  set(target test_${ROOM})
  add_executable(${target} ${T_SOURCES})
  set_target_properties(${target} PROPERTIES AUTOMOC ON)
  list(LENGTH T_SOURCES count)
  if(count GREATER 1)
    reforward_precompile(${target} <QTest> <functional> <map> <memory> <random> <string> <vector>)
  endif()
  target_compile_definitions(${target} PRIVATE
    REFORWARD_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
    REFORWARD_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    REFORWARD_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  target_link_libraries(${target} PRIVATE reforward::options reforward::tests_support ${T_LINK})
  foreach(source ${T_SOURCES})
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "_test$" "" name ${name})
    add_test(NAME ${ROOM}.${name} COMMAND ${target} ${name})
    set_tests_properties(${ROOM}.${name} PROPERTIES
      TIMEOUT 300 ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;${T_ENVIRONMENT}"
      SKIP_RETURN_CODE 77)
  endforeach()
endfunction()

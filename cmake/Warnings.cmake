# SPDX-License-Identifier: Apache-2.0
# reforward::options: what every target of the project is compiled with.
add_library(reforward_options INTERFACE)
add_library(reforward::options ALIAS reforward_options)
target_include_directories(reforward_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(reforward_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  -Wimplicit-fallthrough -Wextra-semi
  # GCC 12 warns of its own std::string here (GCC bug 105651, and inlined assignments).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  $<$<BOOL:${REFORWARD_WERROR}>:-Werror>)
if(REFORWARD_SANITIZE)
  target_compile_options(reforward_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
    # Counters for tests/fuzz, which is linked from these libraries.
    $<$<CXX_COMPILER_ID:Clang>:-fsanitize=fuzzer-no-link>)
  target_link_options(reforward_options INTERFACE -fsanitize=address,undefined)
endif()

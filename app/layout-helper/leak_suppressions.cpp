// SPDX-License-Identifier: Apache-2.0
// Sanitizer builds only: Graphviz's libraries leak a few buffers a run (the process ends right after); our
// own leaks are still reported.

extern "C" const char* __lsan_default_suppressions();

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libgvc\nleak:libcgraph\nleak:libgvplugin\nleak:libcdt\n";
}

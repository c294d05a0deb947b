// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace reforward::metrics {

// Sizes in px at 100%. The base unit is 4, the rhythm 8.

inline constexpr int unit = 4, rhythm = 8;
inline constexpr int menuBar = 26, toolBar = 40, budgetBar = 72, budgetRow = 26, dockTitle = 26;
inline constexpr int paneHeader = 28, statusBar = 24, splitterHandle = 4, compareStrip = 32;
inline constexpr int control = 26, dockControl = 24, toolButton = 28, welcomeControl = 32;
inline constexpr int radius = 3, controlGap = 8, sideMargin = 12, panelPadding = 12;
inline constexpr int tableHeader = 24, tableRow = 22, tableRowFew = 25;
inline constexpr int badge = 18, icon = 16;

inline constexpr int vertexWidth = 148, vertexHeight = 24, vertexInset = 8, rowPitch = 34;
// A collapsed module, and vertices inside of an expanded one.
inline constexpr int moduleWidth = 240, moduleHeight = 48, framedVertexHeight = 22;
inline constexpr int legendMinimumWidth = 560, legendMinimumHeight = 320;

// Motion in ms.
inline constexpr int tooltipDelay = 300, panTime = 150, expandTime = 180, cancelDelay = 250;

}  // namespace reforward::metrics

// The abilities of a terminal.
#pragma once

namespace topomorph::cli {

/// Whether the descriptor is a terminal that can overwrite lines: TERM is set and not "dumb".
bool is_able_terminal(int descriptor);

}  // namespace topomorph::cli

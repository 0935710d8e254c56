// Whether somebody watches.
#pragma once

namespace topomorph::cli {

/// Whether the descriptor is a terminal that knows more than rows of letters: TERM is set and not "dumb".
bool is_able_terminal(int descriptor);

}  // namespace topomorph::cli

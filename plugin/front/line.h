// The front's line to the user.
#pragma once

namespace topomorph::front {

/// Writes "topomorph: ", the text, fit for a terminal (core/base/terminal_text.h), and an end of line to stderr, in one
/// piece. `format` as for printf.
[[gnu::format(printf, 1, 2)]] void write_line(const char* format, ...);

/// The same in the job's first process alone, and only if the user wants to hear of TopoMorph.
[[gnu::format(printf, 1, 2)]] void write_line_once(const char* format, ...);

/// Whether standard error is still what it was when the process began. Not if it was closed then, or is another regular
/// file now: the application has opened a file of data under the free number.
bool has_own_stderr();

/// Whether the mode is off: TOPOMORPH_MODE says so, or the process has more rights than its user, whose variables then
/// do not count.
bool is_off();

}  // namespace topomorph::front

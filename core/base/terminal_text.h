// Text of anybody's, as a terminal or a log may get it: the one place that says which characters neither may obey.
//
// Names of hosts, programs, files and users, values of variables and lines of files are bytes that other people chose.
// They reach people through few exits: tools/output/message.h, runtime/process/message.h, plugin/front/line.h,
// plugin/slurm and tools/measure. Each exit filters the whole line, so no caller can forget it. A caller filters a part
// by itself only where the exit lets several lines through, so that the part cannot begin another.
//
// A replaced character becomes '?', not an escape such as \x1b: a line never gets longer, so the filter needs no memory
// and works in place. Price: two names that differ only in such characters look alike. JSON output keeps them
// (core/base/json_text.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace topomorph::inline base {

/// What becomes of a newline.
enum class Newlines {
  Replaced,  ///< the text is one line, or a part of one
  Kept,      ///< the text is made of whole lines
};

/// Replaces in place what a terminal or a reader of logs would obey or not see: control characters of both sets (also
/// in UTF-8), bytes that are no UTF-8, ends of lines and paragraphs, marks that set the direction of text, and
/// characters that take no place. A tab becomes a blank, each other one '?'. Returns the new length, which is at most
/// `length`. Takes no memory; callable from signal handlers.
std::size_t make_fit_for_terminal(char* text, std::size_t length, Newlines newlines = Newlines::Replaced) noexcept;

/// Returns the text as make_fit_for_terminal() leaves it.
inline std::string for_terminal(std::string_view text, Newlines newlines = Newlines::Replaced) {
  std::string fit(text);
  fit.resize(make_fit_for_terminal(fit.data(), fit.size(), newlines));
  return fit;
}

/// Whether for_terminal() leaves a part of a line as it is. What people and launchers get as data cannot be replaced,
/// so names of hosts for which this is false are refused.
inline bool is_fit_for_terminal(std::string_view text) { return for_terminal(text) == text; }

/// Returns the length of the character at the start of `text`, which is not empty; 0 if there is none: no overlong
/// form, no surrogate and nothing above U+10FFFF is one [RFC 3629].
std::size_t utf8_length(std::string_view text) noexcept;

/// Returns the number of one whole character, as utf8_length() has found it.
char32_t utf8_code(std::string_view character) noexcept;

}  // namespace topomorph::inline base

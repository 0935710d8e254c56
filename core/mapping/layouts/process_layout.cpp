// Process layouts: their letters.
#include "core/mapping/layouts/process_layout.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::mapping {

namespace {

constexpr std::array<std::string_view, kLayoutLevels> kLetters = {"n", "b", "s", "N", "L3", "L2", "L1", "c", "h"};
constexpr std::string_view kExpected = "letters of n b s c h N L1 L2 L3, each at most once (\"scbnh\")";

[[noreturn]] void refuse_layout(std::string_view layout, const std::string& found) {
  throw InputError(fmt::format("layout \"{}\": found {}, expected {}", layout, found, kExpected));
}

/// Returns the level whose letters `text` begins with. No level's letters begin with those of another.
LayoutLevel first_level(std::string_view layout, std::string_view text) {
  for (const LayoutLevel level : kAllLayoutLevels) {
    if (text.starts_with(letters_of(level))) return level;
  }
  refuse_layout(layout, fmt::format("\"{}\"", text.substr(0, text.front() == 'L' ? 2 : 1)));
}

}  // namespace

std::string_view letters_of(LayoutLevel level) { return kLetters[static_cast<std::size_t>(level)]; }

ProcessLayout parse_process_layout(std::string_view text) {
  ProcessLayout layout;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(letters_of(layout.back()).size())) {
    const LayoutLevel level = first_level(text, rest);
    if (std::find(layout.begin(), layout.end(), level) != layout.end()) {
      refuse_layout(text, fmt::format("\"{}\" twice", letters_of(level)));
    }
    layout.push_back(level);
  }
  if (layout.empty()) refuse_layout(text, "no level");
  return layout;
}

LayoutLevel parse_layout_level(std::string_view text) {
  const ProcessLayout layout = parse_process_layout(text);
  if (layout.size() != 1) refuse_layout(text, fmt::format("{} levels", layout.size()));
  return layout.front();
}

std::string to_string(const ProcessLayout& layout) {
  std::string text;
  for (const LayoutLevel level : layout) text += letters_of(level);
  return text;
}

}  // namespace topomorph::mapping

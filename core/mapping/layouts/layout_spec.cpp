// Reads layouts as users write them.
#include "core/mapping/layouts/layout_spec.h"

#include <algorithm>
#include <iterator>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/mapping/layouts/place_grid.h"

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

namespace {

/// The layouts that Open MPI's LAMA gives to its options --map-by; figure 1 of the paper has by-socket.
constexpr LayoutPattern kPatterns[] = {{"by-slot", "csbnh"},   {"by-thread", "hcsbn"},  {"by-core", "csbnh"},
                                       {"by-L1", "L1sNbnch"},  {"by-L2", "L2sNbnL1ch"}, {"by-L3", "L3sNbnL2L1ch"},
                                       {"by-socket", "sbnch"}, {"by-numa", "Nbnsch"},   {"by-board", "bnsch"},
                                       {"by-node", "nbsch"}};

constexpr std::string_view kBy = "by-", kReverse = "reverse";

[[noreturn]] void refuse_spec(std::string_view text, std::string_view found, std::string_view expected) {
  throw InputError(fmt::format("layout \"{}\": found \"{}\", expected {}", text, found, expected));
}

std::uint32_t object_number(std::string_view text, std::string_view number) {
  const auto value = parse_count(number);
  if (!value || *value >= kMaxLayoutUnits) {
    refuse_spec(text, number, "numbers of objects in the order of visits, as in c[4-7,0-3], or reverse");
  }
  return static_cast<std::uint32_t>(*value);
}

/// Appends the objects of "3", "0-3" or "3-0".
void append_range(std::string_view text, std::string_view range, std::vector<std::uint32_t>& objects) {
  const std::size_t dash = range.find('-');
  std::uint32_t object = object_number(text, range.substr(0, dash));
  const std::uint32_t last = dash == range.npos ? object : object_number(text, range.substr(dash + 1));
  for (; object != last; object < last ? ++object : --object) objects.push_back(object);
  objects.push_back(last);
  if (objects.size() > kMaxLayoutUnits) refuse_spec(text, range, "each object once");
}

IterationOrder iteration_order(std::string_view text, std::string_view inside) {
  IterationOrder order;
  if (inside == kReverse) {
    order.reverse = true;
    return order;
  }
  Words ranges(inside, ",");
  for (auto range = ranges.next(); !range.empty(); range = ranges.next()) append_range(text, range, order.objects);
  if (order.objects.empty()) refuse_spec(text, "[]", "an order of visits, as in c[4-7,0-3], or [reverse]");
  std::vector<std::uint32_t> sorted = order.objects;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) refuse_spec(text, inside, fmt::format("object {} once", *twice));
  return order;
}

/// Takes the iteration orders out of `levels` and returns the letters alone, which have a level before each order.
std::string without_orders(std::string_view text, std::string_view levels, IterationOrders& orders) {
  std::string letters;
  while (!levels.empty()) {
    const std::size_t open = levels.find('[');
    letters += levels.substr(0, open);
    if (open == levels.npos) break;
    const std::size_t close = levels.find(']', open);
    if (close == levels.npos) refuse_spec(text, levels.substr(open), "a \"]\"");
    if (letters.empty()) refuse_spec(text, levels, "a level before its order of visits");
    const LayoutLevel level = parse_process_layout(letters).back();
    if (!orders[static_cast<std::size_t>(level)].is_plain())
      refuse_spec(text, levels.substr(open), "one order of visits");
    orders[static_cast<std::size_t>(level)] = iteration_order(text, levels.substr(open + 1, close - open - 1));
    levels.remove_prefix(close + 1);
  }
  return letters;
}

LevelLimit limit_of(std::string_view text, std::string_view limit) {
  const std::size_t colon = limit.find(':');
  const auto most = parse_count(limit.substr(0, colon));
  if (colon == limit.npos || !most || *most == 0)
    refuse_spec(text, limit, "the most ranks on each object of a level: 2:s");
  return {*most, parse_layout_level(limit.substr(colon + 1))};
}

/// Returns the position of the first comma outside of brackets, or the end.
std::size_t end_of_levels(std::string_view text) {
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') inside = true;
    if (text[i] == ']') inside = false;
    if (text[i] == ',' && !inside) return i;
  }
  return text.size();
}

void read_limits(std::string_view text, std::string_view limits, LayoutSpec& layout) {
  while (!limits.empty()) {
    limits.remove_prefix(1);  // the comma
    const std::size_t end = std::min(limits.find(','), limits.size());
    const LevelLimit limit = limit_of(text, limits.substr(0, end));
    const auto same = [&](const LevelLimit& other) { return other.level == limit.level; };
    if (std::any_of(layout.limits.begin(), layout.limits.end(), same))
      refuse_spec(text, limits.substr(0, end), "one limit of each level");
    layout.limits.push_back(limit);
    limits.remove_prefix(end);
  }
}

/// Returns the letters of a pattern's name; nothing that begins with "by-" is a layout of letters.
std::string_view letters_of_pattern(std::string_view text, std::string_view name) {
  const auto found = std::find_if(std::begin(kPatterns), std::end(kPatterns),
                                  [&](const LayoutPattern& pattern) { return pattern.name == name; });
  if (found != std::end(kPatterns)) return found->layout;
  std::vector<std::string_view> names;
  for (const LayoutPattern& pattern : kPatterns) names.push_back(pattern.name);
  refuse_spec(text, name, fmt::format("one of {}", fmt::join(names, ", ")));
}

/// Returns the innermost level of the pattern "by-WORD", else the level of these letters.
LayoutLevel level_of_word_or_letters(std::string_view text) {
  for (const LayoutPattern& pattern : kPatterns) {
    if (pattern.name.substr(kBy.size()) == text) return parse_process_layout(pattern.layout).front();
  }
  return parse_layout_level(text);
}

std::string text_of_order(const IterationOrder& order) {
  if (order.is_plain()) return "";
  return order.reverse ? fmt::format("[{}]", kReverse) : fmt::format("[{}]", fmt::join(order.objects, ","));
}

}  // namespace

std::span<const LayoutPattern> layout_patterns() { return kPatterns; }

std::vector<std::uint32_t> IterationOrder::turns(LayoutLevel level, std::uint32_t width) const {
  std::vector<std::uint32_t> turns(width, objects.empty() ? 0 : kNever);
  if (objects.empty()) {
    for (std::uint32_t object = 0; object < width; ++object) turns[object] = reverse ? width - 1 - object : object;
  }
  for (std::uint32_t turn = 0; turn < objects.size(); ++turn) {
    if (objects[turn] >= width) {
      throw InputError(
          fmt::format("layout: found object {} of level {}, expected numbers below {}, the most that a "
                      "host has",
                      objects[turn], letters_of(level), width));
    }
    turns[objects[turn]] = turn;
  }
  return turns;
}

LayoutSpec parse_layout(std::string_view text) {
  LayoutSpec layout;
  const std::size_t end = end_of_levels(text);
  const std::string_view levels = text.substr(0, end);
  layout.levels = parse_process_layout(levels.starts_with(kBy) ? std::string(letters_of_pattern(text, levels))
                                                               : without_orders(text, levels, layout.orders));
  read_limits(text, text.substr(end), layout);
  return layout;
}

BindingWidth parse_binding_width(std::string_view text) {
  constexpr std::string_view kExpectedWidth = "a level (s, socket), with a number of objects in front for several (2c)";
  const auto refuse_text = [&] {
    throw InputError(fmt::format("--bind: found \"{}\", expected {}", text, kExpectedWidth));
  };
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == text.size()) refuse_text();
  const LayoutLevel level = level_of_word_or_letters(text.substr(digits));
  if (digits == 0) return {1, level};
  const auto count = parse_count(text.substr(0, digits));
  if (!count || *count == 0 || *count > kMaxLayoutUnits) refuse_text();
  return {static_cast<std::uint32_t>(*count), level};
}

std::string to_string(const LayoutSpec& layout) {
  std::string text;
  for (const LayoutLevel level : layout.levels) {
    text += fmt::format("{}{}", letters_of(level), text_of_order(layout.orders[static_cast<std::size_t>(level)]));
  }
  for (const LevelLimit& limit : layout.limits) text += fmt::format(",{}:{}", limit.most, letters_of(limit.level));
  return text;
}

}  // namespace topomorph::mapping

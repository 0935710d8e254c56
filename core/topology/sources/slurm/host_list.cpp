// Reads and writes lists of hosts as Slurm does.
#include "core/topology/sources/slurm/host_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/terminal_text.h"

namespace topomorph::topology {

namespace {

[[noreturn]] void fail(std::string_view text, std::string_view found, const char* expected) {
  throw InputError(
      fmt::format("host list \"{}\": found \"{}\", expected {}", text.substr(0, 60), found.substr(0, 60), expected));
}

/// "3" or "08-10" in a bracket.
struct NumberRange {
  std::uint64_t first = 0, last = 0;
  std::size_t width = 0;
};

NumberRange parse_range(std::string_view text, std::string_view list) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = parse_count(text.substr(0, dash));
  const auto last = dash == text.size() ? first : parse_count(text.substr(dash + 1));
  if (!first || !last || *first > *last) fail(list, text, "a number or a range of numbers in the brackets");
  return {*first, *last, dash};
}

std::vector<NumberRange> parse_ranges(std::string_view text, std::string_view list) {
  std::vector<NumberRange> ranges;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    ranges.push_back(parse_range(text.substr(at, comma - at), list));
    at = comma + 1;
  }
  return ranges;
}

/// Limits names to the length of DNS names, so that a short list cannot demand much memory.
void check_length(const std::string& name, std::string_view list) {
  constexpr std::size_t kLongest = 255;
  if (name.size() > kLongest) fail(list, name, "names of at most 255 characters");
}

/// Returns every name followed by every number of the bracket.
std::vector<std::string> with_numbers(const std::vector<std::string>& names, const std::vector<NumberRange>& ranges,
                                      std::string_view list) {
  std::uint64_t numbers = 0;
  for (const NumberRange& range : ranges) {
    const std::uint64_t more = range.last - range.first;
    if (more >= kMaxListedHosts || (numbers += more + 1) * names.size() > kMaxListedHosts) {
      fail(list, list, "at most 1048576 hosts");
    }
  }
  std::vector<std::string> result;
  for (const std::string& name : names) {
    for (const NumberRange& range : ranges) {
      for (std::uint64_t n = range.first; n <= range.last; ++n) {
        result.push_back(name + fmt::format("{:0{}}", n, range.width));
        check_length(result.back(), list);
      }
    }
  }
  return result;
}

void append(std::vector<std::string>& names, std::string_view text, std::string_view list) {
  for (std::string& name : names) {
    name += text;
    check_length(name, list);
  }
}

/// Reads a name, possibly with brackets.
std::vector<std::string> parse_entry(std::string_view entry, std::string_view list) {
  if (entry.empty()) fail(list, entry, "names of hosts, divided by commas");
  std::vector<std::string> names = {""};
  for (std::size_t at = 0; at < entry.size();) {
    const std::size_t open = std::min(entry.find('[', at), entry.size());
    const std::string_view plain = entry.substr(at, open - at);
    if (plain.find_first_of("] \t\"") != std::string_view::npos) fail(list, entry, "a name without blanks and quotes");
    if (!is_fit_for_terminal(plain)) fail(list, entry, "a name without control characters");
    append(names, plain, list);
    if (open == entry.size()) break;
    const std::size_t close = entry.find(']', open);
    if (close == std::string_view::npos) fail(list, entry, "a ']' behind the '['");
    names = with_numbers(names, parse_ranges(entry.substr(open + 1, close - open - 1), list), list);
    at = close + 1;
  }
  return names;
}

/// Returns the end of the entry that begins at `at`: the next comma outside brackets.
std::size_t end_of_entry(std::string_view text, std::size_t at) {
  bool inside = false;
  for (; at < text.size() && (inside || text[at] != ','); ++at) {
    if (text[at] == '[') inside = true;
    if (text[at] == ']') inside = false;
  }
  return at;
}

/// A name split around its last number; no number if it exceeds 64 bits.
struct Numbered {
  std::string_view before, behind;
  std::uint64_t number = 0;
  std::size_t width = 0;  ///< 0: no number
};

Numbered split_number(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t last = name.find_last_of(kDigits);
  if (last == std::string_view::npos) return {name, {}};
  const std::size_t before = name.substr(0, last).find_last_not_of(kDigits);
  const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
  const auto number = parse_count(name.substr(first, last + 1 - first));
  if (!number) return {name, {}};
  return {name.substr(0, first), name.substr(last + 1), *number, last + 1 - first};
}

bool alike(const Numbered& a, const Numbered& b) {
  return a.width > 0 && b.width > 0 && a.before == b.before && a.behind == b.behind;
}

/// Returns whether "08-10" covers both: b's number is the next one and has the width that a range gives it.
bool counts_up(const Numbered& a, const Numbered& b, std::size_t first_width) {
  return b.number == a.number + 1 && fmt::format("{:0{}}", b.number, first_width).size() == b.width;
}

/// Returns the content of a bracket for the names from `at` to before `end`: runs that count up become ranges.
std::string bracket(std::span<const Numbered> names, std::size_t at, std::size_t end) {
  std::string text;
  while (at < end) {
    std::size_t last = at;
    while (last + 1 < end && counts_up(names[last], names[last + 1], names[at].width)) ++last;
    if (!text.empty()) text += ',';
    text += fmt::format("{:0{}}", names[at].number, names[at].width);
    if (last > at) text += fmt::format("-{:0{}}", names[last].number, names[at].width);
    at = last + 1;
  }
  return text;
}

}  // namespace

std::vector<std::string> parse_host_list(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = end_of_entry(text, at);
    const auto entry = parse_entry(text.substr(at, end - at), text);
    if (names.size() + entry.size() > kMaxListedHosts) fail(text, text, "at most 1048576 hosts");
    names.insert(names.end(), entry.begin(), entry.end());
    at = end + 1;
  }
  return names;
}

std::string format_host_list(std::span<const std::string> names) {
  std::vector<Numbered> parts;
  for (const std::string& name : names) parts.push_back(split_number(name));
  std::string text;
  for (std::size_t at = 0; at < parts.size();) {
    std::size_t end = at + 1;
    while (end < parts.size() && alike(parts[at], parts[end])) ++end;
    text += text.empty() ? "" : ",";
    if (end == at + 1) {
      text += names[at];
    } else {
      text += fmt::format("{}[{}]{}", parts[at].before, bracket(parts, at, end), parts[at].behind);
    }
    at = end;
  }
  return text;
}

}  // namespace topomorph::topology

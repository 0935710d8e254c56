// Reads and writes lists of hosts as Slurm does.
#include "core/topology/sources/slurm/host_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/terminal_text.h"

namespace topomorph::topology {

namespace {

/// A whole list, and how many names it may have.
struct List {
  std::string_view text;
  std::uint64_t most = 0;
};

[[noreturn]] void fail(const List& list, std::string_view found, std::string_view expected) {
  throw InputError(fmt::format("host list \"{}\": found \"{}\", expected {}", list.text.substr(0, 60),
                               found.substr(0, 60), expected));
}

[[noreturn]] void fail_as_too_long(const List& list) {
  fail(list, list.text, fmt::format("at most {}{} hosts", list.most, list.most < kMaxListedHosts ? " more" : ""));
}

/// "3" or "08-10" in a bracket.
struct PaddedRange {
  NumberRange numbers;
  std::size_t width = 0;
};

PaddedRange parse_range(std::string_view text, const List& list) {
  const std::size_t width = std::min(text.find('-'), text.size());
  if (const auto numbers = parse_number_range(text)) return {*numbers, width};
  fail(list, text, "a number or a range of numbers in the brackets");
}

/// Reads a bracket of at most so many numbers.
std::vector<PaddedRange> parse_ranges(std::string_view text, const List& list, std::uint64_t most) {
  std::vector<PaddedRange> ranges;
  std::uint64_t numbers = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    ranges.push_back(parse_range(text.substr(at, comma - at), list));
    const std::uint64_t more = ranges.back().numbers.count;
    if (more > most || (numbers += more) > most) fail_as_too_long(list);
    at = comma + 1;
  }
  return ranges;
}

/// Limits names to the length of DNS names, so that a short list cannot demand much memory.
void check_length(const std::string& name, const List& list) {
  constexpr std::size_t kLongest = 255;
  if (name.size() > kLongest) fail(list, name, "names of at most 255 characters");
}

/// Returns every name followed by every number of the bracket.
std::vector<std::string> with_numbers(const std::vector<std::string>& names, const std::vector<PaddedRange>& ranges,
                                      const List& list) {
  std::vector<std::string> result;
  for (const std::string& name : names) {
    for (const auto& [numbers, width] : ranges) {
      for (std::uint64_t i = 0; i < numbers.count; ++i) {
        result.push_back(name + fmt::format("{:0{}}", numbers.first + i, width));
        check_length(result.back(), list);
      }
    }
  }
  return result;
}

void append(std::vector<std::string>& names, std::string_view text, const List& list) {
  for (std::string& name : names) {
    name += text;
    check_length(name, list);
  }
}

/// Reads a name, possibly with brackets, that stands for at most so many.
std::vector<std::string> parse_entry(std::string_view entry, const List& list, std::uint64_t most) {
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
    const std::string_view bracket = entry.substr(open + 1, close - open - 1);
    names = with_numbers(names, parse_ranges(bracket, list, most / names.size()), list);
    at = close + 1;
  }
  return names;
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

std::size_t end_of_host_entry(std::string_view text, std::size_t at) {
  bool inside = false;
  for (; at < text.size() && (inside || text[at] != ','); ++at) {
    if (text[at] == '[') inside = true;
    if (text[at] == ']') inside = false;
  }
  return at;
}

std::vector<std::string> parse_host_list(std::string_view text, std::uint64_t most) {
  const List list{text, most};
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = end_of_host_entry(text, at);
    if (names.size() == most) fail_as_too_long(list);
    const auto entry = parse_entry(text.substr(at, end - at), list, most - names.size());
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

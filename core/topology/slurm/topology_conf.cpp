// Slurm's topology.conf.
#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/support/line_reader.h"
#include "core/support/number.h"
#include "core/topology/slurm/slurm_file.h"

namespace topomorph {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// A line with those that continue it, without its comment.
class LogicalLines {
 public:
  explicit LogicalLines(const std::string& path) : reader_(path) {}

  /// False at the end of the file.
  bool next(std::string& text) {
    text.clear();
    bool more = true;
    for (first_ = 0; more;) {
      const auto line = reader_.next();
      if (!line) return first_ != 0;
      if (first_ == 0) first_ = reader_.line();
      std::string_view piece = without_comment(*line);
      more = piece.ends_with('\\');
      if (more) piece.remove_suffix(1);
      if (text.size() + piece.size() > kLongest) fail("found a line of more than 64 MB, expected shorter ones");
      text += piece;
    }
    return true;
  }

  std::uint64_t line() const { return first_; }  ///< where it began
  [[noreturn]] void fail(const std::string& message) const { throw InputError(reader_.path(), first_, message); }

 private:
  static constexpr std::size_t kLongest = std::size_t{1} << 26;

  static std::string_view without_comment(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const std::size_t last = line.find_last_not_of(" \t");
    return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
  }

  LineReader reader_;
  std::uint64_t first_ = 0;
};

using Entries = std::map<std::string, std::string, std::less<>>;  // by key in lower case

/// "Key=value" words; a value may stand in quotes.
Entries entries_of(const LogicalLines& lines, const std::string& text) {
  Entries entries;
  Words words(text);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      lines.fail(fmt::format("found \"{}\", expected KEY=VALUE", word.substr(0, 60)));
    }
    std::string_view value = word.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    if (value.empty()) lines.fail(fmt::format("found {} without a value, expected one", word.substr(0, 60)));
    if (!entries.try_emplace(lower(word.substr(0, equals)), value).second) {
      lines.fail(fmt::format("found {} twice in a line, expected it once", word.substr(0, equals)));
    }
  }
  return entries;
}

struct Reading {
  ListedHosts hosts;
  std::vector<SwitchRecord> switches;
  std::vector<BlockRecord> blocks;
  std::vector<std::uint64_t> sizes;
  std::uint64_t line_of_sizes = 0;
};

std::vector<std::string> hosts_in(const LogicalLines& lines, const Entries& entries, const char* key,
                                  Reading& reading) {
  const auto entry = entries.find(key);
  return entry == entries.end() ? std::vector<std::string>() : reading.hosts.parse(entry->second, lines.line());
}

/// None but these keys.
void expect_keys(const LogicalLines& lines, const Entries& entries, std::initializer_list<std::string_view> keys) {
  for (const auto& [key, value] : entries) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      lines.fail(fmt::format("found \"{}=\", expected {}", key.substr(0, 60), fmt::join(keys, ", ")));
    }
  }
}

void read_sizes(const LogicalLines& lines, const Entries& entries, Reading& reading) {
  expect_keys(lines, entries, {"blocksizes"});
  if (!reading.sizes.empty()) lines.fail(fmt::format("block sizes are already in line {}", reading.line_of_sizes));
  Words sizes(entries.begin()->second, ",");
  for (auto size = sizes.next(); !size.empty(); size = sizes.next()) {
    const auto number = parse_count(size);
    if (!number) lines.fail(fmt::format("found block size \"{}\", expected a number", size.substr(0, 60)));
    reading.sizes.push_back(*number);
  }
  reading.line_of_sizes = lines.line();
}

void read_entries(const LogicalLines& lines, const Entries& entries, Reading& reading) {
  if (const auto name = entries.find("switchname"); name != entries.end()) {
    expect_keys(lines, entries, {"switchname", "switches", "nodes", "linkspeed"});
    reading.switches.push_back({name->second, hosts_in(lines, entries, "switches", reading),
                                hosts_in(lines, entries, "nodes", reading), lines.line()});
  } else if (const auto block = entries.find("blockname"); block != entries.end()) {
    expect_keys(lines, entries, {"blockname", "nodes"});
    reading.blocks.push_back({block->second, hosts_in(lines, entries, "nodes", reading), lines.line()});
  } else if (entries.contains("blocksizes")) {
    read_sizes(lines, entries, reading);
  } else {
    lines.fail(fmt::format("found \"{}=\", expected SwitchName=, BlockName= or BlockSizes=",
                           entries.begin()->first.substr(0, 60)));
  }
}

}  // namespace

GivenTopology read_topology_conf(const std::string& path) {
  LogicalLines lines(path);
  Reading reading{ListedHosts(path), {}, {}, {}, 0};
  for (std::string text; lines.next(text);) {
    const Entries entries = entries_of(lines, text);
    if (!entries.empty()) read_entries(lines, entries, reading);
  }
  if (!reading.switches.empty() && !reading.blocks.empty()) {
    throw InputError(path, reading.blocks.front().line, "found blocks beside switches, expected the one or the other");
  }
  if (!reading.switches.empty()) return tree_of_switches(path, reading.switches);
  if (!reading.blocks.empty()) return tree_of_blocks(path, reading.blocks, reading.sizes, reading.line_of_sizes);
  throw InputError(path, 0, "found neither switches nor blocks, expected lines as \"SwitchName=s0 Nodes=n[0-3]\"");
}

}  // namespace topomorph

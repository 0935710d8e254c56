// Reads Slurm's topology files: topology.conf and topology.yaml.
#include "core/topology/sources/slurm/slurm_file.h"

#include <algorithm>
#include <map>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/topology/sources/slurm/yaml_subset.h"

namespace topomorph::topology {
namespace {

/// Joins each line with its continuation lines and drops the comments.
class LogicalLines {
 public:
  explicit LogicalLines(const std::string& path) : reader_(path) {}

  /// Returns false at the end of the file.
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

  std::uint64_t line() const { return first_; }  ///< number of its first line
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

/// Reads a sequence of "Key=value" or "Key = value"; a value may be quoted.
class KeysAndValues {
 public:
  KeysAndValues(const LogicalLines& lines, std::string_view text) : lines_(lines), rest_(text) { skip_blanks(); }

  bool at_end() const { return rest_.empty(); }

  std::string_view key() {
    const std::size_t end = std::min(rest_.find_first_of("= \t"), rest_.size());
    const std::string_view key = rest_.substr(0, end), found = rest_.substr(0, rest_.find_first_of(" \t"));
    rest_.remove_prefix(end);
    skip_blanks();
    if (key.empty() || !rest_.starts_with('=')) {
      lines_.fail(fmt::format("found \"{}\", expected KEY=VALUE", found.substr(0, 60)));
    }
    rest_.remove_prefix(1);
    skip_blanks();
    return key;
  }

  std::string_view value(std::string_view key) {
    const std::size_t quote = rest_.starts_with('"') ? rest_.find('"', 1) : std::string_view::npos;
    const bool quoted = quote != std::string_view::npos;
    const std::size_t begin = quoted ? 1 : 0;
    const std::size_t end = quoted ? quote : std::min(rest_.find_first_of(" \t"), rest_.size());
    const std::string_view value = rest_.substr(begin, end - begin);
    if (value.empty() || (!quoted && value.find('=') != std::string_view::npos)) {
      lines_.fail(fmt::format("found {}= without a value, expected one", key.substr(0, 60)));
    }
    rest_.remove_prefix(end + begin);
    skip_blanks();
    return value;
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  const LogicalLines& lines_;
  std::string_view rest_;
};

Entries entries_of(const LogicalLines& lines, const std::string& text) {
  Entries entries;
  for (KeysAndValues words(lines, text); !words.at_end();) {
    const std::string_view key = words.key();
    if (!entries.try_emplace(lower_case(key), words.value(key)).second) {
      lines.fail(fmt::format("found {} twice in a line, expected it once", key.substr(0, 60)));
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

/// Refuses all other keys.
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

/// Reads a switch. The output of scontrol, recognized by its level, lists the hosts of all switches below again.
void read_switch(const LogicalLines& lines, const Entries& entries, Reading& reading) {
  expect_keys(lines, entries, {"switchname", "switches", "nodes", "linkspeed", "level"});
  SwitchRecord record{
      entries.find("switchname")->second, hosts_in(lines, entries, "switches", reading), {}, lines.line()};
  const bool lists_all = entries.contains("level") && !record.switches.empty();
  if (!lists_all) record.nodes = hosts_in(lines, entries, "nodes", reading);
  reading.switches.push_back(std::move(record));
}

void read_entries(const LogicalLines& lines, const Entries& entries, Reading& reading) {
  if (entries.contains("switchname")) {
    read_switch(lines, entries, reading);
  } else if (const auto block = entries.find("blockname"); block != entries.end()) {
    expect_keys(lines, entries, {"blockname", "nodes", "blockindex", "blocksize"});
    reading.blocks.push_back({block->second, hosts_in(lines, entries, "nodes", reading), lines.line()});
  } else if (entries.contains("blocksizes")) {
    read_sizes(lines, entries, reading);
  } else {
    lines.fail(fmt::format("found \"{}=\", expected SwitchName=, BlockName= or BlockSizes=",
                           entries.begin()->first.substr(0, 60)));
  }
}

/// Recognizes messages of Slurm's commands: to stderr, or in place of a table.
bool is_message(const std::string& text) {
  return text.starts_with("scontrol: ") || text.starts_with("slurm_load_") || text.starts_with("error: ");
}

}  // namespace

GivenTopology read_topology_conf(const std::string& path) {
  LogicalLines lines(path);
  Reading reading{ListedHosts(path), {}, {}, {}, 0};
  for (std::string text; lines.next(text);) {
    if (is_message(text)) continue;
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

namespace {

class YamlReading {
 public:
  explicit YamlReading(const std::string& path) : path_(path), listed_(path) {}

  GivenTopology topology_of(const YamlNode& document) {
    const YamlNode& chosen = choose(document);
    if (const YamlNode* tree = chosen.find("tree")) return tree_of_switches(path_, switches_of(*tree));
    if (const YamlNode* block = chosen.find("block")) return blocks_of(*block);
    throw InputError(path_, chosen.line, "found a topology that is neither tree nor block, expected one of them");
  }

 private:
  /// Returns the cluster's default topology, else the first. A file of one topology may omit the list.
  const YamlNode& choose(const YamlNode& document) const {
    const YamlNode* first = nullptr;
    for (const YamlNode& entry : document.children) {
      if (!entry.key.empty()) return document;
      const YamlNode* standard = entry.find("cluster_default");
      if (standard != nullptr && standard->value == "true") return entry;
      if (first == nullptr) first = &entry;
    }
    if (first == nullptr) throw InputError(path_, 0, "found no topology, expected a list of them");
    return *first;
  }

  const YamlNode& entry(const YamlNode& node, const char* key) const {
    const YamlNode* found = node.find(key);
    if (found == nullptr) throw InputError(path_, node.line, fmt::format("found no \"{}:\", expected one here", key));
    return *found;
  }

  std::string name(const YamlNode& node, const char* key) const {
    const YamlNode& found = entry(node, key);
    if (found.value.empty()) throw InputError(path_, found.line, fmt::format("found \"{}:\" without a name", key));
    return found.value;
  }

  std::vector<std::string> hosts(const YamlNode& node, const char* key) {
    const YamlNode* found = node.find(key);
    if (found == nullptr) return {};
    return listed_.parse(found->value, found->line);
  }

  std::vector<SwitchRecord> switches_of(const YamlNode& tree) {
    std::vector<SwitchRecord> records;
    for (const YamlNode& item : entry(tree, "switches").children) {
      records.push_back({name(item, "switch"), hosts(item, "children"), hosts(item, "nodes"), item.line});
    }
    return records;
  }

  GivenTopology blocks_of(const YamlNode& block) {
    std::vector<std::uint64_t> sizes;
    static const YamlNode kNoSizes;
    const YamlNode* const found = block.find("block_sizes");
    const YamlNode& given = found == nullptr ? kNoSizes : *found;
    for (const YamlNode& size : given.children) {
      const auto number = parse_count(size.value);
      if (!number) {
        throw InputError(path_, size.line,
                         fmt::format("found block size \"{}\", expected a number", size.value.substr(0, 60)));
      }
      sizes.push_back(*number);
    }
    std::vector<BlockRecord> records;
    for (const YamlNode& item : entry(block, "blocks").children) {
      records.push_back({name(item, "block"), hosts(item, "nodes"), item.line});
    }
    return tree_of_blocks(path_, records, sizes, given.line);
  }

  const std::string& path_;
  ListedHosts listed_;
};

}  // namespace

GivenTopology read_topology_yaml(const std::string& path) {
  return YamlReading(path).topology_of(read_yaml_subset(path));
}

GivenTopology read_slurm_topology(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") ? read_topology_yaml(path) : read_topology_conf(path);
}

}  // namespace topomorph::topology

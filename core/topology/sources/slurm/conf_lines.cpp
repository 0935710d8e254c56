// Reads lines of keys and values from Slurm's configuration files.
#include "core/topology/sources/slurm/conf_lines.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/text.h"

namespace topomorph::topology {
namespace {

std::string_view without_conf_comment(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::size_t last = line.find_last_not_of(" \t");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Reads a sequence of "Key=value" or "Key = value"; a value may be quoted.
class KeysAndValues {
 public:
  KeysAndValues(const LogicalLines& lines, std::string_view text, EqualsInValues equals)
      : lines_(lines), rest_(text), equals_(equals) {
    skip_blanks();
  }

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
    const bool runs_on = !quoted && equals_ == EqualsInValues::Refused && value.find('=') != std::string_view::npos;
    if (value.empty() || runs_on) {
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
  EqualsInValues equals_;
};

}  // namespace

bool LogicalLines::next(std::string& text) {
  text.clear();
  bool more = true;
  for (first_ = 0; more;) {
    const auto line = reader_.next();
    if (!line) return first_ != 0;
    if (first_ == 0) first_ = reader_.line();
    std::string_view piece = without_conf_comment(*line);
    more = piece.ends_with('\\');
    if (more) piece.remove_suffix(1);
    if (text.size() + piece.size() > kLongestLine) fail("found a line of more than 64 MB, expected shorter ones");
    text += piece;
  }
  return true;
}

void LogicalLines::fail(const std::string& message) const { throw InputError(reader_.path(), first_, message); }

ConfEntries entries_of(const LogicalLines& lines, std::string_view text, EqualsInValues equals) {
  ConfEntries entries;
  for (KeysAndValues words(lines, text, equals); !words.at_end();) {
    const std::string_view key = words.key();
    if (!entries.try_emplace(lower_case(key), words.value(key)).second) {
      lines.fail(fmt::format("found {} twice in a line, expected it once", key.substr(0, 60)));
    }
  }
  return entries;
}

void expect_keys(const LogicalLines& lines, const ConfEntries& entries, std::initializer_list<std::string_view> keys) {
  for (const auto& [key, value] : entries) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      lines.fail(fmt::format("found \"{}=\", expected {}", key.substr(0, 60), fmt::join(keys, ", ")));
    }
  }
}

}  // namespace topomorph::topology

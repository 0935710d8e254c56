// Reads lines of keys and values from Slurm's configuration files.
#include "core/topology/sources/slurm/conf_lines.h"

#include <algorithm>
#include <filesystem>

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

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDeepestInclude = 8;  // files that include files
/// Files together, each as often as it is included: 40 lines in each of 8 files would be 40^8.
constexpr std::uint64_t kMostIncludes = 1000;

class IncludingFiles {
 public:
  explicit IncludingFiles(const TakeLine& take) : take_(take) {}

  void read(const std::string& path, std::size_t depth = 0) {
    LogicalLines lines(path);
    bytes_ += lines.bytes();
    for (std::string text; lines.next(text);) {
      const std::string_view line = trimmed(text);
      const std::string_view key = line.substr(0, line.find_first_of("= \t"));
      if (lower_case(key) != "include") {
        take_(lines, text);
        continue;
      }
      if (depth == kDeepestInclude) lines.fail("found files that include each other, expected fewer than 9 deep");
      check_sum(lines);
      include(path, std::string(trimmed(line.substr(key.size()))), depth);
    }
  }

 private:
  /// Throws InputError if the files that were read and the next one are too many, or have too many bytes.
  void check_sum(const LogicalLines& lines) {
    if (++includes_ > kMostIncludes) {
      lines.fail(fmt::format("found more than {} included files, expected at most that", kMostIncludes));
    }
    if (bytes_ > kMostBytes) {
      lines.fail(fmt::format("found included files of more than {} bytes together, expected at most that", kMostBytes));
    }
  }

  void include(const std::string& from, const std::string& name, std::size_t depth) {
    const fs::path path = fs::path(name).is_absolute() ? fs::path(name) : fs::path(from).parent_path() / name;
    std::error_code error;
    const auto kind = fs::status(path, error);
    // What somebody else has named may be a pipe that nobody writes to.
    if (fs::exists(kind) && !fs::is_regular_file(kind)) throw InputError(path.string(), 0, "is no regular file");
    read(path.string(), depth + 1);
  }

  const TakeLine& take_;
  std::uint64_t includes_ = 0, bytes_ = 0;
};

}  // namespace

void for_each_conf_line(const std::string& path, const TakeLine& take) { IncludingFiles(take).read(path); }

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

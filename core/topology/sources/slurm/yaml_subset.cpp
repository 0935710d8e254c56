// Reads the part of YAML that configuration files of lists and maps need.
#include "core/topology/sources/slurm/yaml_subset.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "core/base/text.h"

namespace topomorph::topology {

namespace {

constexpr std::size_t kDeepestBlock = 32;  // nested blocks

/// Removes a comment, which begins at a '#' after a blank, outside quotes.
std::string_view without_yaml_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

/// Returns the end of the key of "key: value", npos if the text is no map entry.
std::size_t end_of_key(std::string_view text) {
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == ' ') return at;
  }
  return std::string_view::npos;
}

class Parser {
 public:
  explicit Parser(const std::string& path) : reader_(path) { open_.push_back({-2, &document_}); }

  YamlNode document() {
    while (const auto line = reader_.next()) {
      const std::string_view text = without_yaml_comment(*line);
      const std::string_view content = trimmed(text);
      if (content.empty() || (content == "---" && document_.children.empty())) continue;
      if (content == "..." && text.starts_with(content)) break;  // the end of a document
      const std::size_t indent = text.find_first_not_of(' ');
      if (text[indent] == '\t') reader_.fail("found a tab, expected blanks before the text");
      take(content, static_cast<std::ptrdiff_t>(indent));
    }
    return std::move(document_);
  }

 private:
  using Keys = std::unordered_set<std::string>;
  struct Block {
    std::ptrdiff_t depth;  // twice the indentation of the line that opened it
    YamlNode* node;
    Keys keys = {};  // of the node's children, which are not searched for each new one
  };

  /// Reads one line, or the text after the "- " of a list item, whose indentation includes the dash.
  void take(std::string_view content, std::ptrdiff_t indent) {
    const bool item = content == "-" || content.starts_with("- ");
    while (open_.back().depth >= 2 * indent - (item ? 0 : 1)) open_.pop_back();
    // A list may be indented like the key it belongs to; it counts as half a step deeper.
    if (item && last_key_ != nullptr && last_key_indent_ == indent) open_.push_back({2 * indent - 1, last_key_});
    if (open_.size() > kDeepestBlock) reader_.fail("found blocks nested too deeply, expected fewer");
    if (!item) return take_entry(content, indent);
    YamlNode& node = add({}, indent);
    const std::string_view rest = trimmed(content.substr(1));
    if (rest.empty()) return;
    if (end_of_key(rest) == std::string_view::npos) {
      node.value = unquoted(rest);
      return;
    }
    take(rest, indent + static_cast<std::ptrdiff_t>(content.size() - rest.size()));
  }

  void take_entry(std::string_view content, std::ptrdiff_t indent) {
    const std::size_t colon = end_of_key(content);
    if (colon == std::string_view::npos || std::string_view("&*!|>{%@`").find(content[0]) != std::string_view::npos) {
      reader_.fail(fmt::format("found \"{}\", expected \"KEY: VALUE\" or \"- ITEM\"", content.substr(0, 60)));
    }
    YamlNode& node = add(unquoted(content.substr(0, colon)), indent);
    set_value(node, trimmed(content.substr(colon + 1)));
    last_key_ = node.value.empty() && node.children.empty() ? &node : nullptr;
    last_key_indent_ = indent;
  }

  void set_value(YamlNode& node, std::string_view value) {
    if (value.starts_with('{')) return set_map(node, value);
    if (!value.empty() && std::string_view("&*!|>").find(value[0]) != std::string_view::npos) {
      reader_.fail(fmt::format("found \"{}\", expected a name, a number or a list", value.substr(0, 60)));
    }
    if (!value.starts_with('[')) {
      node.value = unquoted(value);
      return;
    }
    if (!value.ends_with(']')) reader_.fail("found a '[' without its ']', expected both in one line");
    Words items(value.substr(1, value.size() - 2), ",");
    for (auto text = items.next(); !text.empty(); text = items.next()) {
      node.children.push_back({"", unquoted(trimmed(text)), {}, reader_.line()});
    }
  }

  /// Reads "{x: 1, y: 2}".
  void set_map(YamlNode& node, std::string_view value) {
    if (!value.ends_with('}')) reader_.fail("found a '{' without its '}', expected both in one line");
    Words items(value.substr(1, value.size() - 2), ",");
    Keys keys;
    for (auto text = items.next(); !text.empty(); text = items.next()) {
      const std::string_view item = trimmed(text);
      const std::size_t colon = end_of_key(item);
      const std::string_view inside = colon == std::string_view::npos ? "" : trimmed(item.substr(colon + 1));
      if (inside.empty() || std::string_view("&*!|>{[").find(inside[0]) != std::string_view::npos) {
        reader_.fail(fmt::format("found \"{}\" in braces, expected \"KEY: VALUE\"", item.substr(0, 60)));
      }
      add_child(node, keys, unquoted(item.substr(0, colon))).value = unquoted(inside);
    }
  }

  /// Appends a child, whose key must not be among the keys yet.
  YamlNode& add_child(YamlNode& above, Keys& keys, std::string key) const {
    if (!key.empty() && !keys.insert(key).second) {
      reader_.fail(fmt::format("found \"{}\" twice, expected it once", key.substr(0, 60)));
    }
    above.children.push_back({std::move(key), "", {}, reader_.line()});
    return above.children.back();
  }

  /// Appends a child to the innermost open block. This may move its siblings, but no open block refers to them any
  /// more.
  YamlNode& add(std::string key, std::ptrdiff_t indent) {
    YamlNode& above = *open_.back().node;
    if (!above.value.empty()) reader_.fail("found a block under a value, expected the one or the other");
    if (!above.children.empty() && above.children.front().key.empty() != key.empty()) {
      reader_.fail("found a list among entries, expected the one or the other");
    }
    YamlNode& child = add_child(above, open_.back().keys, std::move(key));
    last_key_ = nullptr;
    open_.push_back({2 * indent, &child});
    return child;
  }

  LineReader reader_;
  YamlNode document_;
  std::vector<Block> open_;
  YamlNode* last_key_ = nullptr;  // key of the line before, if its block may follow
  std::ptrdiff_t last_key_indent_ = 0;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key_wanted) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const YamlNode& child) { return child.key == key_wanted; });
  return found == children.end() ? nullptr : &*found;
}

YamlNode read_yaml_subset(const std::string& path) { return Parser(path).document(); }

}  // namespace topomorph::topology

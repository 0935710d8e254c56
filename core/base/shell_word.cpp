// Text as one word of a command that a user may copy into a shell.
#include "core/base/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace topomorph::inline base {
namespace {

bool is_safe(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_-+=./,:@%{}^").find(c) != std::string_view::npos;
}

/// Whether a shell makes several words of it: "{a,b}", "{1..9}". Braces around one word stay as they are.
bool has_choice(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : 0;
    if (text[at] == '}') depth = std::max(depth - 1, 0);
    if (depth > 0 && (text[at] == ',' || text.substr(at).starts_with(".."))) return true;
  }
  return false;
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe) && !has_choice(text)) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') word += "'\\'";
    word += c;
  }
  return word + "'";
}

std::string shell_path(const std::string& path) { return shell_word(path.starts_with('-') ? "./" + path : path); }

}  // namespace topomorph::inline base

// Scans the members of one JSON object without building a tree: a record of a job has one level.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace topomorph::accounting {

enum class ValueKind {
  Text,
  Number,
  Null,
  Other  ///< true, false, an object or an array, of which only the end is looked for
};

struct Member {
  std::string_view name;
  ValueKind kind = ValueKind::Null;
  std::string_view value;  ///< the text without quotes and escapes, or the characters of the number
};

/// Reads an object [RFC 8259] from left to right. It makes no tree and copies no text that has no escapes, which a
/// million records make felt. Numbers are not checked: who reads them does it.
class FlatObject {
 public:
  /// The text begins with '{' and must outlive the object.
  explicit FlatObject(std::string_view text);

  /// Reads the next member. Returns false after the last, when nothing but blanks follows the object. `member` is valid
  /// as long as this object. Throws InputError, which says what was found at which character.
  bool next(Member& member);

 private:
  void skip_blanks();
  char look() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void expect(char c);
  std::string_view string();
  std::string_view string_with_escapes(std::size_t begin);
  void escape();
  unsigned code_unit();
  void unicode();
  void value(Member& member);
  void skip_nested();
  [[noreturn]] void fail(const char* expected) const;

  std::string_view text_;
  std::size_t at_ = 0;
  bool first_ = true;
  std::string unescaped_;  // strings that had escapes, one behind the other; never grows beyond its first capacity
};

}  // namespace topomorph::accounting

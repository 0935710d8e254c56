// Scans the members of one JSON object.
#include "core/accounting/flat_object.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::accounting {

namespace {

constexpr unsigned kReplacement = 0xfffd;  // for half of a surrogate pair

bool ends_string(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; }

bool is_of_number(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

void append_utf8(std::string& text, unsigned code) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | code >> 12);
    tail(6), tail(0);
  } else {
    text += static_cast<char>(0xf0 | code >> 18);
    tail(12), tail(6), tail(0);
  }
}

}  // namespace

FlatObject::FlatObject(std::string_view text) : text_(text) { expect('{'); }

void FlatObject::fail(const char* expected) const {
  if (at_ >= text_.size()) throw InputError(fmt::format("found the end of the line, expected {}", expected));
  throw InputError(fmt::format("found other text at character {} of the object, expected {}", at_ + 1, expected));
}

void FlatObject::skip_blanks() {
  while (look() == ' ' || look() == '\t') ++at_;
}

void FlatObject::expect(char c) {
  skip_blanks();
  const char expected[] = {c, '\0'};
  if (look() != c) fail(expected);
  ++at_;
  skip_blanks();
}

bool FlatObject::next(Member& member) {
  if (look() == '}') {
    expect('}');
    if (at_ < text_.size()) fail("nothing after the object");
    return false;
  }
  if (!first_) expect(',');
  first_ = false;
  member.name = string();
  expect(':');
  value(member);
  skip_blanks();
  if (look() != ',' && look() != '}') fail(", or }");
  return true;
}

std::string_view FlatObject::string() {
  if (look() != '"') fail("a string");
  const std::size_t begin = ++at_;
  while (at_ < text_.size() && !ends_string(text_[at_])) ++at_;
  if (look() == '\\') return string_with_escapes(begin);
  if (look() != '"') fail("the end of a string");
  return text_.substr(begin, at_++ - begin);
}

std::string_view FlatObject::string_with_escapes(std::size_t begin) {
  if (unescaped_.capacity() < text_.size()) unescaped_.reserve(text_.size());  // once, while it is empty
  const std::size_t first = unescaped_.size();
  unescaped_.append(text_, begin, at_ - begin);
  while (look() != '"') {
    if (at_ < text_.size() && !ends_string(text_[at_])) {
      unescaped_ += text_[at_++];
    } else {
      escape();
    }
  }
  ++at_;
  return std::string_view(unescaped_).substr(first);
}

void FlatObject::escape() {
  if (look() != '\\') fail("the end of a string");
  ++at_;
  static constexpr std::string_view kNames = "\"\\/bfnrt", kCharacters = "\"\\/\b\f\n\r\t";
  const std::size_t known = at_ < text_.size() ? kNames.find(text_[at_]) : std::string_view::npos;
  if (known == std::string_view::npos) return unicode();
  unescaped_ += kCharacters[known];
  ++at_;
}

/// Reads "u0041".
unsigned FlatObject::code_unit() {
  if (look() != 'u') fail("an escape");
  ++at_;
  unsigned unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    const char c = look();
    const std::size_t digit = kDigits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c + 'a' - 'A') : c);
    if (digit == std::string_view::npos) fail("four hexadecimal digits");
    unit = unit * 16 + static_cast<unsigned>(digit);
  }
  return unit;
}

void FlatObject::unicode() {
  unsigned code = code_unit();
  if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
    const std::size_t before = at_++;
    const unsigned low = code_unit();
    if (low >= 0xdc00 && low < 0xe000) {
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else {
      at_ = before;  // a character of its own
    }
  }
  append_utf8(unescaped_, code >= 0xd800 && code < 0xe000 ? kReplacement : code);
}

void FlatObject::value(Member& member) {
  const std::size_t begin = at_;
  const char c = look();
  if (c == '"') {
    member.kind = ValueKind::Text;
    member.value = string();
    return;
  }
  if (c == '-' || (c >= '0' && c <= '9')) {
    while (is_of_number(look())) ++at_;
    member.kind = ValueKind::Number;
  } else if (c == '{' || c == '[') {
    skip_nested();
    member.kind = ValueKind::Other;
  } else {
    while (look() >= 'a' && look() <= 'z') ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word != "null" && word != "true" && word != "false") fail("a value");
    member.kind = word == "null" ? ValueKind::Null : ValueKind::Other;
  }
  member.value = text_.substr(begin, at_ - begin);
}

void FlatObject::skip_nested() {
  std::size_t depth = 0;
  do {
    const char c = look();
    if (at_ >= text_.size()) fail("the end of a value");
    if (c == '"') {
      string();
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at_;
  } while (depth > 0);
}

}  // namespace topomorph::accounting

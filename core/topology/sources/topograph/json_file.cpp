// Reads JSON files, with the lines of their records for messages.
#include "core/topology/sources/topograph/json_file.h"

#include <iterator>

#include "core/base/error.h"
#include "core/base/line_reader.h"

namespace topomorph::topology {
namespace {

/// A parsed document takes tens of times the memory of its text, more the deeper it is. A machine's description is a
/// list of records: large ones have some megabytes.
constexpr std::uint64_t kLargestJson = std::uint64_t{64} << 20;
constexpr int kDeepestValue = 16;

/// Reads text for the parser, which takes one character after the other, and counts the lines.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::uint64_t& line) : at_(at), line_(&line) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::uint64_t* line_;
};

std::string text_of(const std::string& path) {
  LineReader reader(path, kLargestJson);
  std::string text;
  while (const auto line = reader.next()) text.append(*line).push_back('\n');
  return text;
}

}  // namespace

JsonFile read_json_file(const std::string& path) {
  using nlohmann::json;
  const std::string text = text_of(path);
  JsonFile file;
  std::uint64_t line = 1;
  const auto note_line = [&](int depth, json::parse_event_t event, json&) {
    if (depth >= kDeepestValue)
      throw InputError(path, line, "found values nested too deeply, expected 16 levels at most");
    if (depth == 2 && event == json::parse_event_t::object_start) file.record_lines.push_back(line);
    return true;
  };
  try {
    const char* const begin = text.data();
    file.document = json::parse(CountingIterator(begin, line), CountingIterator(begin + text.size(), line), note_line);
  } catch (const json::exception&) {
    throw InputError(path, line, "found text that is no JSON, expected a JSON object");
  }
  if (!file.document.is_object()) throw InputError(path, 1, "found no object, expected a JSON object");
  return file;
}

}  // namespace topomorph::topology

// Writes frames into a byte buffer, reads them back from one, with every length checked. Needs nothing but the C++
// library.
#pragma once

#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/error.h"
#include "core/wire/wire.h"

namespace topomorph::wire {

using Buffer = std::vector<char>;

/// One frame; the payload points into the buffer it was read from.
struct Frame {
  FrameType type = FrameType::End;
  std::span<const char> payload;
};

/// "Traffic", for messages.
const char* name(FrameType type);

/// "p2p", "collective", "one-sided": as the profile spells it; throws InputError for other numbers and words.
const char* name(Layer layer);
Layer layer_named(std::string_view name);

void append_frame(Buffer& buffer, FrameType type, std::span<const char> payload);

/// A frame whose payload is text.
void append_text(Buffer& buffer, FrameType type, std::string_view text);

/// A frame whose payload is an array of plain records (TrafficRecord, CallRecord, SizeRecord, std::uint64_t).
template <typename Record>
void append_records(Buffer& buffer, FrameType type, std::span<const Record> records) {
  static_assert(std::is_trivially_copyable_v<Record>);
  append_frame(buffer, type, {reinterpret_cast<const char*>(records.data()), records.size_bytes()});
}

/// Header at the start of `bytes`, or none where fewer bytes than a header are there. Throws InputError for bytes that
/// are no header.
std::optional<FrameHeader> peek_header(std::span<const char> bytes);

/// Reads a buffer frame by frame.
class FrameReader {
 public:
  explicit FrameReader(std::span<const char> bytes) : rest_(bytes) {}

  /// The next frame, none at the end of the buffer. Throws InputError for a damaged header and for a frame that is cut.
  std::optional<Frame> next();

 private:
  std::span<const char> rest_;
};

/// The payload as records. Throws InputError where its size is no multiple of a record's.
template <typename Record>
std::vector<Record> records(const Frame& frame) {
  if (frame.payload.size() % sizeof(Record) != 0) {
    throw InputError(std::string(name(frame.type)) + " frame of " + std::to_string(frame.payload.size()) +
                     " bytes: expected a multiple of " + std::to_string(sizeof(Record)));
  }
  std::vector<Record> result(frame.payload.size() / sizeof(Record));
  if (!result.empty()) {  // memcpy from or to null is undefined even for no bytes
    std::memcpy(result.data(), frame.payload.data(), frame.payload.size());
  }
  return result;
}

inline std::string_view text(const Frame& frame) { return {frame.payload.data(), frame.payload.size()}; }

/// The lines of a text payload, without their newlines.
std::vector<std::string> lines(std::string_view text);

using KeyValues = std::map<std::string, std::string>;

/// "key=value\n" lines; a newline or backslash in a value travels as "\n" and "\\".
std::string encode(const KeyValues& values);
/// Throws InputError for a line without '='.
KeyValues decode_key_values(std::string_view text);

/// The value as a number; throws InputError naming the key where it is absent or no number.
std::uint64_t unsigned_value(const KeyValues& values, const std::string& key);

}  // namespace topomorph::wire

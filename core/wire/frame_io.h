// Writes frames into a byte buffer or a file descriptor, and reads them back with every length checked. Needs only
// the C++ library.
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

/// One frame. The payload points into the buffer from which it was read.
struct Frame {
  FrameType type = FrameType::End;
  std::span<const char> payload;
};

/// Returns "Traffic" etc., for messages.
const char* name(FrameType type);

/// Convert a layer to and from its name in profiles: "p2p", "collective", "one-sided". Throw InputError for other
/// numbers and words.
const char* name(Layer layer);
Layer layer_named(std::string_view name);

/// Convert a reach to and from its name in profiles: "package", "host", "switch", "network". Throw InputError for
/// others.
const char* name(Reach reach);
Reach reach_named(std::string_view name);

void append_frame(Buffer& buffer, FrameType type, std::span<const char> payload);

/// Appends a frame whose payload is text.
void append_text(Buffer& buffer, FrameType type, std::string_view text);

/// Appends a frame whose payload is an array of records (TrafficRecord, CallRecord, SizeRecord, std::uint64_t).
template <typename Record>
void append_records(Buffer& buffer, FrameType type, std::span<const Record> records) {
  static_assert(std::is_trivially_copyable_v<Record>);
  append_frame(buffer, type, {reinterpret_cast<const char*>(records.data()), records.size_bytes()});
}

/// Returns the header at the start of `bytes`, or nothing if there are fewer bytes than a header. Throws InputError if
/// they are not a header.
std::optional<FrameHeader> peek_header(std::span<const char> bytes);

/// Reads a buffer frame by frame.
class FrameReader {
 public:
  explicit FrameReader(std::span<const char> bytes) : rest_(bytes) {}

  /// Returns the next frame, or nothing at the end of the buffer. Throws InputError for a damaged header or a cut
  /// frame.
  std::optional<Frame> next();

 private:
  std::span<const char> rest_;
};

/// Returns the payload as records. Throws InputError if its size is no multiple of a record's.
template <typename Record>
std::vector<Record> records(const Frame& frame) {
  if (frame.payload.size() % sizeof(Record) != 0) {
    throw InputError(std::string(name(frame.type)) + " frame of " + std::to_string(frame.payload.size()) +
                     " bytes: expected a multiple of " + std::to_string(sizeof(Record)));
  }
  std::vector<Record> result(frame.payload.size() / sizeof(Record));
  if (!result.empty()) {  // memcpy from or to null is undefined even for 0 bytes
    std::memcpy(result.data(), frame.payload.data(), frame.payload.size());
  }
  return result;
}

inline std::string_view text(const Frame& frame) { return {frame.payload.data(), frame.payload.size()}; }

/// Returns the lines of a text without their newlines.
std::vector<std::string> lines(std::string_view text);

using KeyValues = std::map<std::string, std::string>;

/// Returns "key=value\n" lines. A newline or backslash in a value is written as "\n" or "\\".
std::string encode(const KeyValues& values);
/// Throws InputError for a line without '='.
KeyValues decode_key_values(std::string_view text);

/// Returns a value as a number. Throws InputError with the key if it is absent or no number.
std::uint64_t unsigned_value(const KeyValues& values, const std::string& key);

/// Returns `otherwise` if the value is missing or no finite number.
double real_value(const KeyValues& values, const std::string& key, double otherwise = 0);

/// Reads frames one by one and holds one at a time. The buffer grows with the bytes that arrive, so that a false length
/// in a header costs no memory.
class FrameStream {
 public:
  /// Does not own the descriptor.
  explicit FrameStream(int descriptor) : descriptor_(descriptor) {}

  /// Returns the next frame, valid until the next call, or nothing at the end of the stream. Throws InputError for
  /// damaged and cut frames.
  std::optional<Frame> next();

 private:
  std::size_t fill(std::size_t wanted);

  int descriptor_;
  Buffer payload_;
};

/// Writes all bytes, in as many writes as the pipe needs. Throws InputError if the other end is closed or the disk is
/// full.
void write_all(int descriptor, std::span<const char> bytes);

}  // namespace topomorph::wire

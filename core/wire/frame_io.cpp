// Converts frames to bytes and back.
#include "core/wire/frame_io.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

#include <unistd.h>

#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::wire {

namespace {

constexpr std::array<std::pair<Layer, const char*>, 3> kLayers = {
    {{Layer::PointToPoint, "p2p"}, {Layer::Collective, "collective"}, {Layer::OneSided, "one-sided"}}};

constexpr std::array<const char*, 23> kFrames = {
    "",          "Meta",    "Process",      "Phases",   "Traffic",     "Calls", "Sizes",  "Members",
    "Locations", "Cpusets", "Paths",        "Plan",     "Summary",     "Error", "End",    "Grid",
    "Slots",     "Groups",  "GroupTraffic", "Channels", "TraceGroups", "Steps", "Network"};

constexpr std::array<const char*, kReaches> kReachNames = {"package", "host", "switch", "network"};

std::string escaped(std::string_view value) {
  std::string result;
  for (const char c : value) {
    if (c == '\n') {
      result += "\\n";
    } else {
      result.append(c == '\\' ? 2 : 1, c);
    }
  }
  return result;
}

std::string unescaped(std::string_view value) {
  std::string result;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) {
      ++i;
      result += value[i] == 'n' ? '\n' : value[i];
    } else {
      result += value[i];
    }
  }
  return result;
}

}  // namespace

const char* name(FrameType type) {
  const auto number = static_cast<std::size_t>(type);
  return number >= 1 && number < kFrames.size() ? kFrames[number] : "unknown";
}

const char* name(Layer layer) {
  for (const auto& [known, word] : kLayers) {
    if (known == layer) {
      return word;
    }
  }
  throw InputError("layer " + std::to_string(static_cast<std::uint32_t>(layer)) + ": expected 0, 1 or 2");
}

const char* name(Reach reach) {
  const auto number = static_cast<std::size_t>(reach);
  if (number < kReachNames.size()) return kReachNames[number];
  throw InputError("reach " + std::to_string(number) + ": expected 0 to 3");
}

Reach reach_named(std::string_view word) {
  for (std::uint32_t reach = 0; reach < kReaches; ++reach) {
    if (kReachNames[reach] == word) return Reach{reach};
  }
  throw InputError("reach '" + std::string(word) + "': expected package, host, switch or network");
}

Layer layer_named(std::string_view word) {
  for (const auto& [layer, known] : kLayers) {
    if (word == known) {
      return layer;
    }
  }
  throw InputError("layer '" + std::string(word) + "': expected p2p, collective or one-sided");
}

void append_frame(Buffer& buffer, FrameType type, std::span<const char> payload) {
  FrameHeader header;
  header.type = type;
  header.bytes = payload.size();
  const auto* first = reinterpret_cast<const char*>(&header);
  buffer.insert(buffer.end(), first, first + sizeof header);
  buffer.insert(buffer.end(), payload.begin(), payload.end());
}

void append_text(Buffer& buffer, FrameType type, std::string_view text) {
  append_frame(buffer, type, {text.data(), text.size()});
}

std::optional<FrameHeader> peek_header(std::span<const char> bytes) {
  FrameHeader header;
  if (bytes.size() < sizeof header) {
    return std::nullopt;
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto type = static_cast<std::size_t>(header.type);
  if (header.magic != FrameHeader().magic || type < 1 || type >= kFrames.size()) {
    throw InputError("damaged record: no frame header where one was expected");
  }
  return header;
}

std::optional<Frame> FrameReader::next() {
  if (rest_.empty()) {
    return std::nullopt;
  }
  const auto header = peek_header(rest_);
  if (!header) {
    throw InputError("record is cut inside a frame header");
  }
  const auto body = rest_.subspan(sizeof(FrameHeader));
  if (header->bytes > body.size()) {
    throw InputError("record is cut: " + std::string(name(header->type)) + " frame of " +
                     std::to_string(header->bytes) + " bytes has " + std::to_string(body.size()));
  }
  rest_ = body.subspan(header->bytes);
  return Frame{header->type, body.first(header->bytes)};
}

std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const auto end = text.find('\n');
    result.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return result;
}

std::string encode(const KeyValues& values) {
  std::string result;
  for (const auto& [key, value] : values) {
    result += key + "=" + escaped(value) + "\n";
  }
  return result;
}

KeyValues decode_key_values(std::string_view text) {
  KeyValues result;
  for (const std::string& line : lines(text)) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) {
      throw InputError("'" + beginning_of(line) + "': expected key=value");
    }
    result[line.substr(0, equals)] = unescaped(std::string_view(line).substr(equals + 1));
  }
  return result;
}

std::uint64_t unsigned_value(const KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  if (found == values.end()) {
    throw InputError("no '" + key + "' where one was expected");
  }
  const std::string& value = found->second;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) {
    throw InputError(key + " is '" + beginning_of(value) + "': expected a number");
  }
  return number;
}

double real_value(const KeyValues& values, const std::string& key, double otherwise) {
  const auto found = values.find(key);
  return found == values.end() ? otherwise : parse_real(found->second).value_or(otherwise);
}

namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;

ssize_t read_some(int descriptor, char* to, std::size_t wanted) {
  ssize_t got = 0;
  do {
    got = read(descriptor, to, wanted);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    throw InputError(std::string("frames cannot be read: ") + std::strerror(errno));
  }
  return got;
}

}  // namespace

/// Fills payload_ with up to `wanted` bytes; fewer at the end of the stream.
std::size_t FrameStream::fill(std::size_t wanted) {
  payload_.clear();
  std::size_t filled = 0;
  while (filled < wanted) {
    payload_.resize(filled + std::min(wanted - filled, kStep));
    const ssize_t got = read_some(descriptor_, payload_.data() + filled, payload_.size() - filled);
    if (got == 0) {
      break;
    }
    filled += static_cast<std::size_t>(got);
  }
  payload_.resize(filled);
  return filled;
}

std::optional<Frame> FrameStream::next() {
  const std::size_t got = fill(sizeof(FrameHeader));
  if (got == 0) {
    return std::nullopt;
  }
  const auto header = peek_header(payload_);
  if (!header) {
    throw InputError("record is cut inside a frame header");
  }
  if (fill(header->bytes) < header->bytes) {
    throw InputError("record is cut inside a " + std::string(name(header->type)) + " frame");
  }
  return Frame{header->type, payload_};
}

void write_all(int descriptor, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      throw InputError(std::string("frames cannot be written: ") + std::strerror(errno));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

}  // namespace topomorph::wire

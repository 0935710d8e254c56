// Text files line by line through one buffer, with the line number at hand for error messages.
#include "core/support/line_reader.h"

#include <cerrno>
#include <cstring>

#include "core/support/error.h"

namespace topomorph {

namespace {
constexpr std::size_t kFirstBuffer = std::size_t{1} << 18;
}

LineReader::LineReader(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {
  if (!file_) throw InputError(path, 0, std::string("cannot be read: ") + std::strerror(errno));
  buffer_.resize(kFirstBuffer);
}

bool LineReader::refill() {
  if (at_end_) return false;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (got == 0 && std::ferror(file_.get())) {
    throw InputError(path_, 0, std::string("cannot be read: ") + std::strerror(errno));
  }
  at_end_ = got == 0;
  end_ += got;
  return got > 0;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t scanned = 0;
  const char* newline = nullptr;
  do {
    newline = static_cast<const char*>(std::memchr(buffer_.data() + begin_ + scanned, '\n', end_ - begin_ - scanned));
    scanned = end_ - begin_;
  } while (newline == nullptr && refill());
  if (newline == nullptr && begin_ == end_) return std::nullopt;

  const char* const first = buffer_.data() + begin_;
  const char* const last = newline != nullptr ? newline : buffer_.data() + end_;
  std::string_view line(first, static_cast<std::size_t>(last - first));
  begin_ += line.size() + (newline != nullptr ? 1 : 0);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  ++line_;
  return line;
}

void LineReader::fail(const std::string& message) const { throw InputError(path_, line_, message); }

std::string_view Words::next() {
  const std::size_t start = rest_.find_first_not_of(separators_);
  if (start == std::string_view::npos) return rest_ = {};
  const std::size_t stop = std::min(rest_.find_first_of(separators_, start), rest_.size());
  const std::string_view word = rest_.substr(start, stop - start);
  rest_.remove_prefix(stop);
  return word;
}

}  // namespace topomorph

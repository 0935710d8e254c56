// Reads files of records line by line.
#include "core/accounting/reading.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "core/accounting/byte_source.h"
#include "core/base/error.h"

namespace topomorph::accounting {

namespace {

/// Cuts bytes into lines. Holds at most one line; of a longer one than kLongestRecord, only that it is too long.
class LineCutter {
 public:
  /// Calls work(line, is_whole) for each line that ends in `bytes`.
  template <typename Work>
  void cut(std::string_view bytes, Work work) {
    while (!bytes.empty()) {
      const auto* const newline = static_cast<const char*>(std::memchr(bytes.data(), '\n', bytes.size()));
      if (newline == nullptr) return keep(bytes);
      const auto length = static_cast<std::size_t>(newline - bytes.data());
      if (begun_.empty() && !is_cut_) {
        work(bytes.substr(0, length), length <= kLongestRecord);
      } else {
        keep(bytes.substr(0, length));
        finish(work);
      }
      bytes.remove_prefix(length + 1);
    }
  }

  /// Calls `work` for a last line without a newline.
  template <typename Work>
  void finish(Work work) {
    if (!begun_.empty() || is_cut_) work(std::string_view(begun_), !is_cut_);
    begun_.clear();
    is_cut_ = false;
  }

 private:
  void keep(std::string_view bytes) {
    is_cut_ = is_cut_ || begun_.size() + bytes.size() > kLongestRecord;
    if (!is_cut_) begun_ += bytes;
  }

  std::string begun_;  // of a line that the last bytes did not end
  bool is_cut_ = false;
};

class Reader {
 public:
  Reader(const Period& period, const std::function<void(const JobRecord&)>& use) : period_(period), use_(use) {}

  /// Reads a file. Calls step() after each piece of it. A file whose rest cannot be read counts as damaged.
  void read(ByteSource& source, const std::string& name, const std::function<void()>& step) {
    name_ = name;
    line_ = 0;
    LineCutter cutter;
    const auto take = [this](std::string_view line, bool is_whole) { add(line, is_whole); };
    try {
      for (std::string_view bytes = source.next(); !bytes.empty(); bytes = source.next()) {
        cutter.cut(bytes, take);
        step();
      }
    } catch (const InputError& error) {
      if (reading_.damaged.count++ == 0) reading_.damaged.first = error.what();
    }
    cutter.finish(take);
    reading_.bytes += source.bytes_read();
  }

  const Reading& reading() const { return reading_; }

 private:
  void add(std::string_view line, bool is_whole) {
    ++line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_whole && line.empty()) return;
    ++reading_.lines;
    try {
      if (!is_whole) throw InputError(fmt::format("found a line of more than {} bytes", kLongestRecord));
      const RecordLine parsed(line);
      if (parsed.record() != nullptr) return use_if_in_period(*parsed.record());
      if (reading_.foreign.count++ == 0) reading_.foreign.first = fmt::format("{}:{}", name_, line_);
    } catch (const InputError& error) {
      if (reading_.damaged.count++ == 0) reading_.damaged.first = InputError(name_, line_, error.what()).what();
    }
  }

  void use_if_in_period(const JobRecord& record) {
    if (record.end) {
      const auto end = static_cast<std::int64_t>(*record.end);
      if ((period_.since && end < *period_.since) || (period_.until && end >= *period_.until)) {
        ++reading_.outside;
        return;
      }
      reading_.first_end = std::min(reading_.first_end.value_or(end), end);
      reading_.last_end = std::max(reading_.last_end.value_or(end), end);
    } else if (period_.since || period_.until) {
      ++reading_.undated;
      return;
    }
    ++reading_.records;
    use_(record);
  }

  const Period& period_;
  const std::function<void(const JobRecord&)>& use_;
  std::string name_;  // of the file being read
  std::uint64_t line_ = 0;
  Reading reading_;
};

/// Returns the bytes of all files; nothing if one is a pipe. Opens none: a pipe can be opened once. Throws InputError
/// for a file that cannot be read, before the others take their time.
std::optional<std::uint64_t> size_of(std::span<const std::string> files) {
  std::optional<std::uint64_t> size = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (file != kStandardInput && access(file.c_str(), R_OK) != 0) {
      throw InputError(file, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    const auto bytes = std::filesystem::file_size(file, error);
    size = size && !error ? std::optional(*size + bytes) : std::nullopt;
  }
  return size;
}

}  // namespace

Reading read_records(std::span<const std::string> files, const Period& period,
                     const std::function<void(const JobRecord&)>& use, const std::function<void(double)>& progress) {
  const std::optional<std::uint64_t> size = size_of(files);
  Reader reader(period, use);
  for (const std::string& file : files) {
    ByteSource source(file);
    const auto step = [&] {
      const std::uint64_t done = reader.reading().bytes + source.bytes_read();
      if (progress && size) progress(static_cast<double>(done) / static_cast<double>(*size));
    };
    reader.read(source, file == kStandardInput ? "standard input" : file, step);
  }
  return reader.reading();
}

}  // namespace topomorph::accounting

// Reads files of records line by line.
#include "core/accounting/reading.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

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
      reading_.damaged.add(error.what());
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
      reading_.foreign.add(fmt::format("{}:{}", name_, line_));
    } catch (const InputError& error) {
      reading_.damaged.add(InputError(name_, line_, error.what()).what());
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

/// Opens a file; nothing if a folder has it and it cannot be read, which is counted.
std::optional<ByteSource> opened(const RecordFile& file, Places& skipped) {
  if (!file.is_of_folder) return std::optional<ByteSource>(std::in_place, file.path);
  try {
    return std::optional<ByteSource>(std::in_place, file.path, Links::Refused);
  } catch (const InputError& error) {
    skipped.add(error.what());
    return std::nullopt;
  }
}

}  // namespace

Reading read_records(std::span<const std::string> files, const Period& period,
                     const std::function<void(const JobRecord&)>& use, const std::function<void(double)>& progress) {
  RecordFiles found = find_record_files(files);
  Reader reader(period, use);
  for (const RecordFile& file : found.files) {
    auto source = opened(file, found.skipped);
    if (!source) continue;
    const auto step = [&] {
      const std::uint64_t done = reader.reading().bytes + source->bytes_read();
      if (progress && found.bytes) progress(static_cast<double>(done) / static_cast<double>(*found.bytes));
    };
    reader.read(*source, file.path == kStandardInput ? "standard input" : file.path, step);
  }
  Reading reading = reader.reading();
  reading.skipped = std::move(found.skipped);
  return reading;
}

}  // namespace topomorph::accounting

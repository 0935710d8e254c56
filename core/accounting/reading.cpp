// Reads files of records line by line.
#include "core/accounting/reading.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/accounting/byte_source.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::accounting {

namespace {

class Reader {
 public:
  Reader(const ReadingOptions& options, Accounts& accounts, const std::function<void(const JobRecord&)>& use)
      : options_(options),
        accounts_(accounts),
        screening_(accounts.limits(), most_node_hours(options.period, accounts.limits(), std::time(nullptr))),
        use_(use) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Reads a file. Calls step() after each piece of it. A file whose rest cannot be read counts as damaged.
  void read(ByteSource& source, const std::string& name, const std::function<void()>& step) {
    name_ = name;
    line_ = 0;
    owner_ = accounts_.owner_of(source.status());
    if (is_again(source.status())) return reading_.skipped.add(name_ + ": is the same file as one before");
    spend(kFileCost);
    source.end_after(left());
    try {
      read_text(source, step);
    } catch (const InputError& error) {
      reading_.damaged.add(error.what());
    }
    reading_.bytes += source.bytes_read();
    note_holes(source.bytes_never_written());
  }

  /// Notes, and returns, whether the file's owner may have no more read: then it need not be opened.
  bool is_used_up(const RecordFile& file) {
    const auto status = file.folder ? file.folder->look(file.name) : std::nullopt;
    if (!status || !S_ISREG(status->st_mode)) return false;
    owner_ = accounts_.owner_of(file_status(*status, true));
    name_ = file.shown;
    if (left() == 0) note_excess();
    return left() == 0;
  }

  Reading& reading() { return reading_; }

 private:
  bool is_again(const FileStatus& file) { return file.is_regular && !seen_.insert({file.device, file.inode}).second; }

  void spend(std::uint64_t bytes) { owner_.account->bytes += bytes; }

  /// Returns the bytes that the owner of the file may still have read.
  std::uint64_t left() const {
    const std::uint64_t most = owner_.account->is_limited() ? accounts_.limits().most_bytes : ~std::uint64_t{0};
    return most - std::min(most, owner_.account->bytes);
  }

  void read_text(ByteSource& source, const std::function<void()>& step) {
    LineCutter cutter;
    const auto take = [this](std::string_view line, bool is_whole) { add(line, is_whole); };
    std::uint64_t read = 0, text = 0;
    while (!is_too_much(source, text)) {
      const std::string_view bytes = source.next();
      spend(std::max<std::uint64_t>(bytes.size(), source.bytes_read() - read));
      read = source.bytes_read();
      text += bytes.size();
      if (bytes.empty()) break;
      if (source.is_after_hole()) cutter.finish(take);
      cutter.cut(bytes, take);
      step();
    }
    cutter.finish(take);
  }

  /// Notes, and returns, whether the rest of the file is not read.
  bool is_too_much(const ByteSource& source, std::uint64_t text) {
    if (!owner_.account->is_limited()) return false;
    const bool is_bomb = text > kFreeText && text / kMostUnpacked > source.bytes_read();
    if (is_bomb) {
      owner_.account->excess.add_with([&] {
        return fmt::format("{}: {} of it unpack to more than {} times as much", name_, volume_text(source.bytes_read()),
                           kMostUnpacked);
      });
    } else if (left() == 0) {
      note_excess();
    }
    return is_bomb || left() == 0;
  }

  void note_excess() {
    owner_.account->excess.add_with([&] {
      return fmt::format("{}: with this file its owner has more than {} of text (--max-megabytes)", name_,
                         volume_text(accounts_.limits().most_bytes));
    });
  }

  void note_holes(std::uint64_t bytes) {
    if (bytes == 0) return;
    owner_.account->holes.add_with(
        [&] { return fmt::format("{}: {} of it were never written", name_, volume_text(bytes)); });
  }

  void add(std::string_view line, bool is_whole) {
    ++line_;
    if (line.size() < kLineCost) spend(kLineCost - line.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_whole && line.empty()) return;
    ++reading_.lines;
    try {
      if (!is_whole) throw InputError(fmt::format("found a line of more than {} bytes", kLongestRecord));
      RecordLine parsed(line);
      if (parsed.record() != nullptr) return use_if_in_period(*parsed.record(), owner_of_line(parsed.before()));
      reading_.foreign.add_with([this] { return fmt::format("{}:{}", name_, line_); });
    } catch (const InputError& error) {
      spend(kDamageCost);
      reading_.damaged.add_with([&] { return place(error.what()); });
    }
  }

  /// Returns the place of the line with what is wrong there, if it may be said: it quotes the line.
  std::string place(const std::string& what) const {
    if (options_.naming == Naming::Hidden) return fmt::format("{}:{}", name_, line_);
    return InputError(name_, line_, what).what();
  }

  /// The file's owner; of a line that a collector has from somebody, the sender.
  const FileOwner& owner_of_line(std::string_view before) {
    if (owner_.account->is_limited() || before.find_first_not_of(" \t") == std::string_view::npos) return owner_;
    if (options_.sender_mark.empty()) {
      ++reading_.relayed;
      return owner_;
    }
    return sender_ = accounts_.owner_of_sender(sender_in(before));
  }

  /// Returns the number behind the first mark: what the sender has written comes later.
  std::optional<std::uint32_t> sender_in(std::string_view before) const {
    const std::size_t mark = before.find(options_.sender_mark);
    if (mark == std::string_view::npos) return std::nullopt;
    const std::string_view behind = before.substr(mark + options_.sender_mark.size());
    const auto number = parse_count(behind.substr(0, behind.find_first_not_of("0123456789")));
    if (!number || *number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
  }

  void use_if_in_period(JobRecord& record, const FileOwner& owner) {
    if (!is_in_period(record)) return;
    screening_.attribute(record, owner, place_);
    if (!screening_.admits(record, place_)) {
      ++reading_.impossible;
      return;
    }
    if (record.end) {
      const auto end = static_cast<std::int64_t>(*record.end);
      reading_.first_end = std::min(reading_.first_end.value_or(end), end);
      reading_.last_end = std::max(reading_.last_end.value_or(end), end);
    }
    ++reading_.records;
    use_(record);
  }

  bool is_in_period(const JobRecord& record) {
    const Period& period = options_.period;
    if (!period.since && !period.until) return true;
    if (!record.end) {
      ++reading_.undated;
      return false;
    }
    const auto end = static_cast<std::int64_t>(*record.end);
    const bool is_in = (!period.since || end >= *period.since) && (!period.until || end < *period.until);
    if (!is_in) ++reading_.outside;
    return is_in;
  }

  const ReadingOptions& options_;
  Accounts& accounts_;
  Screening screening_;
  const std::function<void(const JobRecord&)>& use_;
  const Screening::Place place_ = [this](const std::string& what) { return place(what); };
  std::string name_;          // of the file being read
  FileOwner owner_, sender_;  // of the file being read, and of the last line that a collector has of others
  std::uint64_t line_ = 0;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;  // regular files, by device and inode
  Reading reading_;
};

/// Opens a file; nothing if a folder has it and it cannot be read, which is counted.
std::optional<ByteSource> opened(const RecordFile& file, Places& skipped) {
  if (!file.folder) return std::optional<ByteSource>(std::in_place, file.name, file.shown);
  try {
    return std::optional<ByteSource>(std::in_place, *file.folder, file.name, file.shown);
  } catch (const InputError& error) {
    skipped.add(error.what());
    return std::nullopt;
  }
}

}  // namespace

Reading read_records(std::span<const std::string> files, const ReadingOptions& options, Accounts& accounts,
                     const std::function<void(const JobRecord&)>& use, const std::function<void(double)>& progress) {
  RecordFiles found = find_record_files(files, options.naming, accounts);
  Reader reader(options, accounts, use);
  reader.reading().skipped = found.skipped;
  std::uint64_t passed = 0;
  for (const RecordFile& file : found.files) {
    if (reader.is_used_up(file)) continue;
    auto source = opened(file, reader.reading().skipped);
    if (!source) continue;
    const auto done = [&] { return source->bytes_read() + source->bytes_never_written(); };
    const auto step = [&] {
      if (progress && found.bytes) progress(static_cast<double>(passed + done()) / static_cast<double>(*found.bytes));
    };
    reader.read(*source, file.shown, step);
    passed += source->size().value_or(done());
  }
  return std::move(reader.reading());
}

}  // namespace topomorph::accounting

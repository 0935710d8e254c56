// Lists folders of records, and checks what was named by hand.
#include "core/accounting/record_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/trusted_path.h"

namespace topomorph::accounting {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNoRecords = "is no regular file *.jsonl or *.jsonl.zst";

bool has_records(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code error;
  return (name.ends_with(".jsonl") || name.ends_with(".jsonl.zst")) &&
         entry.symlink_status(error).type() == fs::file_type::regular;
}

std::vector<fs::directory_entry> entries_of(const std::string& folder, const std::string& shown) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  for (fs::directory_iterator each(folder, error); !error && each != fs::directory_iterator(); each.increment(error)) {
    entries.push_back(*each);
  }
  if (error) throw InputError(shown, 0, fmt::format("cannot be read: {}", error.message()));
  std::sort(entries.begin(), entries.end());
  return entries;
}

void add_bytes(RecordFiles& found, std::optional<std::uint64_t> bytes) {
  found.bytes = found.bytes && bytes ? std::optional(*found.bytes + *bytes) : std::nullopt;
}

/// Whether the operand, which a shell may have found in a folder of many users, is another user's link, pipe or device.
bool is_planted(const std::string& operand) {
  struct stat status {};
  if (operand == kStandardInput || lstat(operand.c_str(), &status) != 0) return false;
  return !is_of_caller_or_root(status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode) &&
         !S_ISCHR(status.st_mode);
}

/// Adds files of operands and folders, and names them.
class Finder {
 public:
  explicit Finder(Naming naming) : naming_(naming) {}

  /// `number` is that of the operand, from 1.
  void add(const std::string& operand, std::size_t number) {
    const std::string shown = is_hidden() ? fmt::format("operand {}", number) : operand;
    std::error_code error;
    if (is_planted(operand))
      return found_.skipped.add_with([&] { return shown + ": is of another user and no regular file: passed over"; });
    if (fs::is_directory(operand, error)) return add_folder(operand, shown);
    add_bytes(found_, ByteSource(operand, Links::Followed, is_hidden() ? shown : "").size());  // opens and closes it
    add_file(operand, false);
  }

  RecordFiles take() { return std::move(found_); }

 private:
  bool is_hidden() const { return naming_ == Naming::Hidden; }

  void add_folder(const std::string& folder, const std::string& shown) {
    for (const fs::directory_entry& entry : entries_of(folder, shown)) {
      const std::string path = entry.path().string();
      if (!has_records(entry)) {
        found_.skipped.add_with([&] { return (is_hidden() ? shown : path) + ": " + kNoRecords; });
        continue;
      }
      std::error_code error;
      const std::uintmax_t bytes = entry.file_size(error);
      add_bytes(found_, error ? 0 : bytes);
      add_file(path, true);
    }
  }

  void add_file(const std::string& path, bool is_of_folder) {
    const std::string plain = path == kStandardInput ? "standard input" : path;
    found_.files.push_back({path, is_hidden() ? fmt::format("file {}", found_.files.size() + 1) : plain, is_of_folder});
  }

  Naming naming_;
  RecordFiles found_;
};

}  // namespace

RecordFiles find_record_files(std::span<const std::string> operands, Naming naming) {
  Finder finder(naming);
  for (std::size_t i = 0; i < operands.size(); ++i) finder.add(operands[i], i + 1);
  return finder.take();
}

}  // namespace topomorph::accounting

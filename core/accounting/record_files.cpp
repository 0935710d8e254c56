// Lists folders of records, and checks what was named by hand.
#include "core/accounting/record_files.h"

#include <filesystem>
#include <map>
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

constexpr const char* kTooMany = "is one of more files than are read of one owner";
constexpr const char* kNoRecords = "is no regular file *.jsonl or *.jsonl.zst";

bool has_records(const std::string& name, const std::optional<struct stat>& status) {
  return (name.ends_with(".jsonl") || name.ends_with(".jsonl.zst")) && status && S_ISREG(status->st_mode);
}

void add_bytes(RecordFiles& found, std::optional<std::uint64_t> bytes) {
  found.bytes = found.bytes && bytes ? std::optional(*found.bytes + *bytes) : std::nullopt;
}

/// Looks at an operand, which a shell may have found in a folder of many users; nothing unless it is another user's.
std::optional<struct stat> look_at_others(const std::string& operand) {
  struct stat status {};
  if (operand == kStandardInput || lstat(operand.c_str(), &status) != 0) return std::nullopt;
  return is_of_caller_or_root(status) ? std::nullopt : std::optional(status);
}

/// Whether the operand is another user's link, pipe or device.
bool is_planted(const std::string& operand) {
  const auto status = look_at_others(operand);
  return status && !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode) && !S_ISCHR(status->st_mode);
}

/// Adds files of operands and folders, and names them.
class Finder {
 public:
  Finder(Naming naming, Accounts& accounts) : naming_(naming), accounts_(accounts) {}

  /// `number` is that of the operand, from 1.
  void add(const std::string& operand, std::size_t number) {
    const std::string shown = is_hidden() ? fmt::format("operand {}", number) : operand;
    std::error_code error;
    if (is_planted(operand))
      return found_.skipped.add_with([&] { return shown + ": is of another user and no regular file: passed over"; });
    if (fs::is_directory(operand, error)) return add_folder(operand, shown);
    add_bytes(found_, ByteSource(operand, is_hidden() ? shown : "").size());  // opens and closes it
    add_file(operand, operand == kStandardInput ? "standard input" : operand, nullptr);
  }

  RecordFiles take() { return std::move(found_); }

 private:
  bool is_hidden() const { return naming_ == Naming::Hidden; }

  void add_folder(const std::string& operand, const std::string& shown) {
    try {
      add_files(std::make_shared<const Folder>(operand), shown);
    } catch (const InputError& error) {
      const std::string what = std::string(error.what()).replace(0, operand.size(), shown);
      if (!look_at_others(operand)) throw InputError(what);
      found_.skipped.add(what + ": passed over");
    }
  }

  void add_files(const std::shared_ptr<const Folder>& folder, const std::string& shown) {
    for (const std::string& name : folder->names()) {
      const auto status = folder->look(name);
      const bool has = has_records(name, status);
      if (has && takes_file(*status)) {
        add_bytes(found_, static_cast<std::uint64_t>(status->st_size));
        add_file(name, folder->path_of(name), folder);
        continue;
      }
      found_.skipped.add_with([&] {
        return fmt::format("{}: {}", is_hidden() ? shown : folder->path_of(name), has ? kTooMany : kNoRecords);
      });
    }
  }

  /// Returns whether the owner may have one more file, and counts it.
  bool takes_file(const struct stat& status) {
    const Account* const owner = accounts_.owner_of(file_status(status, true)).account;
    return !owner->is_limited() || files_of_[owner]++ < kMostFilesOfOwner;
  }

  void add_file(const std::string& name, const std::string& shown, std::shared_ptr<const Folder> folder) {
    found_.files.push_back(
        {name, is_hidden() ? fmt::format("file {}", found_.files.size() + 1) : shown, std::move(folder)});
  }

  Naming naming_;
  Accounts& accounts_;
  std::map<const Account*, std::size_t> files_of_;  // in folders, of limited accounts
  RecordFiles found_;
};

}  // namespace

RecordFiles find_record_files(std::span<const std::string> operands, Naming naming, Accounts& accounts) {
  Finder finder(naming, accounts);
  for (std::size_t i = 0; i < operands.size(); ++i) finder.add(operands[i], i + 1);
  return finder.take();
}

}  // namespace topomorph::accounting

// Lists folders of records, and checks what was named by hand.
#include "core/accounting/record_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::accounting {

namespace {

namespace fs = std::filesystem;

bool has_records(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code error;
  return (name.ends_with(".jsonl") || name.ends_with(".jsonl.zst")) &&
         entry.symlink_status(error).type() == fs::file_type::regular;
}

std::vector<fs::directory_entry> entries_of(const std::string& folder) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  for (fs::directory_iterator each(folder, error); !error && each != fs::directory_iterator(); each.increment(error)) {
    entries.push_back(*each);
  }
  if (error) throw InputError(folder, 0, fmt::format("cannot be read: {}", error.message()));
  std::sort(entries.begin(), entries.end());
  return entries;
}

void add_bytes(RecordFiles& found, std::optional<std::uint64_t> bytes) {
  found.bytes = found.bytes && bytes ? std::optional(*found.bytes + *bytes) : std::nullopt;
}

void add_folder(const std::string& folder, RecordFiles& found) {
  for (const fs::directory_entry& entry : entries_of(folder)) {
    const std::string path = entry.path().string();
    if (!has_records(entry)) {
      found.skipped.add(path + ": is no regular file *.jsonl or *.jsonl.zst");
      continue;
    }
    std::error_code error;
    const std::uintmax_t bytes = entry.file_size(error);
    add_bytes(found, error ? 0 : bytes);
    found.files.push_back({path, true});
  }
}

}  // namespace

RecordFiles find_record_files(std::span<const std::string> operands) {
  RecordFiles found;
  for (const std::string& operand : operands) {
    std::error_code error;
    if (fs::is_directory(operand, error)) {
      add_folder(operand, found);
      continue;
    }
    add_bytes(found, ByteSource(operand).size());  // opens it, and closes it again
    found.files.push_back({operand, false});
  }
  return found;
}

}  // namespace topomorph::accounting

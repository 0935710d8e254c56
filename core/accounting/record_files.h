// Finds the files of records: those named by hand, and those in folders.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/accounting/byte_source.h"

namespace topomorph::accounting {

/// Whether what is read may be named. Hidden: names of files and what damaged records say are in no message, for pages
/// that leave the centre.
enum class Naming { Plain, Hidden };

struct RecordFile {
  std::string name;   ///< in the folder; of an operand, the path
  std::string shown;  ///< as messages name it: the path, or "file 3"
  /// The folder, held open: users may have put anything there, so what cannot be read must not end the command. Null:
  /// the file is an operand.
  std::shared_ptr<const Folder> folder = nullptr;
};

struct RecordFiles {
  std::vector<RecordFile> files;
  std::optional<std::uint64_t> bytes = 0;  ///< of all files; nothing if one is a pipe
  Places skipped;                          ///< what folders have beside regular files *.jsonl and *.jsonl.zst
};

/// Returns the operands in their order, and in the place of a folder its files in the order of their names. Folders in
/// folders and symbolic links in them are skipped. Folders are opened by the rules of TrustedPath, once: users may
/// exchange theirs meanwhile. Opens no file of a folder. Throws InputError for an operand that cannot be read, before
/// any takes its time; what another user has made unreadable is skipped. Memory grows with the number of files in a
/// folder.
RecordFiles find_record_files(std::span<const std::string> operands, Naming naming, Accounts& accounts);

/// The most files in folders that are read of one account of limited trust. The others are skipped.
inline constexpr std::size_t kMostFilesOfOwner = 100'000;

}  // namespace topomorph::accounting

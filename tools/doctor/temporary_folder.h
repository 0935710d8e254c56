// A folder of the doctor's own for the files of its job, which removes nothing but itself.
#pragma once

#include <string>

#include "core/base/folder.h"

namespace topomorph::doctor {

/// The folder is held open. The destructor removes what is in it by the descriptor, and then its name, if the name is
/// still this folder's.
class TemporaryFolder {
 public:
  /// Makes the folder in `where`. Throws InputError, also where others than the caller and root could exchange it: then
  /// its path could lead the job to another folder of the caller's.
  explicit TemporaryFolder(const std::string& where);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const Folder& folder() const { return folder_; }

 private:
  Folder outer_;
  std::string name_;
  Folder folder_;
};

}  // namespace topomorph::doctor

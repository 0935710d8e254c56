// Makes a folder for the files of the doctor's job, and removes nothing but that folder.
#include "tools/doctor/temporary_folder.h"

#include <exception>

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/trusted_path.h"
#include "core/store/store.h"

namespace topomorph::doctor {

namespace {

/// Whether another user can rename what the caller makes in this folder. The sticky bit keeps all from it but the
/// folder's owner.
bool others_may_exchange(const Folder& outer) {
  const struct stat status = outer.status();
  const bool keeps_names = (status.st_mode & S_ISVTX) != 0 && is_of_caller_or_root(status);
  struct stat own {};
  own.st_uid = geteuid();
  return !keeps_names && others_may_name(own, outer.descriptor(), status);
}

std::string made_in(const Folder& outer) {
  if (others_may_exchange(outer))
    throw InputError(outer.path(), 0, "others may rename what is made there: expected a folder of yours, or like /tmp");
  std::string name = "topomorph-doctor-" + store::new_run_id();
  if (!outer.make(name, S_IRWXU)) throw InputError(outer.path_of(name), 0, "is there already");
  return name;
}

void remove_all_in(const Folder& folder) {
  for (const std::string& name : folder.names()) {
    if (folder.remove(name)) continue;
    remove_all_in(folder.enter(name));
    folder.remove_folder(name);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& where)
    : outer_(where), name_(made_in(outer_)), folder_(outer_.enter(name_)) {}

TemporaryFolder::~TemporaryFolder() {
  try {
    remove_all_in(folder_);
    const auto there = outer_.look(name_);
    if (there && is_same_file(*there, folder_.status())) outer_.remove_folder(name_);
  } catch (const std::exception&) {
    return;  // it stays, as small as it is
  }
}

}  // namespace topomorph::doctor

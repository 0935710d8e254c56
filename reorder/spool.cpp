// Writes records without memory, locks or MPI.
#include "reorder/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file_name.h"
#include "core/base/folder.h"
#include "core/wire/raw_writer.h"
#include "core/wire/record_name.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/raw_record.h"
#include "reorder/process_record.h"
#include "runtime/process/message.h"

namespace topomorph::reorder {
namespace {

/// Returns "mpi_seconds=1.000002\n".
process::FixedString time_in_mpi() {
  const std::uint64_t microseconds = monitoring::mpi_nanoseconds() / 1000, part = microseconds % 1'000'000;
  process::FixedString line("mpi_seconds=");
  line << microseconds / 1'000'000 << ".";
  for (std::uint64_t digit = 100'000; digit > 1 && part < digit; digit /= 10) line << "0";
  return line << part << "\n";
}

/// Describes an error; strerror() is not allowed in signal handlers.
std::string_view words_for(int error) {
  switch (error) {
    case ENOSPC:
      return "No space left on device";
    case EDQUOT:
      return "Disk quota exceeded";
    case EROFS:
      return "Read-only file system";
    case EACCES:
      return "Permission denied";
    case ENOENT:
      return "No such file or directory";
    case ENOTDIR:
      return "Not a directory";
    case EFBIG:
      return "File too large";
    default:
      return "";
  }
}

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr const char* kForeign = "belongs to another user";

bool is_own(const struct stat& status) { return status.st_uid == geteuid(); }

/// Returns "DIRECTORY/0.record cannot be written: REASON".
process::FixedString failure(const std::string& file, std::string_view why) {
  process::FixedString line{std::string_view(file)};
  return line << " cannot be written: " << why;
}

process::FixedString failure(const std::string& file, int error) {
  const std::string_view words = words_for(error);
  return words.empty() ? failure(file, "error ") << error : failure(file, words);
}

}  // namespace

void Spool::prepare(const std::string& directory, wire::Buffer meta, const Identity& identity,
                    const std::string& cpuset, const std::string& path) {
  meta_ = std::move(meta);
  process_ = wire::encode(
      {{"rank", std::to_string(identity.rank)}, {"host", identity.host}, {"cpuset", cpuset}, {"path", path}});
  directory_ = directory;
  outer_ = folder_name(directory);
  name_of_directory_ = file_name(directory);
  name_ = std::to_string(identity.rank) + ".record";
  temporary_ = name_ + ".unfinished";
  monitoring::phases::all(), monitoring::groups::all();  // made at their first use
  file_ = directory + "/" + name_;
}

/// Opens the directory; not by a link, which another user could have put there.
Spool::Opened Spool::open_folder(bool makes_it) noexcept {
  Opened opened{Descriptor(path_.open_folder(outer_.c_str())), {}};
  if (!opened.outer) return opened;
  if (makes_it) mkdirat(opened.outer.get(), name_of_directory_.c_str(), 0700);  // openat() reports what is wrong
  opened.folder.reset(openat(opened.outer.get(), name_of_directory_.c_str(), kFolder));
  return opened;
}

/// Succeeds only if no other process has left a file.
void Spool::remove_folder(const Opened& opened) const noexcept {
  unlinkat(opened.outer.get(), name_of_directory_.c_str(), AT_REMOVEDIR);
}

/// Writes the record and returns why that failed.
process::FixedString Spool::write_file() noexcept {
  const Opened opened = open_folder(true);
  if (!opened.folder) return path_.refusal() != nullptr ? failure(file_, path_.refusal()) : failure(file_, errno);
  if (fstat(opened.folder.get(), &written_) != 0 || !is_own(written_)) return failure(directory_, kForeign);
  const int error = write_into(opened.folder.get());
  if (error == 0) return {};
  remove_folder(opened);
  return failure(file_, error);
}

int Spool::write_into(int folder) noexcept {
  unlinkat(folder, temporary_.c_str(), 0);  // left by an interrupted attempt
  const int descriptor = openat(folder, temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return errno;
  }
  wire::RawWriter out(descriptor);
  out.put(meta_.data(), meta_.size());
  const process::FixedString seconds = time_in_mpi();
  out.begin(wire::FrameType::Process, process_.size() + seconds.text().size());
  out.put(process_);
  out.put(seconds.text());
  monitoring::write_raw_record(out);
  out.begin(wire::FrameType::End, 0);
  out.flush();
  int error = out.error();
  if (close(descriptor) != 0 && error == 0) {
    error = errno;
  }
  if (error == 0 && renameat(folder, temporary_.c_str(), folder, name_.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    unlinkat(folder, temporary_.c_str(), 0);
  }
  return error;
}

process::FixedString Spool::leave() noexcept {
  if (!prepared()) {
    return "not enough memory";
  }
  const process::HeldSignals held;
  if (state_.exchange(kWriting) == kWriting) {
    constexpr timespec kMoment{0, 1'000'000};
    for (int waited = 0; waited < 1000 && state_.load() == kWriting; ++waited) nanosleep(&kMoment, nullptr);
    return {};
  }
  process::FixedString why = write_file();
  state_.store(why.empty() ? kDone : kNothing);
  return why;
}

void Spool::remove() noexcept {
  if (state_.load() != kDone) return;
  state_.store(kNothing);
  const Opened opened = open_folder(false);
  struct stat status {};
  // Another user may have put another directory of this user's in its place.
  if (!opened.folder || fstat(opened.folder.get(), &status) != 0 || !is_same_file(status, written_)) return;
  unlinkat(opened.folder.get(), name_.c_str(), 0);
  remove_folder(opened);  // by the last process
}

void clear_spool(const std::string& directory) {
  try {
    const Folder outer{std::string(folder_name(directory))};
    const std::string name_of_directory(file_name(directory));
    const auto folder = outer.enter_if_there(name_of_directory);
    if (!folder || !is_own(folder->status())) return;
    const std::vector<std::string> names = folder->names();
    // A folder with anything else is no such directory: another member of a group may have given it this name.
    if (!std::ranges::all_of(names, wire::is_left_name)) return;
    for (const std::string& name : names) folder->remove(name);
    outer.remove_folder(name_of_directory);  // succeeds only if nothing else is in it
  } catch (const InputError&) {              // a link, or no folder: only a job that is aborted needs it, and says so
  }
}

}  // namespace topomorph::reorder

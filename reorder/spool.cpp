// Writes records without memory, locks or MPI.
#include "reorder/spool.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/wire/raw_writer.h"
#include "monitoring/name_lists.h"
#include "monitoring/raw_record.h"
#include "plugin/process/message.h"

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

/// Fails for a symbolic link, which another user could have put into a folder that all may write to.
int open_folder(const std::string& directory) noexcept {
  return open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

void Spool::prepare(const std::string& directory, const Identity& identity, const std::string& cpuset,
                    const std::string& path) {
  meta_ = meta_frame(identity);
  process_ = wire::encode(
      {{"rank", std::to_string(identity.rank)}, {"host", identity.host}, {"cpuset", cpuset}, {"path", path}});
  directory_ = directory;
  name_ = std::to_string(identity.rank) + ".record";
  temporary_ = name_ + ".unfinished";
  monitoring::phases::all(), monitoring::groups::all();  // made at their first use
  file_ = directory + "/" + name_;
}

/// Writes the record and returns an error number, or 0.
int Spool::write_file() noexcept {
  mkdir(directory_.c_str(), 0777);  // open_folder() reports what is wrong with it
  const int folder = open_folder(directory_);
  if (folder < 0) {
    return errno;
  }
  const int error = write_into(folder);
  close(folder);
  if (error != 0) {
    rmdir(directory_.c_str());  // succeeds only if no other process has left a file
  }
  return error;
}

int Spool::write_into(int folder) noexcept {
  unlinkat(folder, temporary_.c_str(), 0);  // left by an interrupted attempt
  const int descriptor = openat(folder, temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
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
  const int error = write_file();
  state_.store(error == 0 ? kDone : kNothing);
  if (error == 0) {
    return {};
  }
  process::FixedString why{std::string_view(file_)};
  why << " cannot be written: " << words_for(error);
  return words_for(error).empty() ? why << "error " << error : why;
}

void Spool::remove() noexcept {
  if (state_.load() != kDone) return;
  unlink(file_.c_str());
  rmdir(directory_.c_str());  // succeeds only if it is empty: the last process removes it
  state_.store(kNothing);
}

void clear_spool(const std::string& directory) {
  std::error_code error;
  if (std::filesystem::is_symlink(directory, error)) return;  // it leads to files of others
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const auto ending = entry.path().extension();
    if (ending == ".record" || ending == ".unfinished") {
      std::error_code ignored;  // what stays is assembled as well, and a rank that appears twice is reported then
      std::filesystem::remove(entry.path(), ignored);
    }
  }
  std::filesystem::remove(directory, error);  // succeeds only if nothing else is in it
}

}  // namespace topomorph::reorder

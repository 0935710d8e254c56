// Lets SQLite read and write one file that is open already, and nothing else.
#include "core/formats/profile/descriptor_vfs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/number.h"

namespace topomorph::formats {
namespace {

constexpr const char* kName = "topomorph-descriptor";
constexpr std::string_view kPrefix = "descriptor:";

/// SQLite allocates it, with its own part in front.
struct OpenFile {
  sqlite3_file base;
  int descriptor;
  int characteristics;
};

int descriptor_of(sqlite3_file* file) { return reinterpret_cast<OpenFile*>(file)->descriptor; }

int close_file(sqlite3_file* file) { return close(descriptor_of(file)) == 0 ? SQLITE_OK : SQLITE_IOERR_CLOSE; }

/// SQLite wants zeros behind the end.
int read_file(sqlite3_file* file, void* to, int bytes, sqlite3_int64 offset) {
  auto* const data = static_cast<char*>(to);
  int done = 0;
  while (done < bytes) {
    const ssize_t got = pread(descriptor_of(file), data + done, static_cast<std::size_t>(bytes - done), offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SQLITE_IOERR_READ;
    if (got == 0) break;
    done += static_cast<int>(got);
  }
  if (done == bytes) return SQLITE_OK;
  std::memset(data + done, 0, static_cast<std::size_t>(bytes - done));
  return SQLITE_IOERR_SHORT_READ;
}

int write_file(sqlite3_file* file, const void* from, int bytes, sqlite3_int64 offset) {
  const auto* const data = static_cast<const char*>(from);
  for (int done = 0; done < bytes;) {
    const ssize_t put = pwrite(descriptor_of(file), data + done, static_cast<std::size_t>(bytes - done), offset + done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    done += static_cast<int>(put);
  }
  return SQLITE_OK;
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  return ftruncate(descriptor_of(file), size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
  struct stat status {};
  if (fstat(descriptor_of(file), &status) != 0) return SQLITE_IOERR_FSTAT;
  *size = status.st_size;
  return SQLITE_OK;
}

int nothing_to_do(sqlite3_file*, int) { return SQLITE_OK; }  // to synchronise, to lock, to unlock

int nobody_has_locked(sqlite3_file*, int* locked) {
  *locked = 0;
  return SQLITE_OK;
}

int no_control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }

int size_of_sector(sqlite3_file*) {
  constexpr int kUsual = 4096;
  return kUsual;
}

int characteristics(sqlite3_file* file) { return reinterpret_cast<OpenFile*>(file)->characteristics; }

constexpr sqlite3_io_methods kMethods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = nothing_to_do,
    .xFileSize = size_of_file,
    .xLock = nothing_to_do,
    .xUnlock = nothing_to_do,
    .xCheckReservedLock = nobody_has_locked,
    .xFileControl = no_control,
    .xSectorSize = size_of_sector,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

/// Opens the database alone: a journal or a temporary file has no name, or another.
int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  const std::string_view text = name == nullptr ? "" : name;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0 || !text.starts_with(kPrefix)) return SQLITE_CANTOPEN;
  const auto number = parse_count(text.substr(kPrefix.size()));
  const int own = number ? fcntl(static_cast<int>(*number), F_DUPFD_CLOEXEC, 0) : -1;
  if (own < 0) return SQLITE_CANTOPEN;
  const int never_changes = (flags & SQLITE_OPEN_READONLY) != 0 ? SQLITE_IOCAP_IMMUTABLE : 0;
  *reinterpret_cast<OpenFile*>(file) = {{&kMethods}, own, SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN | never_changes};
  if (out_flags != nullptr) *out_flags = flags;
  return SQLITE_OK;
}

int remove_nothing(sqlite3_vfs*, const char*, int) { return SQLITE_IOERR_DELETE; }

int nothing_is_there(sqlite3_vfs*, const char*, int, int* found) {
  *found = 0;
  return SQLITE_OK;
}

int same_path(sqlite3_vfs*, const char* name, int size, char* path) {
  sqlite3_snprintf(size, path, "%s", name);
  return SQLITE_OK;
}

sqlite3_vfs* made() {
  static sqlite3_vfs vfs = *sqlite3_vfs_find(nullptr);  // time and randomness as usual
  vfs.szOsFile = static_cast<int>(std::max(sizeof(OpenFile), sizeof(sqlite3_file)));
  vfs.pNext = nullptr;
  vfs.zName = kName;
  vfs.xOpen = open_file;
  vfs.xDelete = remove_nothing;
  vfs.xAccess = nothing_is_there;
  vfs.xFullPathname = same_path;
  sqlite3_vfs_register(&vfs, 0);
  return &vfs;
}

}  // namespace

const char* descriptor_vfs() {
  static sqlite3_vfs* const only = made();
  return only->zName;
}

std::string name_in_vfs(int descriptor) { return std::string(kPrefix) + std::to_string(descriptor); }

}  // namespace topomorph::formats

// Compares the size of a library's file with what its ELF headers say (elf(5)).
#include "runtime/loading/library_file.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include "runtime/loading/file_status.h"

namespace topomorph::loading {
namespace {

/// Returns the size of a regular file; -1 for anything else.
std::int64_t size_of(int file) {
  struct stat status {};
  return take_status(file, status) && S_ISREG(status.st_mode) ? status.st_size : -1;
}

template <class Type>
bool read_at(int file, std::uint64_t offset, Type& into) {
  return pread(file, &into, sizeof into, static_cast<off_t>(offset)) == static_cast<ssize_t>(sizeof into);
}

/// The end of the last segment or of the table of sections, which linkers and strip(1) put behind all else.
std::uint64_t size_by_headers(int file, const ElfW(Ehdr) & header) {
  std::uint64_t size = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    if (!read_at(file, header.e_phoff + std::uint64_t{i} * header.e_phentsize, segment)) return UINT64_MAX;
    if (segment.p_type == PT_LOAD) size = std::max<std::uint64_t>(size, segment.p_offset + segment.p_filesz);
  }
  return size;
}

const char* damage_in(int file) {
  const std::int64_t size = size_of(file);
  if (size < 0) return "is no file";
  ElfW(Ehdr) header{};
  if (!read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "is no library";
  return size_by_headers(file, header) > static_cast<std::uint64_t>(size) ? "is cut off" : nullptr;
}

}  // namespace

/// No object closes the file: what cleans up needs the compiler's run-time, which the front must not bring along.
const char* damage_of(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return "cannot be read";
  const char* const damage = damage_in(file);
  close(file);
  return damage;
}

}  // namespace topomorph::loading

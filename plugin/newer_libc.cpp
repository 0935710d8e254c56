// What the C++ library and the compiler's run-time take from newer versions of glibc than the backs may need
// (cmake/older_libc.py). The functions here are this library's own; nothing else finds them.
#include <cstddef>
#include <cstdint>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

/// The kernel's structure is glibc's on all processors with 64 bits.
long file_status(int folder, const char* path, void* status, int flags) {
  return syscall(SYS_newfstatat, folder, path, status, flags);
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE

struct Search {
  ElfW(Addr) address;
  dl_find_object* found;
};

bool contains(const dl_phdr_info& library, ElfW(Addr) address) {
  for (int i = 0; i < library.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = library.dlpi_phdr[i];
    const ElfW(Addr) begin = library.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz) return true;
  }
  return false;
}

int look(dl_phdr_info* library, std::size_t, void* data) {
  const auto* const search = static_cast<Search*>(data);
  if (!contains(*library, search->address)) return 0;
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = library->dlpi_phdr[i];
    if (segment.p_type != PT_GNU_EH_FRAME) continue;
    search->found->dlfo_eh_frame = reinterpret_cast<void*>(library->dlpi_addr + segment.p_vaddr);
    return 1;
  }
  return -1;
}

#endif

}  // namespace

// The functions by the names that every version has; the headers of newer ones give them other names.
extern "C" {
long plain_strtol(const char* text, char** end, int base) __asm__("strtol");
long long plain_strtoll(const char* text, char** end, int base) __asm__("strtoll");
unsigned long plain_strtoul(const char* text, char** end, int base) __asm__("strtoul");
unsigned long long plain_strtoull(const char* text, char** end, int base) __asm__("strtoull");
}

#pragma GCC visibility push(hidden)

extern "C" {

/// Whether the process has one thread: counters of references then need no atomic operations. 0 is always right.
extern char __libc_single_threaded;
char __libc_single_threaded = 0;

int stat(const char* path, struct stat* status) noexcept {
  return static_cast<int>(file_status(AT_FDCWD, path, status, 0));
}
int lstat(const char* path, struct stat* status) noexcept {
  return static_cast<int>(file_status(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW));
}
int fstat(int descriptor, struct stat* status) noexcept {
  return static_cast<int>(file_status(descriptor, "", status, AT_EMPTY_PATH));
}
int fstat64(int descriptor, struct stat64* status) noexcept {
  return static_cast<int>(file_status(descriptor, "", status, AT_EMPTY_PATH));
}

/// Of C23: they also read "0b1", which no caller here relies on.
long __isoc23_strtol(const char* text, char** end, int base);
long long __isoc23_strtoll(const char* text, char** end, int base);
unsigned long __isoc23_strtoul(const char* text, char** end, int base);
unsigned long long __isoc23_strtoull(const char* text, char** end, int base);
long __isoc23_strtol(const char* text, char** end, int base) { return plain_strtol(text, end, base); }
long long __isoc23_strtoll(const char* text, char** end, int base) { return plain_strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char* text, char** end, int base) { return plain_strtoul(text, end, base); }
unsigned long long __isoc23_strtoull(const char* text, char** end, int base) { return plain_strtoull(text, end, base); }

#ifdef DLFO_STRUCT_HAS_EH_DBASE
/// By this the unwinder finds the tables of the code that an exception passes; it reads dlfo_eh_frame alone.
int _dl_find_object(void* address, dl_find_object* found) noexcept {
  Search search{reinterpret_cast<ElfW(Addr)>(address), found};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
#endif
}

#pragma GCC visibility pop

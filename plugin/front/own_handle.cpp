// Writes our functions' addresses into the MPI library's table of dynamic symbols.
#include "plugin/front/own_handle.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "plugin/front/libraries.h"
#include "plugin/front/line.h"
#include "plugin/front/next.h"
#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::front {
namespace {

using loading::DynamicSymbols;

/// Makes the pages of a table writable while it lives. The pages are private to the process. In a library without
/// separate segments they hold code, too, and stay executable.
class Writable {
 public:
  Writable(const link_map& library, const DynamicSymbols& symbols) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(&symbols[0]);
    begin_ = begin / page * page;
    size_ = reinterpret_cast<std::uintptr_t>(&symbols[symbols.size()]) - begin_;
    find_protection(library, begin);
    done_ = protection_ != 0 && mprotect(reinterpret_cast<void*>(begin_), size_, protection_ | PROT_WRITE) == 0;
  }
  ~Writable() {
    if (done_) mprotect(reinterpret_cast<void*>(begin_), size_, protection_);
  }
  Writable(const Writable&) = delete;
  Writable& operator=(const Writable&) = delete;

  bool done() const { return done_; }

 private:
  struct Wanted {
    std::uintptr_t base, address;
    int protection;
  };

  static int look(dl_phdr_info* info, std::size_t, void* wanted) {
    auto& [base, address, protection] = *static_cast<Wanted*>(wanted);
    if (info->dlpi_addr != base) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = info->dlpi_phdr[i];
      const std::uintptr_t begin = base + segment.p_vaddr;
      if (segment.p_type != PT_LOAD || address < begin || address >= begin + segment.p_memsz) continue;
      protection = ((segment.p_flags & PF_R) != 0 ? PROT_READ : 0) | ((segment.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
      if ((segment.p_flags & PF_W) != 0) protection |= PROT_WRITE;
    }
    return 1;
  }

  void find_protection(const link_map& library, std::uintptr_t address) {
    Wanted wanted{library.l_addr, address, 0};
    dl_iterate_phdr(look, &wanted);
    protection_ = wanted.protection;
  }

  std::uintptr_t begin_ = 0;
  std::size_t size_ = 0;
  int protection_ = 0;
  bool done_ = false;
};

/// Whether lookups shall be caught at all. They shall not if this library was opened late and privately (Python's
/// `import topomorph`) or is linked behind the MPI library: the program's calls then bypass it, and so must its
/// lookups.
bool stands_in_front() { return is_in_this_library(dlsym(RTLD_DEFAULT, "PMPI_Get_library_version")); }

/// The MPI library's table, and the addresses of its functions by their index before ours were put in. Never freed.
struct Replaced {
  DynamicSymbols symbols;
  void** functions;
};
constinit std::atomic<const Replaced*> replaced{nullptr};

/// Whether a library that is searched between this one and the MPI library has PMPI_ functions of its own.
bool tool_is_between(const link_map& library) {
  const link_map* between = own_library();
  while (between != nullptr && (between = between->l_next) != nullptr && between != &library) {
    const DynamicSymbols symbols(*between);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (std::strncmp(symbols.name(i), "PMPI", 4) == 0 && symbols.is_exported_function(i)) return true;
    }
  }
  return false;
}

/// Without operator new, which would bring the C++ library's run-time into every process.
const Replaced* remember(const DynamicSymbols& symbols) {
  auto* const functions = static_cast<void**>(std::calloc(symbols.size(), sizeof(void*)));
  auto* const kept = static_cast<Replaced*>(functions == nullptr ? nullptr : std::malloc(sizeof(Replaced)));
  if (kept == nullptr) {
    std::free(functions);
    return nullptr;
  }
  for (std::size_t i = 0; i < symbols.size(); ++i) functions[i] = symbols.address(i);
  return ::new (kept) Replaced{symbols, functions};
}

/// Returns our PMPI_Send for MPI_Send and for PMPI_Send: a lookup in the library's handle bypasses the tools after us.
void* own_function(const DynamicSymbols& ours, const char* name) {
  char symbol[80] = "P";
  const std::size_t length = std::strlen(name) + 1;
  const bool is_mpi = std::strncmp(name, "MPI_", 4) == 0 || std::strncmp(name, "MPIX_", 5) == 0;
  const bool is_pmpi = std::strncmp(name, "PMPI_", 5) == 0 || std::strncmp(name, "PMPIX_", 6) == 0;
  if ((!is_mpi && !is_pmpi) || length >= sizeof symbol) return nullptr;
  std::memcpy(symbol + 1, name, length);
  const std::size_t found = ours.exported_function(is_mpi ? symbol : name);
  return found < ours.size() ? ours.address(found) : nullptr;
}

void put_in(const link_map& library, const DynamicSymbols& symbols, const DynamicSymbols& own) {
  const Writable writable(library, symbols);
  if (!writable.done()) return;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!symbols.is_exported_function(i)) continue;
    const void* const ours = own_function(own, symbols.name(i));
    if (ours == nullptr) continue;
    const ElfW(Addr) value = reinterpret_cast<ElfW(Addr)>(ours) - library.l_addr;  // wraps round if ours is below
    std::atomic_ref<ElfW(Addr)>(symbols[i].st_value).store(value, std::memory_order_relaxed);
  }
}

}  // namespace

void catch_lookups_in_own_handle() {
  static constinit std::atomic<bool> done{false};
  const link_map* const library = mpi_library().map;
  const link_map* const own = own_library();
  if (library == nullptr || own == nullptr || !stands_in_front() || done.exchange(true)) return;
  const DynamicSymbols symbols(*library);
  if (symbols.size() == 0 || tool_is_between(*library)) return;
  replaced.store(remember(symbols), std::memory_order_release);
  if (replaced.load(std::memory_order_relaxed) != nullptr) put_in(*library, symbols, DynamicSymbols(*own));
}

void* replaced_in_own_handle(const char* symbol) {
  const Replaced* const known = replaced.load(std::memory_order_acquire);
  if (known == nullptr) return nullptr;
  const std::size_t found = known->symbols.exported_function(symbol);
  return found < known->symbols.size() ? known->functions[found] : nullptr;
}

namespace {

/// At load, because the application may look up a function before MPI_Init and keep its address.
[[gnu::constructor]] void at_load() {
  if (!is_off()) catch_lookups_in_own_handle();
}

}  // namespace
}  // namespace topomorph::front

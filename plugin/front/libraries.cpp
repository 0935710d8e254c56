// Finds the MPI libraries of this process, and remembers which of them callers mean.
#include "plugin/front/libraries.h"

#include <array>
#include <atomic>
#include <cstdint>

#include <link.h>

#include "plugin/front/next.h"
#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::front {
namespace {

using loading::Kind, loading::MpiLibrary;

MpiLibrary chosen;

/// Returns the one that every call means. Tools replace functions of the first name; of the second, libraries have some
/// in a library beside them.
MpiLibrary library_for_all() {
  for (const char* const symbol : {"PMPI_Init", "MPI_Init"}) {
    const void* const function = find_in_scope(symbol);
    const link_map* const library = function == nullptr ? nullptr : loading::library_of(function);
    const MpiLibrary found = library == nullptr ? MpiLibrary() : loading::as_mpi_library(*library);
    if (found.kind != Kind::None) return found;
  }
  return {};
}

/// Returns a number that changes whenever something is loaded or unloaded.
std::uint64_t loads() {
  std::uint64_t count = 0;
  const auto look = [](dl_phdr_info* info, std::size_t, void* result) {
    *static_cast<std::uint64_t*>(result) = info->dlpi_adds + info->dlpi_subs;
    return 1;
  };
  dl_iterate_phdr(look, &count);
  return count;
}

bool has_several() {
  const MpiLibrary first = loading::next_mpi_library(nullptr);
  return first.kind != Kind::None && loading::next_mpi_library(first.map).kind != Kind::None &&
         library_for_all().kind == Kind::None;
}

/// What some modules mean. To find it takes up to a millisecond. Forgotten when something is loaded or unloaded.
class Known {
 public:
  MpiLibrary of(const link_map& module) {
    if (const std::uint64_t now = loads(); now != loads_) {
      loads_ = now, size_ = 0;
    }
    for (std::size_t i = 0; i < size_; ++i) {
      if (modules_[i].module == &module) return modules_[i].library;
    }
    const MpiLibrary library = loading::needed_mpi_library(module);
    if (size_ < modules_.size()) modules_[size_++] = {&module, library};
    return library;
  }

 private:
  struct Entry {
    const link_map* module = nullptr;
    MpiLibrary library;
  };
  std::array<Entry, 32> modules_{};
  std::size_t size_ = 0;
  std::uint64_t loads_ = 0;
};

}  // namespace

MpiLibrary mpi_library() {
  if (chosen.kind != Kind::None) return chosen;
  const MpiLibrary first = loading::next_mpi_library(nullptr);
  const MpiLibrary library = first.kind != Kind::None ? library_for_all() : MpiLibrary();
  return library.kind != Kind::None ? library : first;
}

void choose(const MpiLibrary& library) { chosen = library; }

/// Called with the lock of topomorph_target().
MpiLibrary library_of_caller(const void* caller) {
  static constinit Known known;
  const link_map* const module = loading::library_of(caller);
  return module == nullptr ? MpiLibrary() : known.of(*module);
}

bool are_several() {
  static constinit std::atomic<std::uint64_t> looked{0};
  static constinit std::atomic<bool> several{false};
  if (several.load(std::memory_order_relaxed)) return true;
  if (const std::uint64_t now = loads(); looked.exchange(now) != now) several.store(has_several());
  return several.load();
}

bool is_in_other_library(const void* address) {
  const link_map* const library = loading::library_of(address);
  if (library == nullptr || library == chosen.map) return false;
  return loading::as_mpi_library(*library).kind != Kind::None;
}

}  // namespace topomorph::front

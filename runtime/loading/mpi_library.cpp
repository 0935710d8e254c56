// Reads the sonames of the loaded libraries.
#include "runtime/loading/mpi_library.h"

#include <algorithm>
#include <array>

#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::loading {
namespace {

constexpr std::string_view kName = "libmpi", kSuffix = ".so.";
constexpr std::string_view kMpichNumber = "12";  // of the interface that MPICH's family has agreed on

/// Returns the text without its first characters. substr() would need the C++ library's run-time for its exception.
std::string_view without(std::string_view text, std::size_t first) {
  text.remove_prefix(first);
  return text;
}

/// The part before ".so.", and the number after it without its minor parts.
struct Parts {
  explicit Parts(std::string_view soname) {
    const std::size_t suffix = soname.find(kSuffix);
    base = {soname.data(), suffix == soname.npos ? soname.size() : suffix};
    if (suffix == soname.npos) return;
    number = without(soname, suffix + kSuffix.size());
    const std::size_t minor = number.find('.');
    if (minor != number.npos) number = {number.data(), minor};
  }
  std::string_view base, number;
};

/// "libmpi_gnu_123", "libmpi_cray", Intel's "libmpi_ilp64": variants of one library.
bool is_variant(std::string_view base) { return base.starts_with("libmpi_"); }

std::string_view name_of_file(std::string_view path) { return without(path, path.rfind('/') + 1); }

/// Open MPI's libmpi_mpifh and a profiler's libmpiP have such names, too, but not both functions. The functions PMPI_X
/// of the standard's binary interface may be in a library of their own (MPICH 5).
bool has_mpi(const link_map& library, Kind kind) {
  const DynamicSymbols symbols(library);
  const auto has = [&](const char* name) { return symbols.exported_function(name) < symbols.size(); };
  return has("MPI_Init") && (kind == Kind::Abi || has("PMPI_Init"));
}

}  // namespace

Kind kind_of_soname(std::string_view soname) {
  if (!soname.starts_with(kName)) return Kind::None;
  const Parts parts(soname);
  if (parts.base == "libmpi_abi") return Kind::Abi;
  if (parts.number == kMpichNumber && (parts.base == kName || parts.base == "libmpich" || is_variant(parts.base)))
    return Kind::Mpich;
  return parts.base == kName ? Kind::OpenMpi : Kind::None;
}

std::string_view soname_of(const link_map& library) {
  const char* strings = nullptr;
  const ElfW(Dyn)* soname = nullptr;
  for (const ElfW(Dyn)* entry = library.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = at<const char>(library, entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) soname = entry;
  }
  return soname == nullptr || strings == nullptr ? name_of_file(library.l_name) : strings + soname->d_un.d_val;
}

MpiLibrary as_mpi_library(const link_map& library) {
  const Kind kind = kind_of_soname(soname_of(library));
  return kind != Kind::None && has_mpi(library, kind) ? MpiLibrary{kind, &library} : MpiLibrary{};
}

MpiLibrary next_mpi_library(const link_map* library) {
  for (library = library == nullptr ? first_library() : library->l_next; library != nullptr;
       library = library->l_next) {
    if (const MpiLibrary found = as_mpi_library(*library); found.kind != Kind::None) return found;
  }
  return {};
}

namespace {

/// Modules in the order in which the loader would search them: each once, the nearest first.
class Needed {
 public:
  explicit Needed(const link_map& module) { add(&module); }

  /// Returns the next one, whose own needs are then known; null: no more.
  const link_map* next() {
    if (taken_ == size_) return nullptr;
    const link_map* const module = modules_[taken_++];
    const char* strings = nullptr;
    for (const ElfW(Dyn)* entry = module->l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) strings = at<const char>(*module, entry->d_un.d_ptr);
    }
    for (const ElfW(Dyn)* entry = module->l_ld; strings != nullptr && entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_NEEDED) add(loaded(strings + entry->d_un.d_val));
    }
    return module;
  }

 private:
  static const link_map* loaded(std::string_view name) {
    const link_map* library = first_library();
    while (library != nullptr && soname_of(*library) != name && name_of_file(library->l_name) != name_of_file(name))
      library = library->l_next;
    return library;
  }

  void add(const link_map* module) {
    const link_map** const end = modules_.data() + size_;
    if (module == nullptr || size_ == modules_.size() || std::find(modules_.data(), end, module) != end) return;
    modules_[size_++] = module;
  }

  std::array<const link_map*, 512> modules_{};
  std::size_t size_ = 0, taken_ = 0;
};

}  // namespace

MpiLibrary needed_mpi_library(const link_map& module) {
  Needed needed(module);
  while (const link_map* const library = needed.next()) {
    if (const MpiLibrary found = as_mpi_library(*library); found.kind != Kind::None) return found;
  }
  return {};
}

}  // namespace topomorph::loading

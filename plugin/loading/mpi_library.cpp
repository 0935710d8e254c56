// Reads the sonames of the loaded libraries.
#include "plugin/loading/mpi_library.h"

#include "plugin/loading/dynamic_symbols.h"

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

std::string_view file_name(std::string_view path) { return without(path, path.rfind('/') + 1); }

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
  return soname == nullptr || strings == nullptr ? file_name(library.l_name) : strings + soname->d_un.d_val;
}

MpiLibrary find_mpi_library() {
  for (const link_map* library = first_library(); library != nullptr; library = library->l_next) {
    const Kind kind = kind_of_soname(soname_of(*library));
    if (kind != Kind::None && has_mpi(*library, kind)) return {kind, library};
  }
  return {};
}

}  // namespace topomorph::loading

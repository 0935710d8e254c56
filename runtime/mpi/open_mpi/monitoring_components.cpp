// Defines two functions of Open MPI's libmca_common_monitoring in its place, as message_reports.cpp does with the one
// that reports messages.
//
// This plugin needs the point-to-point component alone, which reports every message. Two more components come with it,
// and both are faulty in 4.1.4. The collective one takes every communicator for a Cartesian one, so that neighbourhood
// collectives on a distributed graph end in a segmentation fault. The one-sided one hides the kind of a window, so that
// MPI_Win_shared_query fails. The parameters `coll` and `osc` could leave them out, but only by overriding what the
// user says there; besides, another function of the components then dereferences null.
//
// In 4.1 each component is a library of its own. From 5.0 on they are parts of libmpi; the code of a component then
// lies behind exported functions that have its name.
#include "runtime/mpi/open_mpi/monitoring_components.h"

#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include <dlfcn.h>

#include "runtime/loading/dynamic_symbols.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::runtime::open_mpi {
namespace {

/// True if the user monitors, or nobody does. Both functions then only forward.
bool pass_on = true;

const char* file_of(const void* address) {
  Dl_info info{};
  return dladdr(const_cast<void*>(address), &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

constexpr std::string_view kPointToPoint = "mca_pml_monitoring";

bool is_point_to_point(const void* caller) {
  return std::string_view(file_of(caller)).find(kPointToPoint) != std::string_view::npos ||
         std::string_view(loading::exported_before(caller)).starts_with(kPointToPoint);
}

/// Returns the function of that name in the library of the component that calls. Components are opened privately, so
/// that a lookup in the global scope does not find it.
template <class Signature>
Signature component_function(const char* symbol) {
  for (const char* library :
       {"libmca_common_monitoring.so.50", "libmca_common_monitoring.so.60", "libmca_common_monitoring.so"}) {
    void* handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY);
    if (handle != nullptr) return reinterpret_cast<Signature>(dlsym(handle, symbol));
  }
  return reinterpret_cast<Signature>(find_function(symbol));
}

constexpr int kOmpiError = -1;

/// Forwards, because each component holds a counted reference to the common state, but tells all components except the
/// point-to-point one that monitoring is not available. The others call by a jump, so that the return address is in the
/// framework in libmpi.
int initialize(const void* caller) {
  const auto next = component_function<int (*)()>("mca_common_monitoring_init");
  const int result = next == nullptr ? kOmpiError : next();
  return pass_on || is_point_to_point(caller) ? result : kOmpiError;
}

/// Drops names for a report of the collective component, whose table that component would have made. Until 5.0 the
/// function returns nothing, and nobody reads what this one returns.
int cache_name(void* communicator) {
  const auto next = pass_on ? component_function<int (*)(void*)>("mca_common_monitoring_coll_cache_name") : nullptr;
  return next == nullptr ? 0 : next(communicator);
}

}  // namespace

void note_who_monitors() { pass_on = std::getenv("OMPI_MCA_pml_monitoring_enable") != nullptr; }

}  // namespace topomorph::runtime::open_mpi

extern "C" {

int mca_common_monitoring_init() { return topomorph::runtime::open_mpi::initialize(__builtin_return_address(0)); }
int mca_common_monitoring_coll_cache_name(void* communicator) {
  return topomorph::runtime::open_mpi::cache_name(communicator);
}
}

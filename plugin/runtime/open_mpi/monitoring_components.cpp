// Defines two functions of Open MPI's libmca_common_monitoring in its place, as message_reports.cpp does with the one
// that reports messages.
//
// This plugin needs the point-to-point component alone, which reports every message. Two more components come with it,
// and both are faulty in 4.1.4. The collective one takes every communicator for a Cartesian one, so that neighbourhood
// collectives on a distributed graph end in a segmentation fault. The one-sided one hides the kind of a window, so that
// MPI_Win_shared_query fails. The parameters `coll` and `osc` could leave them out, but only by overriding what the
// user says there; besides, another function of the components then dereferences null.
//
// From 5.0 on, all three components are parts of libmpi and cannot be told apart. They stay off, and the model of
// collectives takes over.
#include "plugin/runtime/open_mpi/monitoring_components.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <dlfcn.h>

#include "plugin/runtime/open_mpi/version.h"
#include "plugin/runtime/resolve.h"

namespace topomorph::runtime::open_mpi {
namespace {

/// True if the user monitors, or nobody does. Both functions then only forward.
bool pass_on = true;

const char* file_of(const void* address) {
  Dl_info info{};
  return dladdr(const_cast<void*>(address), &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
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
  return pass_on || std::strstr(file_of(caller), "mca_pml_monitoring") != nullptr ? result : kOmpiError;
}

/// Drops names for a report of the collective component, whose table that component would have made.
void cache_name(void* communicator) {
  if (!pass_on) return;
  if (const auto next = component_function<void (*)(void*)>("mca_common_monitoring_coll_cache_name"))
    next(communicator);
}

}  // namespace

void note_who_monitors() {
  pass_on = std::getenv("OMPI_MCA_pml_monitoring_enable") != nullptr || !monitoring_components_are_separate();
}

}  // namespace topomorph::runtime::open_mpi

extern "C" {

int mca_common_monitoring_init() {
  return topomorph::runtime::open_mpi::initialize(__builtin_return_address(0));
}
void mca_common_monitoring_coll_cache_name(void* communicator) {
  topomorph::runtime::open_mpi::cache_name(communicator);
}
}

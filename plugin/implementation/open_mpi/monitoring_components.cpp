// Stands in front of two functions of Open MPI's libmca_common_monitoring, as reports.cpp does of the one that reports
// messages.
//
// We need its point-to-point component alone (it reports every message). Two more come with it, and in 4.1.4 both are
// faulty: the collective one takes every communicator for a Cartesian one, so that neighbourhood collectives on a
// distributed graph are a segmentation fault; the one-sided one hides the kind of a window, so that
// MPI_Win_shared_query fails. They cannot be left out by the parameters `coll` and `osc` without overriding what the
// user says there, and then a third function of theirs dereferences null.
//
// From 5.0 on all three are parts of libmpi and cannot be told apart: they are not asked for, and the model takes over.
#include "plugin/implementation/open_mpi/monitoring_components.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <dlfcn.h>

#include "plugin/implementation/open_mpi/version.h"
#include "plugin/interception/resolve.h"

namespace topomorph::implementation::open_mpi {
namespace {

/// True: the user monitors, or nobody does; then both functions are passed on as they are.
bool pass_on = true;

const char* file_of(const void* address) {
  Dl_info info{};
  return dladdr(const_cast<void*>(address), &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

/// The function of that name among the libraries of the component that calls us. It is in no scope of ours: components
/// are opened privately.
template <class Signature>
Signature theirs(const char* symbol) {
  for (const char* library :
       {"libmca_common_monitoring.so.50", "libmca_common_monitoring.so.60", "libmca_common_monitoring.so"}) {
    void* handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY);
    if (handle != nullptr) return reinterpret_cast<Signature>(dlsym(handle, symbol));
  }
  return reinterpret_cast<Signature>(resolve::find_function(symbol));
}

constexpr int kOmpiError = -1;

/// Lets the others take their share of the common state, which is counted, but tells all except the point-to-point
/// component that monitoring is not available. They call by a jump, so that the caller seen is the framework in libmpi.
int initialize(const void* caller) {
  const auto next = theirs<int (*)()>("mca_common_monitoring_init");
  const int result = next == nullptr ? kOmpiError : next();
  return pass_on || std::strstr(file_of(caller), "mca_pml_monitoring") != nullptr ? result : kOmpiError;
}

/// Keeps names for a report of the collective component, in a table that only this component makes.
void cache_name(void* communicator) {
  if (!pass_on) return;
  if (const auto next = theirs<void (*)(void*)>("mca_common_monitoring_coll_cache_name")) next(communicator);
}

}  // namespace

void note_who_monitors() {
  pass_on = std::getenv("OMPI_MCA_pml_monitoring_enable") != nullptr || !monitoring_is_apart();
}

}  // namespace topomorph::implementation::open_mpi

extern "C" {
[[gnu::visibility("default")]] int mca_common_monitoring_init() {
  return topomorph::implementation::open_mpi::initialize(__builtin_return_address(0));
}
[[gnu::visibility("default")]] void mca_common_monitoring_coll_cache_name(void* communicator) {
  topomorph::implementation::open_mpi::cache_name(communicator);
}
}

// The function that Open MPI's monitoring component calls for every message; ours comes first in the process and takes
// its place.
//
// An internal of Open MPI (4.1: ompi/mca/common/monitoring), found to work where the documented way, MPI_T, does not
// (design notes in docs/collective-model.md). Where the component is not there or not used, nobody calls this, and the
// model takes over.
#include "plugin/implementation/open_mpi/reports.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>

#include <dlfcn.h>

#include "monitoring/monitor.h"
#include "monitoring/no_memory.h"
#include "monitoring/thread_counters.h"
#include "plugin/implementation/implementation.h"
#include "plugin/implementation/open_mpi/reported_sends.h"
#include "plugin/implementation/open_mpi/version.h"
#include "plugin/interception/handles.h"
#include "plugin/interception/resolve.h"
#include "real_mpi.h"

namespace topomorph::implementation {
namespace open_mpi {
namespace {

constexpr const char* kParameter = "OMPI_MCA_pml_monitoring_enable";
constexpr const char* kLibrary = "libmca_common_monitoring.so.50";
constexpr const char* kFunction = "mca_common_monitoring_record_pml";

using RecordFunction = void (*)(int, std::size_t, int);

std::atomic<bool> probing{false};
std::atomic<bool> reported{false};
bool asked = false;

/// Where the user monitors with Open MPI's own means, its function must still be called: not replaced but preceded.
std::atomic<RecordFunction> users_own{nullptr};

RecordFunction find_users_own() {
  void* const library = dlopen(kLibrary, RTLD_NOLOAD | RTLD_LAZY);
  return reinterpret_cast<RecordFunction>(library == nullptr ? resolve::find_function(kFunction)
                                                             : dlsym(library, kFunction));
}

}  // namespace

void ask_for_reports() {
  asked = std::getenv(kParameter) == nullptr && monitoring_is_apart();
  if (asked) setenv(kParameter, "2", 0);  // 2: collectives' own messages are told by their negative tags
}

}  // namespace open_mpi

bool reports_messages() {
  using namespace open_mpi;
  if (asked) {
    unsetenv(kParameter);
  } else {
    users_own.store(find_users_own());
  }
  probing.store(true);
  const MPI_Comm self = handles::comm_self();
  real::Sendrecv(nullptr, 0, handles::type_byte(), 0, 0, nullptr, 0, handles::type_byte(), 0, 0, self,
                 MPI_STATUS_IGNORE);
  probing.store(false);
  if (!internals_are_known()) return false;
  if (reported.load() && users_own.load() == nullptr) shorten_reported_sends();
  return reported.load();
}

namespace open_mpi {

/// Messages with tags from 0 up are the application's own, counted by their wrappers, unless the thread is in a
/// collective: 4.1.4 sends a linear alltoall with such tags. `process` is a rank of the real MPI_COMM_WORLD.
void note_message(int process, std::size_t bytes, int tag) {
  if (probing.load(std::memory_order_relaxed)) reported.store(true, std::memory_order_relaxed);
  if (const RecordFunction next = users_own.load(std::memory_order_relaxed)) next(process, bytes, tag);
  if (!monitoring::enabled() || process < 0 || !internals_are_known()) return;
  if (tag >= 0 && !monitoring::ThreadCounters::in_collective()) return;
  monitoring::ThreadCounters& thread = monitoring::ThreadCounters::mine();
  if (thread.unwatched) return;
  thread.count(wire::Layer::Collective, false, true, static_cast<std::uint32_t>(process), bytes, 1);
}

}  // namespace open_mpi
}  // namespace topomorph::implementation

extern "C" [[gnu::visibility("default")]] void mca_common_monitoring_record_pml(int world_rank, std::size_t bytes,
                                                                                int tag) {
  using namespace topomorph;
  monitoring::guarded([&] { implementation::open_mpi::note_message(world_rank, bytes, tag); });
}

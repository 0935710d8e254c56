// Receives the messages that Open MPI's monitoring layer reports, and leads the application's own messages past the
// layer.
//
// The layer calls mca_common_monitoring_record_pml for every message. The function of that name in this file comes
// first in the process and takes its place. This relies on an internal of Open MPI (4.1: ompi/mca/common/monitoring),
// because the documented way, MPI_T, was found not to work (design notes in docs/collective-model.md). Where the
// component is missing or not used, nothing calls the function, and the model of collectives takes over.
//
// The layer looks up each destination in a hash table before it reports. That costs 5 ns, a tenth of the fastest
// messages, and is useless for the application's own messages, which their wrappers have counted. The functions of the
// layer stand in the table of the point-to-point layer (mca_pml), and the layer keeps the table that it has replaced
// (pml_selected_module), which it restores in MPI_Finalize. Our functions are put into mca_pml in front of the two that
// report, and two that only forward are taken out. Messages of collectives in MPI_COMM_WORLD pass the layer, too: the
// arguments of the send say what it would report, without the lookup. Where processes share a core, each finds the
// layer's code and tables displaced from the caches, which costs ten times what the instructions do. The only
// assumption about both tables is that they have the same layout: the entries are found by the names of the functions
// in them.
#include "runtime/mpi/open_mpi/message_reports.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <link.h>

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::runtime {
namespace open_mpi {
namespace {

// Signatures as in ompi/mca/pml/pml.h of 4.1. Pointers of type void* are to its internal types.
using Send = int (*)(const void*, std::size_t, void* type, int peer, int tag, int mode, void* comm);
using Isend = int (*)(const void*, std::size_t, void* type, int peer, int tag, int mode, void* comm, void** request);

/// Whether a message is one of the application's own, which its wrapper has counted. Their tags are 0 or more, but
/// 4.1.4 sends a linear alltoall with such tags too.
bool is_counted_by_wrapper(int tag) { return tag >= 0 && !in_collective(); }

std::atomic<const MessageObserver*> observer{nullptr};

/// Counts a message that a collective sends; returns false if the layer is to report it.
bool is_counted_here(void* comm, int peer, std::size_t count, void* type) {
  const MessageObserver& told = *observer.load(std::memory_order_relaxed);
  return told.sent(static_cast<MPI_Comm>(comm), peer, count, static_cast<MPI_Datatype>(type));
}

template <class Function>
struct Paths {
  Function direct;
  Function reporting;
};
Paths<Send> send_paths{};
Paths<Isend> isend_paths{};

// Messages of collectives are functions of their own: the others jump into the library without a frame.
[[gnu::noinline]] int send_in_collective(const void* buffer, std::size_t count, void* type, int peer, int tag, int mode,
                                         void* comm) {
  const Send next = is_counted_here(comm, peer, count, type) ? send_paths.direct : send_paths.reporting;
  return next(buffer, count, type, peer, tag, mode, comm);
}

[[gnu::noinline]] int isend_in_collective(const void* buffer, std::size_t count, void* type, int peer, int tag,
                                          int mode, void* comm, void** request) {
  const Isend next = is_counted_here(comm, peer, count, type) ? isend_paths.direct : isend_paths.reporting;
  return next(buffer, count, type, peer, tag, mode, comm, request);
}

int send(const void* buffer, std::size_t count, void* type, int peer, int tag, int mode, void* comm) {
  if (!is_counted_by_wrapper(tag)) return send_in_collective(buffer, count, type, peer, tag, mode, comm);
  return send_paths.direct(buffer, count, type, peer, tag, mode, comm);
}

int isend(const void* buffer, std::size_t count, void* type, int peer, int tag, int mode, void* comm, void** request) {
  if (!is_counted_by_wrapper(tag)) return isend_in_collective(buffer, count, type, peer, tag, mode, comm, request);
  return isend_paths.direct(buffer, count, type, peer, tag, mode, comm, request);
}

/// The table of functions of the point-to-point layer, mca_pml.
struct FunctionTable {
  void** functions = nullptr;
  std::size_t size = 0;
};

FunctionTable active_table() {
  void* const table = find_datum("mca_pml");
  Dl_info info{};
  ElfW(Sym)* symbol = nullptr;
  if (table == nullptr || dladdr1(table, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) == 0) return {};
  return symbol == nullptr ? FunctionTable{}
                           : FunctionTable{static_cast<void**>(table), symbol->st_size / sizeof(void*)};
}

/// Returns the table that the library of `function` has replaced; null if there is none.
void** replaced_table(const Dl_info& function) {
  void* const library = dlopen(function.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  return library == nullptr ? nullptr : static_cast<void**>(dlsym(library, "pml_selected_module"));
}

/// An entry of the table, and the function that stood there before the monitoring layer's; null: not found.
struct Entry {
  void** function = nullptr;
  void* replaced = nullptr;
};

Entry find_entry(const FunctionTable& table, const char* name) {
  for (std::size_t i = 0; i < table.size; ++i) {
    Dl_info info{};
    if (dladdr(table.functions[i], &info) == 0 || info.dli_sname == nullptr) continue;
    if (std::strcmp(info.dli_sname, name) != 0 || info.dli_saddr != table.functions[i]) continue;
    void** const replaced = replaced_table(info);
    if (replaced != nullptr && replaced[i] != nullptr) return {&table.functions[i], replaced[i]};
  }
  return {};
}

template <class Function>
void put_in_front(const Entry& entry, Function ours, Paths<Function>& paths) {
  if (entry.function == nullptr) return;
  paths = {reinterpret_cast<Function>(entry.replaced), reinterpret_cast<Function>(*entry.function)};
  *entry.function = reinterpret_cast<void*>(ours);
}

/// Removes a function of the layer that reports nothing and only forwards.
void take_out(const Entry& entry) {
  if (entry.function != nullptr) *entry.function = entry.replaced;
}

/// Leads the application's own messages past the layer. Called by one thread before others send, once the reports are
/// known to arrive and the user does not want them. Changes nothing where the layer is not found as expected.
void bypass_layer() {
  const FunctionTable table = active_table();
  put_in_front(find_entry(table, "mca_pml_monitoring_send"), send, send_paths);
  put_in_front(find_entry(table, "mca_pml_monitoring_isend"), isend, isend_paths);
  take_out(find_entry(table, "mca_pml_monitoring_recv"));
  take_out(find_entry(table, "mca_pml_monitoring_irecv"));
}

constexpr const char* kParameter = "OMPI_MCA_pml_monitoring_enable";
constexpr const char* kLibrary = "libmca_common_monitoring.so.50";
constexpr const char* kFunction = "mca_common_monitoring_record_pml";

using RecordFunction = void (*)(int, std::size_t, int);

std::atomic<bool> probing{false};
std::atomic<bool> reported{false};
bool asked = false;

/// The component's own function, which must still be called where the user monitors by Open MPI's own means.
std::atomic<RecordFunction> users_own{nullptr};

RecordFunction find_users_own() {
  void* const library = dlopen(kLibrary, RTLD_NOLOAD | RTLD_LAZY);
  return reinterpret_cast<RecordFunction>(library == nullptr ? find_function(kFunction) : dlsym(library, kFunction));
}

/// Sends an empty message to this process; the layer reports it if it reports any.
void probe() {
  probing.store(true);
  real::Sendrecv(nullptr, 0, handles::type_byte(), 0, 0, nullptr, 0, handles::type_byte(), 0, 0, handles::comm_self(),
                 MPI_STATUS_IGNORE);
  probing.store(false);
}

/// `process` is a rank of the real MPI_COMM_WORLD.
void note_message(int process, std::size_t bytes, int tag) {
  if (probing.load(std::memory_order_relaxed)) reported.store(true, std::memory_order_relaxed);
  if (const RecordFunction next = users_own.load(std::memory_order_relaxed)) next(process, bytes, tag);
  const MessageObserver* const told = observer.load(std::memory_order_relaxed);
  if (told == nullptr || process < 0 || is_counted_by_wrapper(tag)) return;
  told->reported(process, bytes);
}

}  // namespace

void ask_for_reports() {
  asked = std::getenv(kParameter) == nullptr;
  if (asked) setenv(kParameter, "2", 0);  // 2: messages of collectives are told by their negative tags
}

}  // namespace open_mpi

bool reports_messages(const MessageObserver& observer) {
  using namespace open_mpi;
  if (asked) {
    unsetenv(kParameter);
  } else {
    users_own.store(find_users_own());
  }
  probe();
  if (!internals_are_known()) return false;
  open_mpi::observer.store(&observer);
  if (reported.load() && users_own.load() == nullptr) bypass_layer();
  return reported.load();
}

}  // namespace topomorph::runtime

extern "C" void mca_common_monitoring_record_pml(int world_rank, std::size_t bytes, int tag) {
  topomorph::runtime::open_mpi::note_message(world_rank, bytes, tag);
}

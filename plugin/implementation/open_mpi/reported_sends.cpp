// Puts itself in front of the two functions of Open MPI's monitoring layer that report messages, and takes out two that
// only pass on.
//
// The layer looks each destination up in a hash table and reports: 5 ns, a tenth of the fastest messages, and for the
// application's own messages in vain, since their wrappers have counted them. The table of functions of the
// point-to-point layer (mca_pml) has the layer's functions in it, and the layer keeps the table it has replaced
// (pml_selected_module), which it puts back in MPI_Finalize. Nothing is assumed of the tables but that they are alike:
// the places are found by the names of the functions that are in them.
#include "plugin/implementation/open_mpi/reported_sends.h"

#include <cstddef>
#include <cstring>

#include <dlfcn.h>
#include <link.h>

#include "monitoring/thread_counters.h"
#include "plugin/interception/resolve.h"

namespace topomorph::implementation::open_mpi {
namespace {

// As in ompi/mca/pml/pml.h of 4.1; the pointers are to its internal types.
using Send = int (*)(const void*, std::size_t, void* type, int peer, int tag, int mode, void* comm);
using Isend = int (*)(const void*, std::size_t, void* type, int peer, int tag, int mode, void* comm, void** request);

template <class Function>
struct Ways {
  Function direct;
  Function reporting;
  /// What note_message() would ignore need not be reported.
  Function of(int tag) const { return tag >= 0 && !monitoring::ThreadCounters::in_collective() ? direct : reporting; }
};
Ways<Send> send_ways{};
Ways<Isend> isend_ways{};

int send(const void* buffer, std::size_t count, void* type, int peer, int tag, int mode, void* comm) {
  return send_ways.of(tag)(buffer, count, type, peer, tag, mode, comm);
}

int isend(const void* buffer, std::size_t count, void* type, int peer, int tag, int mode, void* comm, void** request) {
  return isend_ways.of(tag)(buffer, count, type, peer, tag, mode, comm, request);
}

struct Layer {
  void** functions = nullptr;  ///< mca_pml
  std::size_t size = 0;
};

Layer active_layer() {
  void* const table = resolve::find_datum("mca_pml");
  Dl_info info{};
  ElfW(Sym)* symbol = nullptr;
  if (table == nullptr || dladdr1(table, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) == 0) return {};
  return symbol == nullptr ? Layer{} : Layer{static_cast<void**>(table), symbol->st_size / sizeof(void*)};
}

/// The table that the library of `function` has replaced.
void** replaced_layer(const Dl_info& function) {
  void* const library = dlopen(function.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  return library == nullptr ? nullptr : static_cast<void**>(dlsym(library, "pml_selected_module"));
}

/// A place of the table, and the function that was there before the monitoring layer's; null: not found.
struct Place {
  void** function = nullptr;
  void* replaced = nullptr;
};

Place find(const Layer& layer, const char* name) {
  for (std::size_t i = 0; i < layer.size; ++i) {
    Dl_info info{};
    if (dladdr(layer.functions[i], &info) == 0 || info.dli_sname == nullptr) continue;
    if (std::strcmp(info.dli_sname, name) != 0 || info.dli_saddr != layer.functions[i]) continue;
    void** const replaced = replaced_layer(info);
    if (replaced != nullptr && replaced[i] != nullptr) return {&layer.functions[i], replaced[i]};
  }
  return {};
}

template <class Function>
void stand_in_front(const Place& place, Function ours, Ways<Function>& ways) {
  if (place.function == nullptr) return;
  ways = {reinterpret_cast<Function>(place.replaced), reinterpret_cast<Function>(*place.function)};
  *place.function = reinterpret_cast<void*>(ours);
}

/// The layer's function reports nothing: it only passes on.
void take_out(const Place& place) {
  if (place.function != nullptr) *place.function = place.replaced;
}

}  // namespace

void shorten_reported_sends() {
  const Layer layer = active_layer();
  stand_in_front(find(layer, "mca_pml_monitoring_send"), send, send_ways);
  stand_in_front(find(layer, "mca_pml_monitoring_isend"), isend, isend_ways);
  take_out(find(layer, "mca_pml_monitoring_recv"));
  take_out(find(layer, "mca_pml_monitoring_irecv"));
}

}  // namespace topomorph::implementation::open_mpi

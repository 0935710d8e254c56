// Defines the functions by which Open MPI calls the application's callbacks, in whatever language they are written.
//
// Fortran's bindings and libmpi_cxx create keyvals and error handlers without any MPI function, but four internal
// functions of libmpi call the callbacks of all languages. They are unchanged from 1.8 to 6.0, and libmpi calls them
// through its own symbol table. In versions that were not checked, the functions here only forward. If libmpi is linked
// with -Bsymbolic-functions, it never calls them. In both cases the trampolines (runtime/mpi/callbacks.h) and the
// copying of attributes (plugin/world/attributes.h) remain, which handle callbacks of C only.
#include <atomic>
#include <cstdint>
#include <cstring>

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::runtime {
namespace {

using Word = std::uintptr_t;

/// Passes arguments as registers hold them: enumerations and bool need no interpretation.
using Call = int (*)(Word, Word, Word, Word, Word);

Call next(std::atomic<void*>& known, const char* symbol) {
  void* address = known.load(std::memory_order_relaxed);
  if (address == nullptr) {
    address = runtime::find_function(symbol);
    known.store(address, std::memory_order_relaxed);
  }
  return reinterpret_cast<Call>(address);
}

bool is_substitute(Word object) {
  return runtime::has_substitute() && object == reinterpret_cast<Word>(runtime::world_pair.substitute);
}

Word real_world() { return reinterpret_cast<Word>(runtime::world_pair.real); }

Word word_at(Word object, std::size_t offset) {
  Word word = 0;
  std::memcpy(&word, reinterpret_cast<const char*>(object) + offset, sizeof word);
  return word;
}

/// Returns the offset at which a communicator holds its table of attributes: the one offset at which the original has
/// the table that is copied from and the duplicate the one that is copied to. Both tables are known to be there, so the
/// search ends inside the objects. The limit is the size that Open MPI reserves for a predefined communicator.
std::size_t find_table(Word from, Word to, Word from_table, Word to_table) {
  constexpr std::size_t kReserved = 512;
  if (from_table == 0 || to_table == 0) return 0;
  std::size_t offset = 0;
  while (offset < kReserved && (word_at(from, offset) != from_table || word_at(to, offset) != to_table))
    offset += sizeof(Word);
  return offset < kReserved ? offset : 0;
}

std::atomic<bool> copies_seen{false};

}  // namespace

bool copies_world_attributes() { return copies_seen.load(std::memory_order_relaxed); }

/// Attributes that Fortran has made are in libmpi's tables alone: if libmpi does not copy them, no code can.
bool copy_attribute_of_other_language(MPI_Comm, MPI_Comm, int, const runtime::CommCallbacks&, int&) { return false; }

}  // namespace topomorph::runtime

namespace {

using namespace topomorph;  // everything below is C
using runtime::Word;

}  // namespace

extern "C" {

/// Gives a duplicate of the substitute the attributes of the real world, predefined ones included.
int ompi_attr_copy_all(Word type, Word from, Word to, Word from_table, Word to_table) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_attr_copy_all");
  if (!runtime::internals_are_known()) return next(type, from, to, from_table, to_table);
  const runtime::CallbackScope scope;
  if (runtime::is_substitute(from)) {
    if (const std::size_t offset = runtime::find_table(from, to, from_table, to_table)) {
      runtime::copies_seen.store(true, std::memory_order_relaxed);
      from = runtime::real_world();
      from_table = runtime::word_at(from, offset);
    }
  }
  return next(type, from, to, from_table, to_table);
}

int ompi_attr_delete(Word type, Word object, Word table, Word key, Word predefined) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_attr_delete");
  if (!runtime::internals_are_known()) return next(type, object, table, key, predefined);
  const runtime::CallbackScope scope;
  return next(type, object, table, key, predefined);
}

int ompi_attr_delete_all(Word type, Word object, Word table) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_attr_delete_all");
  if (!runtime::internals_are_known()) return next(type, object, table, 0, 0);
  const runtime::CallbackScope scope;
  return next(type, object, table, 0, 0);
}

/// Replaces the substitute for predefined handlers as well: the message of a fatal error and the end of the job refer
/// to MPI_COMM_WORLD.
int ompi_errhandler_invoke(Word handler, Word object, Word type, Word code, Word message) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_errhandler_invoke");
  if (!runtime::internals_are_known()) return next(handler, object, type, code, message);
  const runtime::CallbackScope scope;
  if (runtime::is_substitute(object)) object = runtime::real_world();
  return next(handler, object, type, code, message);
}
}

// Stands in front of the functions by which Open MPI calls the application's callbacks, whatever language made them.
//
// Fortran's bindings and libmpi_cxx create keyvals and error handlers without any MPI function, but what runs them is
// the same for all: four internal functions of libmpi, unchanged from 1.8 to 5.0, which it calls through its own table
// of symbols. In a version that they were not checked against they are passed on as they come; there, and where it is
// linked so that it does not (-Bsymbolic-functions), nobody comes here, and the trampolines and the copying by hand,
// which see C's callbacks only, do what they can.
#include <atomic>
#include <cstdint>
#include <cstring>

#include "plugin/runtime/call_state.h"
#include "plugin/runtime/implementation.h"
#include "plugin/runtime/resolve.h"

namespace topomorph::runtime {
namespace {

using Word = std::uintptr_t;

/// Arguments as the registers have them: enumerations and bool are passed on without a look at them.
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

/// Where a communicator holds its table of attributes: the one place where the original has the table that is copied
/// from and the duplicate the one that is copied to. Both are known to be there, so the search ends inside the objects;
/// the limit is what Open MPI reserves for a predefined communicator.
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

/// Where libmpi does not copy by itself, nobody can: what Fortran made is in its tables alone.
bool copy_attribute_of_other_language(MPI_Comm, MPI_Comm, int, const runtime::CommCallbacks&, int&) { return false; }

}  // namespace topomorph::runtime

namespace {

using namespace topomorph;  // what follows is C
using runtime::Word;

}  // namespace

extern "C" {

/// A duplicate of the substitute inherits what the real world has, predefined attributes included.
[[gnu::visibility("default")]] int ompi_attr_copy_all(Word type, Word from, Word to, Word from_table, Word to_table) {
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

[[gnu::visibility("default")]] int ompi_attr_delete(Word type, Word object, Word table, Word key, Word predefined) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_attr_delete");
  if (!runtime::internals_are_known()) return next(type, object, table, key, predefined);
  const runtime::CallbackScope scope;
  return next(type, object, table, key, predefined);
}

[[gnu::visibility("default")]] int ompi_attr_delete_all(Word type, Word object, Word table) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_attr_delete_all");
  if (!runtime::internals_are_known()) return next(type, object, table, 0, 0);
  const runtime::CallbackScope scope;
  return next(type, object, table, 0, 0);
}

/// Predefined handlers as well: a fatal error's message and the end of the job are about MPI_COMM_WORLD.
[[gnu::visibility("default")]] int ompi_errhandler_invoke(Word handler, Word object, Word type, Word code,
                                                          Word message) {
  static constinit std::atomic<void*> known{nullptr};
  const auto next = runtime::next(known, "ompi_errhandler_invoke");
  if (!runtime::internals_are_known()) return next(handler, object, type, code, message);
  const runtime::CallbackScope scope;
  if (runtime::is_substitute(object)) object = runtime::real_world();
  return next(handler, object, type, code, message);
}
}

// What topomorph doctor asks this library inside an MPI program: whether it fits the MPI library there.
#include "plugin/interception/contract.h"

#include "plugin/implementation/implementation.h"

extern "C" {

/// A function of the MPI library by which messages could pass this library by; null: none. Where there is one, no order
/// is changed.
[[gnu::visibility("default")]] const char* tm_unwrapped_function() {
  return topomorph::interception::unwrapped_function();
}

/// Whether the MPI library's internal functions are known in this version, or are passed on as they come: 1 or 0.
[[gnu::visibility("default")]] int tm_internals_are_known() {
  return topomorph::implementation::internals_are_known() ? 1 : 0;
}
}

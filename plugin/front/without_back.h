// Answers to the functions of topomorph.h in a process whose MPI library has no back: every order is kept.
#pragma once

namespace topomorph::front {

/// Returns a function that stands in for the named one of topomorph.h; null for any other. Communicators are made and
/// read by the MPI library's own functions, whatever its handles are.
void* answer_without_back(const char* function);

}  // namespace topomorph::front

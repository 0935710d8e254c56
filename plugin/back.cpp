// Introduces this back to the front.
#include "plugin/back.h"

#include "core/base/process.h"
#include "runtime/mpi/resolve.h"
#include "runtime/process/message.h"

const topomorph::loading::Back* topomorph_back(const topomorph::loading::Front* front) {
  using namespace topomorph;
  if (has_more_rights_than_its_user()) return nullptr;  // whatever has opened this library
  static constexpr loading::Back kBack{TOPOMORPH_VERSION, loading::kExportsDigest, plugin::kBackFunctions};
  runtime::use_front(*front);
  process::write_lines_if(front->has_own_stderr);
  return &kBack;
}

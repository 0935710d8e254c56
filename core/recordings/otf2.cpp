// Reads archives of the Open Trace Format 2, as Score-P, TAU and EZTrace write them.
#include "core/recordings/otf2.h"

#include "core/base/error.h"
#include "core/recordings/otf2_archive.h"
#include "core/trace/check.h"

namespace topomorph::recordings {

trace::Trace read_otf2(const std::string& anchor) {
#ifdef TOPOMORPH_OTF2
  trace::Trace trace = read_otf2_archive(anchor);
  trace::check(trace);
  return trace;
#else
  throw InputError(anchor, 0,
                   "is an archive of the Open Trace Format 2, and this TopoMorph was built without its library "
                   "(Debian: libopen-trace-format2-dev)");
#endif
}

}  // namespace topomorph::recordings

// The records of an archive of the Open Trace Format 2; only compiled where its library is.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace topomorph::recordings {

/// Does what read_otf2() says, without the check of the trace.
trace::Trace read_otf2_archive(const std::string& anchor);

}  // namespace topomorph::recordings

// SIGTERM: how launchers and batch systems end a job.
#pragma once

namespace topomorph::reorder {

/// Puts a handler in place that leaves this process's record and then ends it by SIGTERM as before. Only where SIGTERM
/// would end the process anyway: an application's own handler, or its ignoring it, is left alone, and so is one that
/// it sets later. Called by such a one, ours leaves the record and returns: the process goes on as that one wants.
void watch_for_termination() noexcept;

/// Takes the handler away, unless the application has put its own in its place.
void stop_watching() noexcept;

}  // namespace topomorph::reorder

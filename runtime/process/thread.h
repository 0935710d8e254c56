// Runs work beside the application, in a thread that none of its signals reaches.
#pragma once

namespace topomorph::process {

/// Runs `work` in a detached thread with all signals blocked. Returns false if there can be none: the process has no
/// threads (an older C library, or a different one) or too many.
bool in_thread(void* (*work)(void*), void* given) noexcept;

}  // namespace topomorph::process

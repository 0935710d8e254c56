// Tries in a child what may crash inside hwloc.
#pragma once

#include <functional>
#include <string>

namespace topomorph::topology {

/// Runs `load` in a child of this process, without output and with at most a minute of processor time, and throws
/// InputError, which names the file, unless the child survives it. hwloc 2.9 follows null pointers where an object of
/// an XML file lacks one of its sets, and nobody knows where else: a crash would end the command without a line. The
/// price is the time of `load` once more, and a fork. Exceptions of `load` stay in the child: the caller makes them
/// again.
void try_in_child(const std::string& path, const std::function<void()>& load);

/// Makes Machine load files in a child first, in the whole process from now on. The engine does not: it is a child of
/// the job, which goes on with a line where the engine crashes, and it has no milliseconds to give away.
void try_machine_files_in_child();
bool tries_machine_files_in_child();

}  // namespace topomorph::topology

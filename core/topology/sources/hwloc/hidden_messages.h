// Keeps hwloc from writing to this process's stderr.
#pragma once

namespace topomorph::topology {

/// Hides hwloc's own messages in this process from now on, if hwloc has written none yet. They repeat texts of files as
/// they are, also what a terminal obeys and lines that look like ours; hwloc's answers say the same to us. For
/// processes of TopoMorph alone, before they use hwloc: inside a program, hwloc is the program's too.
void hide_messages_of_hwloc();

}  // namespace topomorph::topology

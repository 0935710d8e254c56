// Input as a file, and a folder to write in.
#include "tests/fuzz/support.h"

#include <sys/mman.h>
#include <unistd.h>

#include "core/wire/frame_io.h"
#include "tests/temporary_folder.h"

/// hwloc loses objects of a machine that it refuses, and OTF2's library what it has of an archive that it cannot read:
/// nobody's loss in a program that ends then.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhwloc\nleak:OTF2_\nleak:otf2_\n"; }

/// An input of some kB that takes as much is a finding. Sanitizers need terabytes of addresses, so no limit of those.
extern "C" const char* __asan_default_options() { return "hard_rss_limit_mb=2048"; }

namespace topomorph::fuzz {

MemoryFile::MemoryFile(std::string_view content)
    : descriptor_(memfd_create("input", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  wire::write_all(descriptor_, content);
  require(lseek(descriptor_, 0, SEEK_SET) == 0, "files in memory can be rewound");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

const std::filesystem::path& scratch_folder() {
  static const tests::TemporaryFolder scratch;
  return scratch.path();
}

}  // namespace topomorph::fuzz

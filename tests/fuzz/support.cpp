// Input as a file, and a folder to write in.
#include "tests/fuzz/support.h"

#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

#include "core/wire/frame_stream.h"

/// hwloc loses objects of a machine that it refuses: nobody's loss in a program that ends then.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhwloc\n"; }

namespace topomorph::fuzz {

namespace {

struct Scratch {
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "topomorph_fuzz.XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr, "there is a folder for temporary files");
    path = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

}  // namespace

MemoryFile::MemoryFile(std::string_view content)
    : descriptor_(memfd_create("input", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  wire::write_all(descriptor_, content);
  require(lseek(descriptor_, 0, SEEK_SET) == 0, "files in memory can be rewound");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

const std::filesystem::path& scratch_folder() {
  static const Scratch scratch;
  return scratch.path;
}

}  // namespace topomorph::fuzz

// What the fuzz targets share: promises, input as a file, a folder to write in.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace topomorph::fuzz {

/// Ends the program, so that the input is kept, unless the promise holds.
void require(bool holds, const char* promise);

/// What `make` gives. Here an InputError is a finding: what it reads or checks was made by the program itself.
template <typename Make>
auto without_error(const char* promise, Make make) {
  try {
    return make();
  } catch (const InputError& error) {
    std::fputs((std::string(error.what()) + "\n").c_str(), stderr);
    require(false, promise);
    throw;
  }
}

/// The input under a file name; lives in memory only.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }  ///< at the beginning of the content
  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

/// A folder of this process, empty at first, gone when it ends. Where TMPDIR is in memory, so is this.
const std::filesystem::path& scratch_folder();

}  // namespace topomorph::fuzz

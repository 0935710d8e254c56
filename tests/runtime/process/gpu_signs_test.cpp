// Libraries for GPUs that the program has loaded, and those that the MPI library has.
#include "runtime/process/gpu_signs.h"

#include <cstdlib>

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace topomorph::process {
namespace {

constexpr const char* kSign = "libze_loader.so";

/// Loads a library with the name of a vendor's.
class GpuLibrary {
 public:
  GpuLibrary() : handle_(dlopen(TOPOMORPH_TEST_GPU_LIBRARY, RTLD_NOW)) {}
  ~GpuLibrary() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  GpuLibrary(const GpuLibrary&) = delete;
  GpuLibrary& operator=(const GpuLibrary&) = delete;

  bool is_open() const { return handle_ != nullptr; }

 private:
  void* handle_;
};

class GpuSignsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* variable :
         {"CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ZE_AFFINITY_MASK"})
      unsetenv(variable);
    note_libraries_before_init();
    note_libraries_after_init();
  }
};

TEST_F(GpuSignsTest, WhatTheProgramHasLoadedBeforeMpiCounts) {
  EXPECT_EQ(gpu_signs(), "");
  const GpuLibrary library;
  ASSERT_TRUE(library.is_open()) << dlerror();
  note_libraries_before_init();
  note_libraries_after_init();
  EXPECT_EQ(gpu_signs(), kSign);
}

TEST_F(GpuSignsTest, WhatMpiInitLoadsDoesNotCount) {
  note_libraries_before_init();
  const GpuLibrary library;
  note_libraries_after_init();
  ASSERT_TRUE(library.is_open()) << dlerror();
  EXPECT_EQ(gpu_signs(), "");
  setenv("ZE_AFFINITY_MASK", "1", 1);
  EXPECT_EQ(gpu_signs(), "ZE_AFFINITY_MASK=1") << "the user's word counts";
}

TEST_F(GpuSignsTest, WhatTheProgramLoadsLaterCounts) {
  const GpuLibrary library;
  ASSERT_TRUE(library.is_open()) << dlerror();
  EXPECT_EQ(gpu_signs(), kSign);
}

}  // namespace
}  // namespace topomorph::process

// Which MPI library a launcher's variables tell.
#include "tools/programs/backs.h"

#include <cstdlib>
#include <initializer_list>

#include <gtest/gtest.h>

namespace topomorph::programs {
namespace {

/// Has these variables of launchers alone while it lives.
class Launched {
 public:
  explicit Launched(std::initializer_list<const char*> variables) {
    clear();
    for (const char* variable : variables) setenv(variable, "2", 1);
  }
  ~Launched() { clear(); }
  Launched(const Launched&) = delete;
  Launched& operator=(const Launched&) = delete;

 private:
  static void clear() {
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) unsetenv(variable);
  }
};

loading::Kind kind_with(std::initializer_list<const char*> variables) {
  const Launched launched(variables);
  return kind_of_job();
}

TEST(Backs, TheLauncherTellsTheLibraryOfTheJob) {
  EXPECT_EQ(kind_with({}), loading::Kind::None);
  EXPECT_EQ(kind_with({"OMPI_COMM_WORLD_SIZE", "PMIX_RANK"}), loading::Kind::OpenMpi);
  EXPECT_EQ(kind_with({"PMI_SIZE"}), loading::Kind::Mpich);
}

TEST(Backs, LaunchersOfSeveralLibrariesTellNone) {
  EXPECT_EQ(kind_with({"PMIX_RANK"}), loading::Kind::None);
  EXPECT_EQ(kind_with({"PMI_SIZE", "PMIX_RANK"}), loading::Kind::None) << "Slurm sets both";
}

}  // namespace
}  // namespace topomorph::programs

// Which steps of Slurm get which mode.
#include "plugin/slurm/step.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace topomorph::slurm {
namespace {

/// Words of plugstack.conf, which a configuration only points to.
class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
  }
  std::string_view read_into(Configuration& configuration) {
    return configuration.read(static_cast<int>(pointers_.size()), pointers_.data());
  }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

Step step_of(std::uint32_t tasks) {
  Step step;
  step.tasks = tasks;
  return step;
}

TEST(SlurmConfiguration, PartitionsHaveModes) {
  Words words({"default=profile", "partition=batch:auto", "partition=odd:name:off"});
  Configuration configuration;
  EXPECT_EQ(words.read_into(configuration), "");
  EXPECT_EQ(configuration.mode_of("batch"), "auto");
  EXPECT_EQ(configuration.mode_of("odd:name"), "off");
  EXPECT_EQ(configuration.mode_of("other"), "profile");
  EXPECT_EQ(configuration.mode_of("batch,batch"), "auto");
  EXPECT_EQ(configuration.mode_of("batch,other"), "off") << "where it will run is not known";
  EXPECT_EQ(Configuration().mode_of("batch"), "off");
}

TEST(SlurmConfiguration, NamesTheFirstWrongWord) {
  for (const std::string wrong :
       {"partition=batch", "partition=:auto", "partition=batch:fast", "partition=a:off", "partition=b:auto,c:auto",
        "partition=b*:auto", "default=on", "auto", "library=relative/libtopomorph.so"}) {
    Words words({"partition=a:run", wrong, "default=?"});
    Configuration configuration;
    EXPECT_EQ(words.read_into(configuration), wrong);
  }
}

TEST(SlurmConfiguration, HasRoomForManyPartitions) {
  std::vector<std::string> all;
  for (int i = 0; i < 65; ++i) all.push_back("partition=p" + std::to_string(i) + ":auto");
  Words words(all);
  Configuration configuration;
  EXPECT_EQ(words.read_into(configuration), "partition=p64:auto");
  EXPECT_EQ(configuration.mode_of("p63"), "auto");
}

class StepTest : public testing::Test {
 protected:
  StepTest() { words_.read_into(configuration_); }

  Words words_{{"partition=batch:auto", "partition=slow:off"}};
  Configuration configuration_;
};

TEST_F(StepTest, OptionThenEnvironmentThenPartition) {
  Step step = step_of(4);
  EXPECT_EQ(mode_of(step, configuration_), "");
  step.partition = "batch";
  EXPECT_EQ(mode_of(step, configuration_), "auto");
  step.environment = "run";
  EXPECT_EQ(mode_of(step, configuration_), "run") << "the user's own mode";
  step.partition = "slow";
  EXPECT_EQ(mode_of(step, configuration_), "") << "who sets it there preloads the library as well";
  step.option = "profile";
  EXPECT_EQ(mode_of(step, configuration_), "profile");
  step.option = "off";
  EXPECT_EQ(mode_of(step, configuration_), "off");
}

TEST_F(StepTest, NothingIsDoneForScriptsSingleTasksAndContainers) {
  for (const std::uint32_t tasks : {0U, 1U}) {
    Step step = step_of(tasks);
    step.option = "auto";
    EXPECT_EQ(mode_of(step, configuration_), "");
  }
  Step script = step_of(4);
  script.option = "auto";
  script.number = 0xfffffffb;
  EXPECT_EQ(mode_of(script, configuration_), "");
  Step container = step_of(4);
  container.option = "auto";
  container.in_container = true;
  EXPECT_EQ(mode_of(container, configuration_), "");
}

TEST_F(StepTest, ModeOffInTheEnvironmentComesFirst) {
  Step step = step_of(4);
  step.partition = "batch";
  step.environment = "off";
  step.option = "run";
  EXPECT_EQ(mode_of(step, configuration_), "");
}

TEST_F(StepTest, DaemonsOfMpirunStayAsTheyAre) {
  for (const char* daemon : {"orted", "/usr/bin/prted", "/opt/mpich/bin/hydra_pmi_proxy"}) {
    Step step = step_of(4);
    step.partition = "batch";
    step.program = daemon;
    EXPECT_EQ(mode_of(step, configuration_), "") << daemon;
    step.option = "run";
    EXPECT_EQ(mode_of(step, configuration_), "") << daemon << ", which sbatch's option reaches";
  }
}

TEST_F(StepTest, ContainersNeedTheOption) {
  Step step = step_of(4);
  step.partition = "batch";
  step.program = "/usr/bin/apptainer";
  EXPECT_EQ(mode_of(step, configuration_), "");
  step.option = "auto";
  EXPECT_EQ(mode_of(step, configuration_), "auto") << "the runner looks at the command";
}

TEST_F(StepTest, TheSiteSwitchesOff) {
  Step step = step_of(4);
  step.partition = "batch";
  step.site = {"off", 1, false};
  EXPECT_EQ(mode_of(step, configuration_), "");
  step.option = "auto";
  EXPECT_EQ(mode_of(step, configuration_), "auto") << "users may switch on what is off by default";
  step.site.is_final = true;
  EXPECT_EQ(mode_of(step, configuration_), "");
}

TEST(Step, ProgramsThatAreNotThereAreSlurmsToTell) {
  EXPECT_TRUE(can_be_started("/bin/sh", ""));
  EXPECT_TRUE(can_be_started("sh", "/nowhere:/bin"));
  EXPECT_TRUE(can_be_started("sh", "/bin"));
  EXPECT_FALSE(can_be_started("sh", "/nowhere"));
  EXPECT_FALSE(can_be_started("sh", ""));
  EXPECT_FALSE(can_be_started("/nowhere/sh", "/bin"));
  EXPECT_FALSE(can_be_started("/etc/passwd", "/bin")) << "not to be executed";
}

}  // namespace
}  // namespace topomorph::slurm

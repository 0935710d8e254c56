// The replay of a run, fitted to what the run has measured.
#include "core/planning/calibration.h"

#include "core/replay/replay.h"
#include "tests/core/testing.h"

namespace topomorph::planning {
namespace {

/// Returns two hosts of one slot each that share a processor.
replay::Platform platform() {
  static const TreeTopology tree = TreeTopology::regular(std::vector<std::uint64_t>{1, 2});
  replay::Platform platform = replay::tree_platform(tree, {{{1e-6, 8e9}, {50e-6, 100e6}}}, 1);
  platform.between_hosts = {10e-6, 10e-6};
  platform.pool_of_host = {0, 0};
  platform.cores = {1};
  return platform;
}

/// Two processes exchange messages of so many bytes 500 times.
trace::Trace exchange(std::uint64_t bytes) {
  trace::Trace trace;
  for (std::uint32_t me = 0; me < 2; ++me) {
    trace::ProcessTrace process;
    process.steps = {trace::loop(500, 3), trace::after(20e-6, trace::start_receive(1 - me, 0)),
                     trace::start_send(1 - me, bytes, 1), trace::wait(0, 2)};
    process.seen = 1500;
    trace.processes.push_back(process);
  }
  return trace;
}

const Mapping kOrder = {0, 1};

/// Returns the times of the run if the machine has these costs under load.
MeasuredTimes run_with(const Calibration& load, const trace::Trace& trace) {
  replay::Platform loaded = platform();
  calibrate(load, loaded);
  const auto result = replay::replay(trace, loaded, kOrder);
  MeasuredTimes times{result->seconds, 0};
  for (const replay::ProcessTimes& process : result->processes) times.in_mpi += process.in_mpi() / 2;
  return times;
}

Calibration fitted(const Calibration& load, const trace::Trace& trace) {
  return calibration_of(trace, platform(), kOrder, run_with(load, trace), Deadline(std::nullopt)).value();
}

TEST(Calibration, FindsHowMuchMoreMessagesCostUnderLoad) {
  const Calibration found = fitted({.work = 4}, exchange(100));
  EXPECT_NEAR(found.work, 4, 0.2);
  EXPECT_EQ(found.slowness, 1);
  EXPECT_LT(found.error(), 0.03);
}

TEST(Calibration, FindsHowMuchSlowerLinksAreUnderLoad) {
  const Calibration found = fitted({.slowness = 1.3}, exchange(1'000'000));
  EXPECT_LT(found.error(), 0.03);
  EXPECT_NEAR(found.slowness, 1.3, 0.1);
}

TEST(Calibration, LeavesARunThatAgreesAsItIs) {
  const Calibration found = fitted({}, exchange(1000));
  EXPECT_EQ(found.work, 1);
  EXPECT_EQ(found.slowness, 1);
  EXPECT_LT(found.error(), 0.001);
}

TEST(Calibration, StaysWithinItsBoundsAndSaysWhatIsLeft) {
  MeasuredTimes times = run_with({}, exchange(100));
  times.seconds *= 100;
  times.in_mpi = times.seconds * 0.99;
  const auto found = calibration_of(exchange(100), platform(), kOrder, times, Deadline(std::nullopt));
  EXPECT_LE(found->work, Calibration::kMostWork);
  EXPECT_LE(found->slowness, Calibration::kMostSlowness);
  EXPECT_GT(found->error(), 0.5);
  EXPECT_FALSE(found->explains());
}

TEST(Calibration, DoesNotBelieveThatWorkGrowsWhereEachProcessHasAProcessor) {
  replay::Platform alone = platform();
  alone.cores = {2};
  const MeasuredTimes times = run_with({.work = 8}, exchange(100));
  const auto found = calibration_of(exchange(100), alone, kOrder, times, Deadline(std::nullopt));
  EXPECT_LE(found->work, Calibration::kMostWorkAlone);
}

TEST(Calibration, IsKeptInNotes) {
  const Calibration kept{.work = 3.5, .slowness = 1.25, .measured = {12, 10}, .replayed = {11.5, 9}};
  const auto read = calibration_in(notes_of(kept));
  ASSERT_TRUE(read);
  EXPECT_NEAR(read->work, 3.5, 1e-6);
  EXPECT_NEAR(read->slowness, 1.25, 1e-6);
  EXPECT_NEAR(read->error(), 1.0 / 12, 1e-6);
  for (const auto& [name, value] : {std::pair("calibrated_work", "900"), std::pair("measured_seconds", "nan"),
                                    std::pair("replayed_seconds", "0"), std::pair("measured_in_mpi", "x")}) {
    auto notes = notes_of(kept);
    notes[name] = value;
    EXPECT_FALSE(calibration_in(notes)) << name;
  }
  EXPECT_FALSE(calibration_in({}));
}

TEST(Calibration, NeedsTimes) {
  EXPECT_FALSE(calibration_of(exchange(1), platform(), kOrder, {}, Deadline(std::nullopt)));
}

}  // namespace
}  // namespace topomorph::planning

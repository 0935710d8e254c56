// The verb `recall`: what is one case, and what earlier runs say to the plan of the next.
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/store/names.h"
#include "core/store/store.h"
#include "tests/core/testing.h"
#include "tests/tools/engine/asking.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {
namespace {

using wire::FrameType;

class RecallTest : public ::testing::Test {
 protected:
  RecallTest() { setenv("TOPOMORPH_STORE", store_.c_str(), 1); }
  ~RecallTest() override { unsetenv("TOPOMORPH_STORE"); }

  /// Returns what `recall` says of a job of two ranks on two hosts with this command line.
  static wire::KeyValues recalled(const std::vector<std::string>& words) {
    std::string argv;
    for (const std::string& word : words) argv.append(word.c_str(), word.size() + 1);  // with its zero
    wire::Buffer request;
    wire::append_text(request, FrameType::Meta, wire::encode({{"program", "/bin/sh"}, {"argv", argv}, {"ranks", "2"}}));
    wire::append_text(request, FrameType::Locations, "node0\t\nnode1\t\n");
    const wire::Buffer answer = reorder::ask({"recall"}, request);
    wire::FrameReader reader(answer);
    return wire::decode_key_values(wire::text(*reader.next()));
  }
  /// Leaves the profile of a run in the folder of a case.
  static void leave_profile(const std::string& folder) {
    wire::Buffer records;
    wire::append_text(records, FrameType::Meta, "program=sh\nranks=2\n");
    for (std::uint64_t rank = 0; rank < 2; ++rank) {
      wire::append_text(records, FrameType::Process, fmt::format("rank={}\nhost=node{}\n", rank, rank));
      wire::append_text(records, FrameType::Phases, "main\n");
      const std::vector<wire::TrafficRecord> rows = {{0, wire::Layer::PointToPoint, rank, 1 - rank, 1'000'000, 10}};
      wire::append_records<wire::TrafficRecord>(records, FrameType::Traffic, rows);
    }
    reorder::ask({"write", folder + "/" + store::kProfileName}, records);
  }

  testing::TemporaryFolder folder_;
  const std::string store_ = folder_.file("store");
};

TEST_F(RecallTest, CasesDifferByAllTheirArguments) {
  wire::KeyValues first = recalled({"sh", "--steps", "10"});
  EXPECT_EQ(first["decision"], "measure");
  EXPECT_EQ(first["reason"], "first");
  EXPECT_TRUE(first["folder"].starts_with(store_)) << first["folder"];
  EXPECT_EQ(recalled({"sh", "--steps", "10"})["folder"], first["folder"]);
  EXPECT_NE(recalled({"sh", "--steps", "20"})["folder"], first["folder"]);
  EXPECT_NE(recalled({"sh", "--parts", "10"})["folder"], first["folder"]);
}

TEST_F(RecallTest, TheErrorOfPredictionsIsAStepSoThatPlansAreFoundAgain) {
  leave_profile(recalled({"sh"})["folder"]);
  wire::KeyValues known = recalled({"sh"});
  ASSERT_EQ(known["decision"], "reorder") << known["message"];
  const std::string name = std::filesystem::path(known["folder"]).filename();
  const store::KeptFolder folder = store::Store(store_location()).folder_of(name);
  store::Run run;
  run.id = store::new_run_id();
  run.generation = known["generation"];
  run.situation = known["situation"];
  run.seconds = run.longest = run.elapsed = 10;
  store::add_run(folder, run);
  run.order = store::Order::Reordered;
  run.model = "hop-bytes";
  run.predicted = 0.5;
  for (const double seconds : {5.5, 5.3, 5.6}) {  // wrong by 9, 7 and 8 %, as means
    run.id = store::new_run_id();
    run.seconds = run.longest = run.elapsed = seconds;
    store::add_run(folder, run);
    const std::string orders = recalled({"sh"})["orders"] + " ";
    EXPECT_NE(orders.find(" --error 0.1 "), std::string::npos) << orders;
  }
}

}  // namespace
}  // namespace topomorph::engine

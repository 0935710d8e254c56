// The notation of training jobs.
#include "core/model/training_notation.h"

#include "core/formats/affinity_file.h"
#include "tests/core/testing.h"

namespace topomorph::inline model {
namespace {

TEST(TrainingNotation, WhatIsGivenComesBeforeTheModel) {
  const TrainingPattern pattern = parse_parallel_spec("parallel:tp=4,dp=2:hidden=1024,layers=2,dp-bytes=7");
  EXPECT_EQ(pattern.bytes[3], 7u);
  EXPECT_EQ(pattern.bytes[0], static_cast<std::uint64_t>(2 * 8 * 4 * 2 * 3 / 4 * 4096) * 1024 * 2);
  EXPECT_EQ(pattern.processes(), 8u);
}

TEST(TrainingNotation, WrongTextsAreRefused) {
  const auto expect_refused = [](const std::string& spec, const std::string& why) {
    EXPECT_INPUT_ERROR(parse_parallel_spec(spec), why);
  };
  expect_refused("parallel:", "parallel:: found '', expected NAME=VALUE");
  expect_refused("parallel:tp", "found 'tp', expected NAME=VALUE");
  expect_refused("parallel:tp=0", "found 'tp=0', expected tp, cp, ep, dp or pp with a number from 1");
  expect_refused("parallel:sp=2", "found 'sp=2', expected tp, cp, ep, dp or pp");
  expect_refused("parallel:tp=65536,dp=2048", "has more than 67108864 processes");
  expect_refused("parallel:dp=67108864,ep=65536", "too many pairs of experts");
  expect_refused("parallel:dp=4,ep=3", "ep=3 does not divide cp x dp = 4");
  expect_refused("parallel:dp=4:order=tp-tp", "order: found 'tp', expected each of tp, cp, ep, dp and pp at most once");
  expect_refused("parallel:dp=4:hiden=4", "found 'hiden', expected order, tp-bytes");
  expect_refused("parallel:dp=4:hidden=-4", "hidden: expected a number above 0 and up to 1e9, found '-4'");
  expect_refused("parallel:dp=4:dp-bytes=x", "dp-bytes: expected a number of bytes, found 'x'");
  expect_refused("parallel:dp=2:hidden=1e9", "dp sends more than 1e15 bytes");
}

TEST(TrainingNotation, IsAnAffinityWhereverOneIsTaken) {
  EXPECT_EQ(formats::read_affinity("parallel:tp=8,pp=4,dp=16").roles(), 512u);
  EXPECT_FALSE(formats::tells_messages("parallel:tp=8,pp=4,dp=16"));
  EXPECT_TRUE(formats::names_pattern("parallel:tp=8"));
  EXPECT_FALSE(formats::names_pattern("./parallel:tp=8.mtx"));
}

}  // namespace
}  // namespace topomorph::inline model

// Steps as bytes: what is written is read again, and damaged bytes are refused.
#include "core/trace/encoding.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace topomorph::trace {
namespace {

constexpr std::size_t kMost = 1000;

const std::vector<Step>& every_kind() {
  static const std::vector<Step> steps = {
      loop(std::uint64_t{1} << 62, 4),
      after(1e-300, send(4'000'000, std::uint64_t{1} << 49, 65535)),
      receive(127),
      start_send(128, 0, 1'000'000, 1),
      after(0.5, start_receive(0, 3, 300)),
      wait(5, 1'000'000),
      collective(Collective::Scan, ~std::uint64_t{0}, 500'000, 77),
      compute(3.25),
      after(0.25, phase(300)),
  };
  return steps;
}

TEST(Encoding, KeepsEveryKindOfStep) {
  const std::vector<Step> found = decode(encode(every_kind()), kMost);
  ASSERT_EQ(found.size(), every_kind().size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_TRUE(alike(found[i], every_kind()[i])) << "step " << i;
    EXPECT_EQ(found[i].seconds, every_kind()[i].seconds) << "step " << i;
  }
}

TEST(Encoding, IsSmallForStepsWithoutTime) { EXPECT_EQ(encode(std::vector{send(1, 100, 2)}).size(), 5U); }

TEST(Encoding, RefusesCutSteps) {
  for (const Step& step : every_kind()) {
    const std::string whole = encode(std::vector{step});
    for (std::size_t length = 1; length < whole.size(); ++length) {
      EXPECT_THROW(decode(std::string_view(whole).substr(0, length), kMost), InputError) << length;
    }
  }
}

TEST(Encoding, RefusesNumbersThatDoNotFit) {
  EXPECT_THROW(decode(encode(every_kind()), every_kind().size() - 1), InputError);
  EXPECT_THROW(decode("\x08", kMost), InputError);                                               // kind
  EXPECT_THROW(decode(std::string_view("\x01\x01\x01\x80\x80\x04\x00", 7), kMost), InputError);  // channel 65536
  EXPECT_THROW(decode(std::string_view("\x01\x80\x80\x80\x80\x10\x01\x01\x00", 9), kMost), InputError);  // peer 2^32
  EXPECT_THROW(decode("\x07\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02\x01", kMost), InputError);           // 65 bits
}

}  // namespace
}  // namespace topomorph::trace

// Frames over a pipe: complete, cut, and with a false length.
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/wire/frame_io.h"

namespace topomorph::wire {
namespace {

/// A pipe into which a thread writes `bytes` in pieces, as a slow writer does.
class Fed {
 public:
  explicit Fed(Buffer bytes) {
    EXPECT_EQ(pipe(ends_), 0);
    writer_ = std::thread([this, bytes = std::move(bytes)] {
      for (std::size_t at = 0; at < bytes.size(); at += 7919) {
        write_all(ends_[1], std::span(bytes).subspan(at, std::min<std::size_t>(7919, bytes.size() - at)));
      }
      close(ends_[1]);
    });
  }
  ~Fed() {
    writer_.join();
    close(ends_[0]);
  }
  int end() const { return ends_[0]; }

 private:
  int ends_[2] = {-1, -1};
  std::thread writer_;
};

TEST(FrameStream, ReadsFramesLargerThanThePipe) {
  Buffer bytes;
  append_text(bytes, FrameType::Phases, "main\n");
  append_text(bytes, FrameType::Calls, std::string(3'000'000, 'c'));
  const Fed fed(bytes);
  FrameStream stream(fed.end());
  EXPECT_EQ(text(*stream.next()), "main\n");
  const auto calls = stream.next();
  ASSERT_TRUE(calls);
  EXPECT_EQ(calls->payload.size(), 3'000'000U);
  EXPECT_EQ(calls->payload[2'999'999], 'c');
  EXPECT_FALSE(stream.next());
}

TEST(FrameStream, ALieAboutTheLengthIsACutFrameAndCostsNoMemory) {
  Buffer bytes;
  append_text(bytes, FrameType::Traffic, "few");
  const std::uint64_t lie = std::uint64_t{1} << 60;
  std::memcpy(bytes.data() + offsetof(FrameHeader, bytes), &lie, sizeof lie);
  const Fed fed(bytes);
  FrameStream stream(fed.end());
  EXPECT_THROW(stream.next(), InputError);
}

TEST(FrameStream, ACutHeaderIsAnError) {
  const Fed fed(Buffer(5, '\0'));
  FrameStream stream(fed.end());
  EXPECT_THROW(stream.next(), InputError);
}

TEST(FrameStream, WritingToNobodyIsAnError) { EXPECT_THROW(write_all(-1, Buffer(1, 'x')), InputError); }

}  // namespace
}  // namespace topomorph::wire

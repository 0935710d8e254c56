// What a stream of messages starts, on a link that only notes it.
#include "core/measuring/stream.h"

#include <vector>

#include <gtest/gtest.h>

namespace topomorph::measuring {
namespace {

/// Every message is complete at once; what is received is what was told.
class NotingLink : public Link {
 public:
  explicit NotingLink(std::vector<std::size_t> comes = {}) : comes_(std::move(comes)) {}

  void start_send(std::size_t, std::size_t bytes) override { plain.push_back(bytes); }
  void start_synchronous_send(std::size_t, std::size_t bytes) override { synchronous.push_back(bytes); }
  void start_receive(std::size_t) override {}
  std::size_t complete(std::size_t) override { return next_ < comes_.size() ? comes_[next_++] : 0; }
  std::span<char> contents(std::size_t) override { return {}; }

  std::vector<std::size_t> plain, synchronous;

 private:
  std::vector<std::size_t> comes_;
  std::size_t next_ = 0;
};

using Sizes = std::vector<std::size_t>;

TEST(Stream, OnlyTheFirstShortMessagesDoNotWait) {
  NotingLink link;
  send_stream(link, [](std::size_t sent, double) { return sent < kAhead + 3 ? kShort : 0; });
  Sizes expected(kAhead, kShort);
  expected.resize(kAhead + kInFlight, 0);  // the end
  EXPECT_EQ(link.plain, expected);
  EXPECT_EQ(link.synchronous, Sizes(3, kShort));
}

TEST(Stream, LongMessagesWait) {
  NotingLink link;
  send_stream(link, [](std::size_t sent, double) { return sent < 2 ? kShort + 1 : 0; });
  EXPECT_EQ(link.plain, Sizes(kInFlight, 0));
  EXPECT_EQ(link.synchronous, Sizes(2, kShort + 1));
}

TEST(Stream, TheReceiverHearsOfEachMessage) {
  NotingLink link({100, 200, 300, 400, 500});
  Sizes heard;
  receive_stream(link, [&](std::size_t bytes) { heard.push_back(bytes); });
  EXPECT_EQ(heard, (Sizes{100, 200, 300, 400, 500}));
}

}  // namespace
}  // namespace topomorph::measuring

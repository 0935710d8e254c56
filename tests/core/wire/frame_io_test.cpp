// Frames survive the way through a buffer, and damaged frames are reported by name.
#include "core/wire/frame_io.h"

#include <gtest/gtest.h>

namespace topomorph::wire {
namespace {

std::string error_of(const Buffer& bytes) {
  try {
    FrameReader reader(bytes);
    while (reader.next()) {
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FrameIo, ReadsBackWhatWasAppended) {
  const std::vector<TrafficRecord> traffic = {{1, Layer::OneSided, 2, 3, 1ull << 40, 5},
                                              {0, Layer::Collective, 7, 0, 9, 1}};
  Buffer buffer;
  append_text(buffer, FrameType::Phases, "main\nsolve\n");
  append_records<TrafficRecord>(buffer, FrameType::Traffic, traffic);
  append_text(buffer, FrameType::End, "");

  FrameReader reader(buffer);
  const auto phases = reader.next();
  ASSERT_TRUE(phases);
  EXPECT_EQ(phases->type, FrameType::Phases);
  EXPECT_EQ(lines(text(*phases)), (std::vector<std::string>{"main", "solve"}));
  const auto rows = records<TrafficRecord>(*reader.next());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].bytes, 1ull << 40);
  EXPECT_EQ(rows[0].layer, Layer::OneSided);
  EXPECT_EQ(rows[1].source, 7U);
  EXPECT_EQ(reader.next()->type, FrameType::End);
  EXPECT_FALSE(reader.next());
}

TEST(FrameIo, NamesTheFrameThatIsCut) {
  Buffer buffer;
  append_text(buffer, FrameType::Calls, std::string(100, 'x'));
  for (std::size_t length = 1; length < buffer.size(); ++length) {
    const std::string error = error_of(Buffer(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(length)));
    EXPECT_NE(error.find("cut"), std::string::npos) << length << ": " << error;
    EXPECT_EQ(error.find("Calls") != std::string::npos, length >= sizeof(FrameHeader)) << length;
  }
}

TEST(FrameIo, RefusesALengthBeyondTheBuffer) {
  Buffer buffer;
  append_text(buffer, FrameType::Meta, "a=b\n");
  const std::uint64_t lie = ~std::uint64_t{0};
  std::memcpy(buffer.data() + offsetof(FrameHeader, bytes), &lie, sizeof lie);
  EXPECT_NE(error_of(buffer).find("Meta"), std::string::npos);
}

TEST(FrameIo, RefusesBytesThatAreNoFrame) {
  EXPECT_NE(error_of(Buffer(64, 'x')).find("damaged"), std::string::npos);
  Buffer buffer;
  append_text(buffer, FrameType::Meta, "");
  const std::uint32_t unknown = 99;
  std::memcpy(buffer.data() + offsetof(FrameHeader, type), &unknown, sizeof unknown);
  EXPECT_NE(error_of(buffer).find("damaged"), std::string::npos);
}

TEST(FrameIo, RefusesAPartOfARecord) {
  const std::string payload(sizeof(SizeRecord) + 1, '\0');
  const Frame frame{FrameType::Sizes, {payload.data(), payload.size()}};
  EXPECT_THROW(records<SizeRecord>(frame), InputError);
}

TEST(FrameIo, KeyValuesKeepNewlinesAndBackslashes) {
  const KeyValues values = {{"arguments", "a\nb\\n c"}, {"empty", ""}, {"program", "x=y"}};
  EXPECT_EQ(decode_key_values(encode(values)), values);
  EXPECT_THROW(decode_key_values("no equals sign\n"), InputError);
}

TEST(FrameIo, NumbersAreCheckedByKey) {
  const KeyValues values = {{"ranks", "64"}, {"bad", "6x"}};
  EXPECT_EQ(unsigned_value(values, "ranks"), 64U);
  EXPECT_THROW(unsigned_value(values, "bad"), InputError);
  EXPECT_THROW(unsigned_value(values, "absent"), InputError);
  EXPECT_EQ(real_value(values, "ranks"), 64);
  EXPECT_EQ(real_value(values, "bad", -1), -1);
  EXPECT_EQ(real_value(values, "absent"), 0);
}

TEST(FrameIo, LayersHaveTheProfilesNames) {
  for (const Layer layer : {Layer::PointToPoint, Layer::Collective, Layer::OneSided}) {
    EXPECT_EQ(layer_named(name(layer)), layer);
  }
  EXPECT_STREQ(name(Layer::OneSided), "one-sided");
  EXPECT_THROW(layer_named("pt2pt"), InputError);
  EXPECT_THROW(name(static_cast<Layer>(7)), InputError);
}

}  // namespace
}  // namespace topomorph::wire

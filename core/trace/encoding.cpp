// Writes and reads steps byte by byte.
#include "core/trace/encoding.h"

#include <bit>
#include <cstdint>
#include <utility>

#include "core/base/error.h"

namespace topomorph::trace {

namespace {

/// In the first byte, beside the kind: seconds follow.
constexpr unsigned char kHasSeconds = 0x80;

/// Calls visit(field) for the fields of the step's kind, in the order of the bytes.
template <class AnyStep, class Visit>
void for_each_field(AnyStep& step, Visit visit) {
  switch (step.kind) {
    case StepKind::Compute:
      return;
    case StepKind::Send:
    case StepKind::Receive:
    case StepKind::StartSend:
    case StepKind::StartReceive:
      visit(step.peer), visit(step.amount), visit(step.channel), visit(step.slot);
      return;
    case StepKind::Wait:
      visit(step.slot), visit(step.length);
      return;
    case StepKind::Collective:
      visit(step.collective), visit(step.peer), visit(step.amount), visit(step.slot);
      return;
    case StepKind::Loop:
      visit(step.amount), visit(step.length);
      return;
    case StepKind::Phase:
      visit(step.slot);
      return;
  }
}

class Writer {
 public:
  void step(const Step& step) {
    byte(static_cast<unsigned char>(static_cast<unsigned>(step.kind) | (step.seconds != 0 ? kHasSeconds : 0U)));
    for_each_field(step, [this](auto field) { number(static_cast<std::uint64_t>(field)); });
    if (step.seconds != 0) seconds(step.seconds);
  }

  std::string take() { return std::move(bytes_); }

 private:
  void byte(unsigned char value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned char>(value | 0x80));
    byte(static_cast<unsigned char>(value));
  }
  void seconds(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) byte(static_cast<unsigned char>(bits >> shift));
  }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }

  Step step() {
    Step step;
    const unsigned char head = byte(), kind = head & (kHasSeconds - 1);
    if (kind > static_cast<unsigned char>(kLastKind)) refuse();
    step.kind = static_cast<StepKind>(kind);
    for_each_field(step, [this](auto& field) { number(field); });
    if ((head & kHasSeconds) != 0) step.seconds = seconds();
    return step;
  }

 private:
  [[noreturn]] static void refuse() { throw InputError("trace: the steps are damaged"); }

  unsigned char byte() {
    if (rest_.empty()) refuse();
    const auto value = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  template <typename Field>
  void number(Field& field) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t bits = byte();
      if (shift == 63 && bits > 1) refuse();  // more than 64 bits
      value |= (bits & 0x7F) << shift;
      if ((bits & 0x80) == 0) break;
    }
    field = static_cast<Field>(value);
    if (static_cast<std::uint64_t>(field) != value) refuse();
  }
  double seconds() {
    std::uint64_t bits = 0;
    for (int shift = 0; shift < 64; shift += 8) bits |= std::uint64_t{byte()} << shift;
    return std::bit_cast<double>(bits);
  }

  std::string_view rest_;
};

}  // namespace

std::string encode(std::span<const Step> steps) {
  Writer writer;
  for (const Step& step : steps) writer.step(step);
  return writer.take();
}

std::vector<Step> decode(std::string_view bytes, std::size_t most) {
  Reader reader(bytes);
  std::vector<Step> steps;
  while (!reader.at_end()) {
    if (steps.size() == most) throw InputError("trace: found more steps than a part has");
    steps.push_back(reader.step());
  }
  return steps;
}

}  // namespace topomorph::trace

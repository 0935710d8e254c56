// Reads reports of IPM, the profiler that some centres load into every job.
#include "core/recordings/ipm.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::recordings {

namespace {

constexpr std::array<std::string_view, 14> kSends = {
    "MPI_Send",      "MPI_Ssend",      "MPI_Rsend",      "MPI_Bsend",     "MPI_Isend",
    "MPI_Issend",    "MPI_Irsend",     "MPI_Ibsend",     "MPI_Sendrecv",  "MPI_Sendrecv_replace",
    "MPI_Send_init", "MPI_Ssend_init", "MPI_Rsend_init", "MPI_Bsend_init"};

/// Returns the value of an attribute of an XML tag; nothing if it has none of this name.
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name) {
  const std::string opening = fmt::format(" {}=\"", name);
  const std::size_t at = tag.find(opening);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view value = tag.substr(at + opening.size());
  const std::size_t end = value.find('"');
  if (end == std::string_view::npos) return std::nullopt;
  return value.substr(0, end);
}

struct Message {
  std::uint64_t bytes = 0, peer = 0;
};

/// Returns what the key of IPM 2 says: 32 hexadecimal digits, of which the last 8 are the peer and the 8 before them
/// the bytes. Other attributes are wrong for MPI_PROC_NULL (peer 0) and for 2 GiB. Earlier keys are other numbers.
std::optional<Message> in_key(std::string_view key) {
  constexpr std::size_t kDigits = 32, kHalf = 16;
  if (key.size() != kDigits) return std::nullopt;
  std::uint64_t low = 0;
  const auto read = std::from_chars(key.data() + kHalf, key.data() + kDigits, low, 16);
  if (read.ec != std::errc() || read.ptr != key.data() + kDigits) return std::nullopt;
  return Message{low >> 32, low & 0x3fffffff};
}

class IpmReader {
 public:
  explicit IpmReader(const std::string& path) : reader_(path, kAnyBytes) {}

  Affinity read() {
    while (const auto line = reader_.next()) {
      if (line->starts_with("<task ")) begin_rank(*line);
      if (line->starts_with("<hent ")) add(*line);
    }
    if (ranks_ == 0) reader_.fail("is no report of IPM: expected <task mpi_rank=\"…\" mpi_size=\"…\">");
    if (told_ < ranks_) reader_.fail(fmt::format("has the calls of {} of {} ranks: it was cut", told_, ranks_));
    if (traffic_.empty()) reader_.fail("has no sends by rank: expected a report written with IPM_LOG=full");
    return Affinity::from_traffic(ranks_, std::move(traffic_));
  }

 private:
  std::uint64_t number(std::string_view tag, std::string_view name) const {
    const auto value = attribute(tag, name);
    const auto parsed = value ? parse_count(*value) : std::nullopt;
    if (!parsed) reader_.fail(fmt::format("expected {}=\"NUMBER\" in '{}'", name, beginning_of(tag)));
    return *parsed;
  }

  void begin_rank(std::string_view tag) {
    const std::uint64_t size = number(tag, "mpi_size");
    rank_ = number(tag, "mpi_rank");
    if (size == 0 || size > kMaxRoles) reader_.fail(fmt::format("expected 1 to {} ranks, found {}", kMaxRoles, size));
    if (ranks_ > 0 && ranks_ != size) reader_.fail(fmt::format("expected {} ranks, found {}", ranks_, size));
    if (rank_ >= size) reader_.fail(fmt::format("expected a rank below {}, found {}", size, rank_));
    ranks_ = size;
    if (rank_ >= seen_.size()) seen_.resize(rank_ + 1);
    if (seen_[rank_]) reader_.fail(fmt::format("found rank {} twice", rank_));
    seen_[rank_] = true;
    ++told_;
  }

  void add(std::string_view tag) {
    const std::string_view call = attribute(tag, "call").value_or("");
    if (std::ranges::find(kSends, call) == kSends.end()) return;
    if (ranks_ == 0) reader_.fail("expected a <task> before its calls");
    auto message = in_key(attribute(tag, "key").value_or(""));
    if (!message) message = Message{number(tag, "bytes"), number(tag, "orank")};
    if (message->peer >= ranks_) return;  // MPI_PROC_NULL
    const std::uint64_t count = number(tag, "count");
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(message->bytes, count, &bytes)) reader_.fail("has more bytes than 64 bits count");
    traffic_.push_back({rank_, message->peer, bytes, count});
  }

  LineReader reader_;
  std::uint64_t ranks_ = 0, rank_ = 0, told_ = 0;
  std::vector<bool> seen_;  // ranks
  std::vector<Traffic> traffic_;
};

}  // namespace

Affinity read_ipm(const std::string& path) { return IpmReader(path).read(); }

}  // namespace topomorph::recordings

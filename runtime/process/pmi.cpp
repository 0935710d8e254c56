// Speaks PMI-1 with Hydra and Slurm.
#include "runtime/process/pmi.h"

#include <array>
#include <cstdlib>

#include <sched.h>
#include <sys/socket.h>

#include "core/base/number.h"
#include "runtime/process/deadline.h"
#include "runtime/process/pmi_text.h"

namespace topomorph::process::pmi {
namespace {

constexpr std::size_t kLongestValue = 1023;  ///< the limit of both launchers
constexpr std::string_view kGreeted = "cmd=response_to_init ";

struct Board {
  int descriptor = -1;
  bool open = false;
  double seconds = 0;
  FixedString space = {};  ///< of the job's key-value space
};

Board& board() {
  static constinit Board only;
  return only;
}

std::optional<std::uint32_t> variable(const char* name) {
  const char* const value = std::getenv(name);
  const auto number = value == nullptr ? std::nullopt : parse_count(value);
  return number && *number <= INT32_MAX ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

/// Reads one line that begins with `expected`. Leaves any other line to the MPI library, which reads next.
FixedString answer(int descriptor, std::string_view expected, const Deadline& patience) {
  std::array<char, 1900> seen{};  // fits into a FixedString
  while (patience.wait_for_input(descriptor)) {
    const ssize_t bytes = recv(descriptor, seen.data(), seen.size(), MSG_PEEK | MSG_DONTWAIT);
    if (bytes <= 0) return {};
    const std::string_view text(seen.data(), static_cast<std::size_t>(bytes));
    if (text.substr(0, expected.size()) != expected.substr(0, text.size())) return {};
    const std::size_t newline = text.find('\n');
    if (newline != text.npos) {
      const ssize_t whole = static_cast<ssize_t>(newline) + 1;
      return recv(descriptor, seen.data(), newline + 1, 0) == whole ? FixedString(text.substr(0, newline))
                                                                    : FixedString();
    }
    if (text.size() == seen.size()) return {};
    sched_yield();  // the rest is on its way
  }
  return {};
}

/// Returns the answer; empty if it is not as expected, and then no question is asked any more.
FixedString ask(const FixedString& question, std::string_view expected) {
  Board& here = board();
  if (here.descriptor < 0) return {};
  FixedString line;
  const Deadline patience(here.seconds);
  const std::string_view text = question.text();
  if (send(here.descriptor, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
      static_cast<ssize_t>(text.size())) {
    line = answer(here.descriptor, expected, patience);
  }
  if (line.empty()) here = {};
  return line;
}

/// Returns the word behind " name=".
std::optional<std::string_view> field(std::string_view line, std::string_view name) {
  FixedString key(" ");
  key << name << "=";
  const std::size_t start = line.find(key.text());
  if (start == line.npos) return std::nullopt;
  const std::string_view rest = line.substr(start + key.text().size());
  return rest.substr(0, rest.find(' '));
}

bool agrees(const FixedString& line) { return !line.empty() && field(line, "rc").value_or("0") == "0"; }

std::optional<FixedString> value_of(std::string_view key) {
  if (!is_open()) return std::nullopt;
  FixedString question("cmd=get kvsname=");
  question << board().space << " key=" << key << "\n";
  const FixedString line = ask(question, "cmd=get_result ");
  const auto value = field(line, "value");
  return value && agrees(line) ? std::optional<FixedString>(*value) : std::nullopt;
}

/// Opens the board after a greeting.
void learn_space() {
  const FixedString named = ask("cmd=get_my_kvsname\n", "cmd=my_kvsname ");
  const auto space = field(named, "kvsname");
  board().open = space.has_value();
  if (space) board().space = *space;
}

}  // namespace

Launcher launcher() noexcept {
  const bool offered = descriptor() && variable("PMI_RANK") && processes() > 1 && processes() <= kMostProcesses;
  // Slurm alone sets the job's name, Hydra alone the local rank.
  if (offered && std::getenv("PMI_JOBID") != nullptr) return Launcher::Slurm;
  return offered && variable("MPI_LOCALRANKID") ? Launcher::Hydra : Launcher::Other;
}

std::optional<int> descriptor() noexcept {
  const auto number = variable("PMI_FD");
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::uint32_t own_rank() noexcept { return variable("PMI_RANK").value_or(0); }

std::uint32_t processes() noexcept { return variable("PMI_SIZE").value_or(0); }

/// Greets before MPI does: the first greeting of a host discards what was put there before it, and a card would be
/// lost.
bool open(double seconds) noexcept {
  board() = {.descriptor = descriptor().value_or(-1), .seconds = seconds};
  if (!agrees(ask("cmd=init pmi_version=1 pmi_subversion=1\n", kGreeted))) board() = {};
  learn_space();
  return board().open;
}

FixedString join(int descriptor, double seconds) noexcept {
  board() = {.descriptor = descriptor, .seconds = seconds};
  const FixedString greeting = answer(descriptor, kGreeted, Deadline(seconds));
  if (!agrees(greeting)) board() = {};
  learn_space();
  return greeting;
}

void go_on_at(int descriptor) noexcept {
  if (is_open()) board().descriptor = descriptor;
}

bool is_open() noexcept { return board().open; }

bool put(std::string_view key, std::string_view text) noexcept {
  const FixedString value = encoded(text);
  if (!is_open() || value.text().size() > kLongestValue) return false;
  FixedString question("cmd=put kvsname=");
  question << board().space << " key=" << key << " value=" << value << "\n";
  return agrees(ask(question, "cmd=put_result "));
}

std::optional<FixedString> text(std::string_view key) noexcept {
  const auto value = value_of(key);
  return value ? std::optional<FixedString>(decoded(*value)) : std::nullopt;
}

std::uint64_t program() noexcept {
  const FixedString line = ask("cmd=get_appnum\n", "cmd=appnum ");
  return parse_count(field(line, "appnum").value_or("")).value_or(0);
}

FixedString process_mapping() noexcept { return value_of("PMI_process_mapping").value_or(FixedString()); }

}  // namespace topomorph::process::pmi

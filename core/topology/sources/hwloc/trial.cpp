// Guards against hwloc's XML files: tries in a child what may crash inside hwloc or take hours there, and refuses
// numbers that would fill the memory.
#include "core/topology/sources/hwloc/trial.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <new>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/process.h"
#include "core/base/text.h"

namespace topomorph::topology {

namespace {

constexpr int kTookTooMuchMemory = 3;  // a status of the child

std::atomic<bool> files_are_tried = false;

/// Returns the most bytes that this process has had in memory.
std::uint64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) << 10;
}

void silence() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

/// The signals end the child whatever the process that forked it does with them.
void limit_time(const TrialLimits& limits) {
  constexpr rlim_t kLastWarning = 5;  // seconds from SIGXCPU to SIGKILL
  sigset_t both;
  sigemptyset(&both);
  for (const int ends_it : {SIGALRM, SIGXCPU}) {
    std::signal(ends_it, SIG_DFL);
    sigaddset(&both, ends_it);
  }
  sigprocmask(SIG_UNBLOCK, &both, nullptr);
  lower_limit(RLIMIT_CPU, limits.processor_seconds, kLastWarning);
  alarm(limits.seconds);
}

/// hwloc ignores allocations that fail, and the caller's would not fail. So memory that the child touches is compared
/// with the limit at the end, and the address space is bounded so far above it that nothing fails within the limit: it
/// only ends what would fill the machine until then.
void limit_address_space(const TrialLimits& limits) {
  constexpr std::uint64_t kTimes = 4;
  if (!kSanitized) lower_limit(RLIMIT_AS, address_space() + kTimes * limits.memory_bytes);
}

/// Does not return. Whatever ends it in another way than with status 0 is a crash, or more than the limits.
[[noreturn]] void run_and_end(const std::function<void()>& load, const TrialLimits& limits) {
  lower_limit(RLIMIT_CORE, 0);
  prctl(PR_SET_DUMPABLE, 0);
  silence();
  limit_time(limits);
  limit_address_space(limits);
  const std::uint64_t before = peak_memory();
  try {
    load();
  } catch (const std::bad_alloc&) {
    _exit(kTookTooMuchMemory);
  } catch (...) {  // the caller makes it again
  }
  _exit(!kSanitized && peak_memory() > before + limits.memory_bytes ? kTookTooMuchMemory : 0);
}

/// Children leave no status to a process that ignores SIGCHLD, as a caller can have left it.
class HeardChildren {
 public:
  HeardChildren() {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &usual, &before_);
  }
  ~HeardChildren() { sigaction(SIGCHLD, &before_, nullptr); }
  HeardChildren(const HeardChildren&) = delete;
  HeardChildren& operator=(const HeardChildren&) = delete;

 private:
  struct sigaction before_ {};
};

/// Returns the status with which the child ended; that of a crash if somebody else has waited for it.
int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return SIGABRT;
  }
  return status;
}

/// Returns what went wrong in a child that has ended with this status, which is not 0.
std::string fault_of(int status, const TrialLimits& limits) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == kTookTooMuchMemory) {
    return fmt::format("hwloc takes more than {} MiB", limits.memory_bytes >> 20);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return fmt::format("hwloc takes more than {} seconds", limits.seconds);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    return fmt::format("hwloc takes more than {} seconds of processor time", limits.processor_seconds);
  }
  return "hwloc crashes";
}

}  // namespace

void try_machine_files_in_child() { files_are_tried = true; }
bool tries_machine_files_in_child() { return files_are_tried; }

void try_in_child(const std::string& path, const std::function<void()>& load, const TrialLimits& limits) {
  const HeardChildren heard;
  const pid_t child = fork();
  if (child == 0) run_and_end(load, limits);
  if (child < 0) return;  // without a child the command is no worse off than hwloc's own
  const int status = status_of(child);
  if (status == 0) return;
  throw InputError(path, 0,
                   fault_of(status, limits) +
                       " while it reads this file, expected a file as `lstopo FILE.xml` or hwloc-diff writes it");
}

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

struct Attribute {
  std::string_view name, value;
};

/// Takes the next NAME="VALUE" from the text of a tag; nothing at its end.
std::optional<Attribute> next_attribute(std::string_view& tag) {
  const std::size_t quote = tag.find_first_of("\"'");
  if (quote == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(tag.find(tag[quote], quote + 1), tag.size());
  std::string_view name = tag.substr(0, quote);
  name = name.substr(0, name.find_last_not_of(" \t\r\n=") + 1);  // npos + 1 is 0
  name = name.substr(name.find_last_of(kBlanks) + 1);
  const Attribute attribute = {name, tag.substr(quote + 1, end - quote - 1)};
  tag.remove_prefix(std::min(end + 1, tag.size()));
  return attribute;
}

/// Returns whether hwloc's sets have bits for objects of this type. hwloc reads types by their first letters, in either
/// case: "PU", "NUMANode", in version 1 "Node".
bool is_in_sets(std::string_view type) {
  const auto letter = [&](std::size_t at) {
    return at < type.size() ? std::tolower(static_cast<unsigned char>(type[at])) : 0;
  };
  return letter(0) == 'n' || letter(0) == '&' || (letter(0) == 'p' && (letter(1) == 'u' || letter(1) == '&'));
}

bool is_far_index(std::string_view value) {
  const auto index = parse_count(value);
  return !index || *index > kMostIndex;
}

/// Sets are words of 32 bits, with commas between them, the highest first.
bool is_far_set(const Attribute& attribute) {
  constexpr std::uint64_t kMostWords = kMostIndex / 32 + 1;
  if (!attribute.name.ends_with("cpuset") && !attribute.name.ends_with("nodeset")) return false;
  const auto commas = static_cast<std::uint64_t>(std::ranges::count(attribute.value, ','));
  return commas >= kMostWords || attribute.value.find('&') != std::string_view::npos;
}

/// Whether each byte of ASCII is its letter there.
bool is_like_ascii(std::string_view encoding) {
  const std::string name = lower_case(encoding);
  return name == "utf-8" || name == "us-ascii" || name == "ascii" || name == "iso-8859-1";
}

/// Returns what is wrong with a tag, the text between its brackets; "" if nothing is.
std::string fault_of_tag(std::string_view tag) {
  const std::string_view tag_name = tag.substr(0, tag.find_first_of(kBlanks));
  bool is_numbered = false;
  std::string_view far;
  while (const auto attribute = next_attribute(tag)) {
    if (attribute->name.find(':') != std::string_view::npos)
      return fmt::format("found {}, expected an attribute without a namespace", attribute->name.substr(0, 20));
    if (tag_name == "?xml" && attribute->name == "encoding" && !is_like_ascii(attribute->value))
      return fmt::format("found encoding \"{}\", expected UTF-8", attribute->value.substr(0, 20));
    if (attribute->name == "type") is_numbered = is_numbered || is_in_sets(attribute->value);
    if (attribute->name == "os_index" && is_far_index(attribute->value)) far = attribute->value;
    if (is_far_set(*attribute)) {
      return fmt::format("found a {} with a number above {}, expected at most that", attribute->name, kMostIndex);
    }
  }
  if (!is_numbered || far.empty()) return "";
  return fmt::format("found os_index \"{}\", expected a number of at most {}", far.substr(0, 20), kMostIndex);
}

bool is_hiding_markup(std::string_view tag) {
  if (tag.starts_with("!DOCTYPE ")) return tag.find('[') != std::string_view::npos;
  return tag.starts_with('!') || (tag.starts_with('?') && !tag.starts_with("?xml "));
}

/// Returns the text of the tag that begins here, up to its bracket outside of quotes.
std::string_view tag_at(std::string_view xml) {
  std::size_t at = xml.find_first_of("\"'>");
  while (at < xml.size() && xml[at] != '>') {
    at = std::min(xml.find(xml[at], at + 1), xml.size());
    at = xml.find_first_of("\"'>", at + 1);
  }
  return xml.substr(0, at);
}

/// Returns the position behind the comment that begins at `at`, which is `at` if none does.
std::size_t behind_comment(std::string_view xml, std::size_t at) {
  constexpr std::string_view kBegin = "!--", kEnd = "-->";
  if (!xml.substr(at).starts_with(kBegin)) return at;
  const std::size_t end = xml.find(kEnd, at + kBegin.size());
  return end == std::string_view::npos ? xml.size() : end + kEnd.size();
}

}  // namespace

void check_bounds_of_xml(const std::string& path, std::string_view xml) {
  if (xml.find('\0') != std::string_view::npos) throw InputError(path, 0, "found a byte of 0, expected text in UTF-8");
  for (std::size_t at = xml.find('<'); at < xml.size(); at = xml.find('<', at)) {
    if (const std::size_t behind = behind_comment(xml, ++at); behind != at) {
      at = behind;
      continue;
    }
    const std::string_view tag = tag_at(xml.substr(at));
    const std::string fault =
        is_hiding_markup(tag) ? "found markup that `lstopo FILE.xml` does not write, expected none" : fault_of_tag(tag);
    const auto line = static_cast<std::uint64_t>(std::ranges::count(xml.substr(0, fault.empty() ? 0 : at), '\n')) + 1;
    if (!fault.empty()) throw InputError(path, line, fault);
    at += tag.size();
  }
}

}  // namespace topomorph::topology

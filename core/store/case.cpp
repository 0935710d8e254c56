// Identifies runs of the same computation.
#include "core/store/case.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <elf.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "core/base/digest.h"
#include "core/base/regular_file.h"
#include "core/base/text.h"
#include "core/store/names.h"

namespace topomorph::store {
namespace {

/// Returns a name from the user's files in characters that every file system accepts.
std::string plain(std::string name) {
  constexpr std::size_t kLongest = 40;
  name.resize(std::min(name.size(), kLongest));
  for (char& c : name) {
    if (!is_letter_of_case(c)) c = '_';
  }
  return fmt::format("{}{}", name.empty() || name.front() == '.' ? "_" : "", name);
}

constexpr std::uint64_t aligned(std::uint64_t size) { return (size + 3) / 4 * 4; }

/// Reads the build id from ELF notes. A note is name, type and content, each padded to four bytes (ELF specification,
/// "Note Section").
std::string build_id_in(const std::string& notes) {
  Elf64_Nhdr note = {};
  for (std::uint64_t at = 0; at + sizeof note <= notes.size();) {
    std::memcpy(&note, notes.data() + at, sizeof note);
    const std::uint64_t name = at + sizeof note, content = name + aligned(note.n_namesz);
    if (content + note.n_descsz > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(notes.data() + name, "GNU", 4) == 0) {
      std::string id;
      for (std::uint64_t i = 0; i < note.n_descsz; ++i) {
        id += fmt::format("{:02x}", static_cast<unsigned char>(notes[content + i]));
      }
      return id;
    }
    at = content + aligned(note.n_descsz);
  }
  return "";
}

/// Returns an empty text if there is no build id or the file is not 64-bit ELF.
std::string build_id(const std::string& path) {
  constexpr std::uint64_t kMostSegments = 256, kMostNotes = 1 << 16;
  const RegularFile file(path);
  Elf64_Ehdr header = {};
  if (!file.read_at(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "";
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phnum > kMostSegments) return "";
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment = {};
    if (!file.read_at(header.e_phoff + i * header.e_phentsize, segment)) return "";
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMostNotes) continue;
    const std::string notes = file.bytes_at(segment.p_offset, segment.p_filesz);
    if (notes.size() < segment.p_filesz) return "";
    if (const std::string id = build_id_in(notes); !id.empty()) return id;
  }
  return "";
}

struct Pattern {
  std::string text;
  bool takes_next = false;
};

std::vector<Pattern> patterns_of(const std::string& ignored) {
  std::vector<Pattern> patterns;
  for (std::size_t at = 0; at < ignored.size();) {
    const std::size_t end = std::min(ignored.find(' ', at), ignored.size());
    std::string text = ignored.substr(at, end - at);
    const bool takes_next = text.size() > 1 && text.back() == '+';
    if (takes_next) text.pop_back();
    if (!text.empty()) patterns.push_back({std::move(text), takes_next});
    at = end + 1;
  }
  return patterns;
}

std::string without_job_ids(std::string argument, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    for (std::size_t at = argument.find(id); at != std::string::npos; at = argument.find(id, at)) {
      argument.replace(at, id.size(), "{job}");
    }
  }
  return argument;
}

}  // namespace

std::string Case::folder() const {
  const std::string all = fmt::format("{}\n{}\n{}\n{}", program, identity, arguments, ranks);
  return fmt::format("{}-{}", plain(std::filesystem::path(program).filename().string()), digest(all));
}

bool operator==(const Case& a, const Case& b) {
  return a.program == b.program && a.identity == b.identity && a.arguments == b.arguments && a.ranks == b.ranks;
}

std::string program_identity(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "unknown";
  const std::string id = build_id(path);
  return id.empty() ? fmt::format("{} bytes of {}.{:09}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
                    : fmt::format("build {}", id);
}

std::string arguments_that_count(std::span<const std::string> arguments, const ArgumentRules& rules) {
  const std::vector<Pattern> patterns = patterns_of(rules.ignored);
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto match = std::find_if(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
      return fnmatch(pattern.text.c_str(), arguments[i].c_str(), 0) == 0;
    });
    if (match != patterns.end()) {
      i += match->takes_next ? 1 : 0;
      continue;
    }
    if (!text.empty()) text += ' ';
    text += shell_word(without_job_ids(arguments[i], rules.job_ids));
  }
  return text;
}

std::vector<std::string> job_ids_here() {
  std::vector<std::string> ids;
  for (const char* variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID"}) {
    const char* const value = std::getenv(variable);
    const std::string id = value == nullptr ? "" : std::string(value, std::strspn(value, "0123456789"));
    if (id.size() >= 3) ids.push_back(id);
  }
  return ids;
}

}  // namespace topomorph::store

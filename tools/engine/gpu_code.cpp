// Looks for code for GPUs among the sections of a program.
#include "tools/engine/gpu_code.h"

#include <cstring>
#include <optional>
#include <vector>

#include <elf.h>

#include "core/base/regular_file.h"

namespace topomorph::engine {

namespace {

/// More than any program has; limits what a damaged header may claim.
constexpr std::size_t kMostNames = std::size_t{1} << 20;

/// Reads `count` records at this place of the file; nothing if they are not there.
template <class Record>
std::optional<std::vector<Record>> read_at(const RegularFile& file, std::uint64_t offset, std::size_t count) {
  const std::string bytes = file.bytes_at(offset, count * sizeof(Record));
  if (bytes.size() < count * sizeof(Record)) return std::nullopt;
  std::vector<Record> records(count);
  if (count > 0) std::memcpy(records.data(), bytes.data(), bytes.size());
  return records;
}

bool is_elf_of_64_bits(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shstrndx < header.e_shnum;
}

/// Returns the names of all sections, each behind a zero.
std::string section_names(const std::string& path) {
  const RegularFile file(path);
  const auto header = read_at<Elf64_Ehdr>(file, 0, 1);
  if (!header || !is_elf_of_64_bits(header->front())) return "";
  const auto sections = read_at<Elf64_Shdr>(file, header->front().e_shoff, header->front().e_shnum);
  if (!sections) return "";
  const Elf64_Shdr& of_names = (*sections)[header->front().e_shstrndx];
  if (of_names.sh_size > kMostNames) return "";
  const std::string names = file.bytes_at(of_names.sh_offset, of_names.sh_size);
  return names.size() == of_names.sh_size ? names : "";
}

}  // namespace

std::string gpu_code_in(const std::string& path) {
  static constexpr std::pair<std::string_view, const char*> kSections[] = {
      {std::string_view("\0.nv_fatbin\0", 12), " libcudart.so"},
      {std::string_view("\0.hip_fatbin\0", 13), " libamdhip64.so"}};
  const std::string names = section_names(path);
  std::string signs;
  for (const auto& [section, sign] : kSections) {
    if (names.find(section) != std::string::npos) signs += sign;
  }
  return signs;
}

}  // namespace topomorph::engine

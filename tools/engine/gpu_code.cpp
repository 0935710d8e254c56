// Looks for code for GPUs among the sections of a program.
#include "tools/engine/gpu_code.h"

#include <cstring>
#include <vector>

#include <elf.h>

#include "core/base/regular_file.h"

namespace topomorph::engine {

namespace {

/// More than any program has; limits what a damaged header may claim.
constexpr std::size_t kMostNames = std::size_t{1} << 20;

/// Returns no section if the file ends before.
std::vector<Elf64_Shdr> sections_of(const RegularFile& file, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  const std::string bytes = file.bytes_at(header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  if (bytes.size() < sections.size() * sizeof(Elf64_Shdr)) return {};
  std::memcpy(sections.data(), bytes.data(), bytes.size());
  return sections;
}

bool is_elf_of_64_bits(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shstrndx < header.e_shnum;
}

/// Returns the names of all sections, each behind a zero.
std::string section_names(const std::string& path) {
  const RegularFile file(path);
  Elf64_Ehdr header{};
  if (!file.read_at(0, header) || !is_elf_of_64_bits(header)) return "";
  const std::vector<Elf64_Shdr> sections = sections_of(file, header);
  if (sections.empty()) return "";
  const Elf64_Shdr& of_names = sections[header.e_shstrndx];
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

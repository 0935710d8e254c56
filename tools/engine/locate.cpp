// The verb `locate`, which says where processes are bound and which of them use GPUs.
#include <algorithm>
#include <cstring>

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/topology/sources/hwloc/gpu_use.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

namespace {

/// The processes of a host, in the order of their ranks.
struct Processes {
  std::vector<std::string> cpus;       ///< of each: a list
  std::vector<std::string> gpu_signs;  ///< of each: core/wire/gpu_signs.h
};

Processes processes_of(const wire::Frame& frame) {
  Processes processes;
  for (const std::string& line : wire::lines(wire::text(frame))) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    processes.cpus.push_back(line.substr(0, tab));
    processes.gpu_signs.push_back(line.substr(std::min(tab + 1, line.size())));
  }
  return processes;
}

Processes read_processes(wire::FrameStream& in) {
  Processes processes;
  while (const auto frame = in.next()) {
    switch (frame->type) {
      case wire::FrameType::Cpusets:
        processes = processes_of(*frame);
        break;
      case wire::FrameType::End:
        return processes;
      default:
        throw InputError(std::string(wire::name(frame->type)) + " frame: expected Cpusets");
    }
  }
  throw InputError("locate request is cut: no End");
}

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

/// Returns the libraries (core/wire/gpu_signs.h), divided by blanks, whose GPUs the program `path` has code for: its
/// sections .nv_fatbin (CUDA) and .hip_fatbin (HIP). So a program is known whose runtime is linked statically, which
/// shows no library before its first call. Empty for a file that is no ELF file of 64 bits or cannot be read, and for a
/// program whose code is in its libraries.
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

/// Adds what the program tells, which all processes of a job execute: the one that has started this engine.
void add_signs_of_program(Processes& processes) {
  const std::string signs = gpu_code_in(fmt::format("/proc/{}/exe", getppid()));
  for (std::string& of_process : processes.gpu_signs) of_process += signs;
}

/// hwloc looks for devices only if a process may use them: that takes longer.
topology::Machine machine_for(const Processes& processes) {
  const bool has_signs = std::ranges::any_of(processes.gpu_signs, [](const auto& signs) { return !signs.empty(); });
  return has_signs ? topology::Machine::with_devices("") : topology::Machine::this_host();
}

}  // namespace

wire::Buffer locate(wire::FrameStream& in) {
  Processes processes = read_processes(in);
  add_signs_of_program(processes);
  const topology::Machine machine = machine_for(processes);
  const std::vector<std::string> paths = topology::locate_cpusets(machine, processes.cpus);
  const topology::Devices devices = topology::devices_of(machine);
  std::string lines;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    const topology::GpuUse use = topology::gpu_use(devices, processes.gpu_signs[p], p);
    lines += paths[p];
    if (use.uses) {
      const auto cpus = topology::cpus_on(machine, processes.cpus[p]);
      lines += "\tgpu\t" + topology::far_words(devices, use, cpus);
    }
    lines += "\n";
  }
  wire::Buffer answer;
  wire::append_text(answer, wire::FrameType::Paths, lines);
  return answer;
}

}  // namespace topomorph::engine

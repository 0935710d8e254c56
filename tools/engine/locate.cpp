// The verb `locate`, which says where processes are bound and which of them use GPUs.
#include "core/topology/sources/hwloc/locate.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/topology/sources/hwloc/gpu_use.h"
#include "core/topology/sources/hwloc/machine.h"
#include "tools/engine/gpu_code.h"
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

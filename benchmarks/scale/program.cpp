// Traces of programs made by rule: the messages of well known codes, with sizes and processor times by their formulas.
#include "benchmarks/scale/program.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include <fmt/format.h>

#include "benchmarks/scale/programs/programs.h"
#include "core/base/error.h"

namespace topomorph::scale {

namespace {

constexpr std::array kPrograms = {
    Program{"cg", "NAS CG: sums along rows, exchange across the diagonal; blocks of 50 to 375 kB", cg},
    Program{"mg", "NAS MG: a V-cycle of halos of six faces", mg},
    Program{"lu", "NAS LU: a wavefront of messages below 1 kB", lu},
    Program{"bt", "NAS BT: multipartition, six faces and sweeps", bt},
    Program{"sp", "NAS SP: the same with a third of the computation", sp},
    Program{"minighost", "MiniGhost, 27 points: six messages of 655 kB, two sums", mini_ghost},
    Program{"lammps", "LAMMPS, Lennard-Jones: positions and forces in six messages of 25 kB each", lammps},
    Program{"hpcg", "HPCG: 26 neighbours on four levels, three sums, much computation", hpcg},
};

}  // namespace

bool fits(std::uint32_t ranks) { return std::has_single_bit(ranks) && std::countr_zero(ranks) % 2 == 0 && ranks >= 4; }

std::span<const Program> programs() { return kPrograms; }

trace::Trace make_program(std::string_view name, std::uint32_t ranks) {
  const auto found = std::ranges::find(kPrograms, name, &Program::name);
  if (found == kPrograms.end()) throw InputError(fmt::format("found program \"{}\", expected cg, mg, lu, ...", name));
  if (!fits(ranks)) throw InputError(fmt::format("found {} ranks, expected 4, 16, 64, 256, ...", ranks));
  return found->make(ranks);
}

}  // namespace topomorph::scale

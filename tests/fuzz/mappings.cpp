// Files with one number a line: mappings and permutations.
#include "core/formats/role_files.h"
#include "reorder/permutation.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

void require_permutation(const std::vector<std::uint64_t>& order, std::uint64_t size) {
  without_error("a permutation has every number once", [&] { check_mapping(order, size, size); });
}

}  // namespace

void mapping(std::string_view input) {
  const MemoryFile file(input);
  const Mapping first = formats::read_mapping(file.path());
  const std::string copy = (scratch_folder() / "copy.map").string();
  formats::write_mapping(first, copy);
  const Mapping second =
      without_error("a mapping that was written can be read", [&] { return formats::read_mapping(copy); });
  require(second == first, "a mapping survives its file");
  check_mapping(first, first.size(), first.size());
}

/// The first byte is the number of ranks of the job.
void permutation(std::string_view input) {
  if (input.empty()) return;
  const std::uint64_t ranks = static_cast<unsigned char>(input[0]);
  const MemoryFile file(input.substr(1));
  for (const std::string& name : {"file:" + file.path(), std::string("reverse"), std::string("random:1")}) {
    require_permutation(reorder::named_permutation(name, ranks), ranks);
  }
}

}  // namespace topomorph::fuzz

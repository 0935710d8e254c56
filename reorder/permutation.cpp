// Makes and reads permutations.
#include "reorder/permutation.h"

#include <algorithm>
#include <random>

#include <sys/stat.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/successive.h"

namespace topomorph::reorder {
namespace {

std::vector<std::uint64_t> identity(std::uint64_t ranks) { return successive<std::uint64_t>(ranks); }

std::vector<std::uint64_t> reverse(std::uint64_t ranks) {
  auto order = identity(ranks);
  std::reverse(order.begin(), order.end());
  return order;
}

/// Fisher-Yates written out, because std::shuffle depends on the C++ library.
std::vector<std::uint64_t> shuffled(const std::string& seed_text, std::uint64_t ranks) {
  const auto seed = parse_count(seed_text);
  if (!seed) {
    throw InputError("permutation random:" + seed_text + ": expected random: and a whole number");
  }
  std::mt19937_64 generator(*seed);
  auto order = identity(ranks);
  for (std::uint64_t left = ranks; left > 1; --left) {
    std::swap(order[left - 1], order[generator() % left]);
  }
  return order;
}

std::uint64_t rank_in_line(LineReader& file, std::string_view line, std::uint64_t ranks) {
  Words words(line);
  const std::string_view word = words.next();
  const auto rank = parse_count(word);
  if (!rank || !words.next().empty()) {
    file.fail('\'' + std::string(line) + "': expected one whole number");
  }
  if (*rank >= ranks) {
    file.fail("rank " + std::string(word) + ": this job has ranks 0 to " + std::to_string(ranks - 1));
  }
  return *rank;
}

std::vector<std::uint64_t> read(const std::string& path, std::uint64_t ranks) {
  if (struct stat status = {}; stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw InputError(path, 0, "is no regular file");  // a pipe would keep the job waiting
  }
  LineReader file(path);
  std::vector<std::uint64_t> order, line_of_rank(ranks, 0);
  while (const auto line = file.next()) {
    if (order.size() == ranks) {
      file.fail("more lines than the " + std::to_string(ranks) + " ranks of this job");
    }
    const std::uint64_t rank = rank_in_line(file, *line, ranks);
    if (line_of_rank[rank] != 0) {
      file.fail("rank " + std::to_string(rank) + " is already in line " + std::to_string(line_of_rank[rank]));
    }
    line_of_rank[rank] = file.line();
    order.push_back(rank);
  }
  if (order.size() < ranks) {
    throw InputError(
        path, 0, "has " + std::to_string(order.size()) + " lines, this job has " + std::to_string(ranks) + " ranks");
  }
  return order;
}

}  // namespace

std::vector<std::uint64_t> named_permutation(const std::string& name, std::uint64_t ranks) {
  const auto colon = name.find(':');
  const std::string kind = name.substr(0, colon), rest = colon == std::string::npos ? "" : name.substr(colon + 1);
  if (name == "identity") {
    return identity(ranks);
  }
  if (name == "reverse") {
    return reverse(ranks);
  }
  if (kind == "random" && colon != std::string::npos) {
    return shuffled(rest, ranks);
  }
  if (kind == "file" && !rest.empty()) {
    return read(rest, ranks);
  }
  throw InputError("permutation '" + name + "': expected identity, reverse, random:SEED or file:PATH");
}

}  // namespace topomorph::reorder

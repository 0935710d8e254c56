// Compares our distances with libscotch's on the same files.
#include <cstdio>
#include <memory>
#include <random>

#include <fmt/format.h>
#include <scotch.h>

#include "core/topology/export/export.h"
#include "core/topology/sources/scotch/scotch_file.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::testing {

using namespace topology;
namespace {

/// An architecture as libscotch reads it.
class Reference {
 public:
  explicit Reference(const std::string& path) {
    SCOTCH_archInit(&arch_);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "r"), &std::fclose);
    if (file == nullptr || SCOTCH_archLoad(&arch_, file.get()) != 0)
      throw InputError("libscotch does not read " + path);
    SCOTCH_ArchDom whole;
    SCOTCH_archDomFrst(&arch_, &whole);
    collect(whole);
  }
  ~Reference() { SCOTCH_archExit(&arch_); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  std::size_t terminals() const { return domains_.size(); }
  std::uint64_t distance(std::size_t a, std::size_t b) {
    return static_cast<std::uint64_t>(SCOTCH_archDomDist(&arch_, &domains_[a], &domains_[b]));
  }
  std::uint64_t weight(std::size_t a) { return static_cast<std::uint64_t>(SCOTCH_archDomWght(&arch_, &domains_[a])); }

 private:
  /// Collects the terminals by halving: in decompositions SCOTCH_archDomTerm (7.0.3) finds wrong terminals.
  void collect(const SCOTCH_ArchDom& domain) {
    SCOTCH_ArchDom first, second;
    if (SCOTCH_archDomSize(&arch_, &domain) > 1 && SCOTCH_archDomBipart(&arch_, &domain, &first, &second) == 0) {
      collect(first);
      collect(second);
      return;
    }
    const auto number = static_cast<std::size_t>(SCOTCH_archDomNum(&arch_, &domain));
    if (domains_.size() <= number) domains_.resize(number + 1);
    domains_[number] = domain;
  }

  SCOTCH_Arch arch_;
  std::vector<SCOTCH_ArchDom> domains_;
};

void expect_equal(const std::string& content) {
  SCOPED_TRACE(content.substr(0, 100));
  const TemporaryFolder folder;
  const std::string path = folder.write("arch.tgt", content);
  Reference reference(path);
  const GivenTopology given = read_scotch(path);
  ASSERT_EQ(given.topology->slots(), reference.terminals());
  for (std::size_t a = 0; a < reference.terminals(); ++a) {
    if (!given.speeds.empty()) {
      ASSERT_EQ(given.speeds[a], reference.weight(a));
    }
    for (std::size_t b = 0; b < reference.terminals(); ++b) {
      ASSERT_EQ(given.topology->distance(a, b), reference.distance(a, b)) << a << " and " << b;
    }
  }
}

/// meshXD has no dimension above 2 here, because libscotch 7.0 takes the way around in larger ones, as in a torus.
TEST(AgainstLibscotch, Shapes) {
  for (const char* content :
       {"cmplt 7", "cmpltw 5 3 1 4 1 5", "hcub 6", "mesh2D 7 5", "mesh3D 3 4 5", "meshXD 3 2 2 2", "torus2D 8 5",
        "torus3D 2 4 8", "torusXD 4 5 2 3 4", "torusXD 1 9", "tleaf 1 9 4", "tleaf 5 4 180 4 90 2 9 2 3 6 1",
        "tleaf 3 3 1 5 7 2 1", "ltleaf 2 3 5 4 1 4 3 1 0 2", "ltleaf 2 3 5 4 1 12 11 3 4 0 1 2 5 10 9 8 7 6"}) {
    expect_equal(content);
  }
}

TEST(AgainstLibscotch, Parts) {
  for (const char* content :
       {"sub 5 7 0 3 12 1\nmesh2D 5 4", "sub 4 11 3 2 7\ntorus2D 4 3", "sub 6 0 1 2 21 22 23\nhcub 5",
        "sub 5 1 2 9 10 20\ntleaf 3 2 100 3 10 4 1", "sub 3 4 0 2\ncmplt 6"}) {
    expect_equal(content);
  }
}

/// libscotch reads the files that we write.
TEST(AgainstLibscotch, WhatWeWrite) {
  for (const char* spec : {"tree:4:2:3@1:5:9", "tree:4:1:3", "mesh:5", "torus:5", "mesh:3x4", "torus:2x3x4x5", "hcub:7",
                           "cmpltw:3,1,2", "dragonfly:5x2x2", "mesh:3x2+tree:2:2", "torus:3x3@2:5"}) {
    std::string text;
    write_scotch(read_topology(spec), [&text](std::string_view piece) { text += piece; });
    expect_equal(text);
  }
}

/// Returns "deco 0" with random distances on a random tree of domains.
std::string random_decomposition(std::uint64_t terminals, std::mt19937_64& random) {
  std::vector<std::uint64_t> domains = {1};
  while (domains.size() < terminals) {
    const std::size_t split = random() % domains.size();
    domains.push_back(2 * domains[split] + 1);
    domains[split] *= 2;
  }
  std::shuffle(domains.begin(), domains.end(), random);
  std::string text = fmt::format("deco\n0\n{} {}\n", terminals, *std::max_element(domains.begin(), domains.end()));
  for (std::size_t i = 0; i < terminals; ++i) text += fmt::format("{} {} {}\n", i, 1 + random() % 5, domains[i]);
  for (std::size_t i = 0; i < terminals * (terminals - 1) / 2; ++i) text += fmt::format("{} ", 1 + random() % 99);
  return text;
}

TEST(AgainstLibscotch, DecompositionsAndWhatItMakesOfThem) {
  std::mt19937_64 random(1);
  const TemporaryFolder folder;
  for (const std::uint64_t terminals : {1, 2, 3, 8, 13}) {
    const std::string plain = random_decomposition(terminals, random);
    expect_equal(plain);
    SCOTCH_Arch arch;  // libscotch saves it as type 1
    SCOTCH_archInit(&arch);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(folder.write("plain", plain).c_str(), "r"),
                                                             &std::fclose);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(folder.file("compiled").c_str(), "w"), &std::fclose);
    ASSERT_EQ(SCOTCH_archLoad(&arch, in.get()), 0);
    ASSERT_EQ(SCOTCH_archSave(&arch, out.get()), 0);
    out.reset();
    SCOTCH_archExit(&arch);
    const std::string compiled = read_file(folder.file("compiled"));
    ASSERT_THAT(compiled, ::testing::StartsWith("deco\n1\n"));
    expect_equal(compiled);
  }
}

}  // namespace
}  // namespace topomorph::testing

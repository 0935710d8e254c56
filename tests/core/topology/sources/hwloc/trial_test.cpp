// What crashes inside hwloc is a line; what it reads is read once more, and only once from a pipe.
#include "core/topology/sources/hwloc/trial.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/process.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/machine_folder.h"
#include "tests/core/testing.h"
#include "tests/core/topology/machine_text.h"
#include "tests/temporary_folder.h"

namespace topomorph::topology {

namespace {

constexpr const char* kMachine =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology "
    "version=\"2.0\">\n<object type=\"Machine\" os_index=\"0\" cpuset=\"0x3\" complete_cpuset=\"0x3\" "
    "allowed_cpuset=\"0x3\" nodeset=\"0x1\" complete_nodeset=\"0x1\" allowed_nodeset=\"0x1\">\n<object "
    "type=\"NUMANode\" os_index=\"0\" cpuset=\"0x3\" complete_cpuset=\"0x3\" nodeset=\"0x1\" "
    "complete_nodeset=\"0x1\"/>\n";

/// Two processing units, with their complete sets or without.
std::string machine_xml(bool complete) {
  std::string xml = kMachine;
  for (const char* unit : {"0", "1"}) {
    const std::string set = unit[0] == '0' ? "\"0x1\"" : "\"0x2\"";
    xml += std::string("<object type=\"PU\" os_index=\"") + unit + "\" cpuset=" + set;
    if (complete) xml += " complete_cpuset=" + set;
    xml += " nodeset=\"0x1\" complete_nodeset=\"0x1\"/>\n";
  }
  return xml + "</object>\n</topology>\n";
}

TEST(HwlocTrial, ACrashIsALine) {
  EXPECT_INPUT_ERROR(try_in_child("machine.xml", [] { std::abort(); }), "machine.xml: hwloc crashes");
  EXPECT_INPUT_ERROR(try_in_child("machine.xml", [] { std::raise(SIGSEGV); }), "machine.xml: hwloc crashes");
  EXPECT_INPUT_ERROR(try_in_child("machine.xml", [] { _exit(1); }), "machine.xml: hwloc crashes");
}

TEST(HwlocTrial, WhatTheChildThrowsStaysThere) {
  try_in_child("machine.xml", [] { throw std::runtime_error("no machine"); });
  bool ran_here = false;
  try_in_child("machine.xml", [&] { ran_here = true; });
  EXPECT_FALSE(ran_here);
}

TEST(HwlocTrial, WhatTakesTooLongIsALine) {
  EXPECT_INPUT_ERROR(try_in_child("machine.xml", [] { pause(); }, {.seconds = 1}),
                     "machine.xml: hwloc takes more than 1 seconds");
  EXPECT_INPUT_ERROR(try_in_child("machine.xml", [] { std::raise(SIGXCPU); }),
                     "more than 20 seconds of processor time");
}

TEST(HwlocTrial, ACallerThatIgnoresItsChildrenHearsOfThem) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_INPUT_ERROR(try_in_child("n0.xml", [] { std::abort(); }), "n0.xml: hwloc crashes");
  EXPECT_NO_THROW(try_in_child("n0.xml", [] {}));
  EXPECT_EQ(std::signal(SIGCHLD, before), SIG_IGN);
}

TEST(HwlocTrial, TheCallersSignalsDoNotKeepAChild) {
  const auto before = std::signal(SIGALRM, SIG_IGN);
  EXPECT_INPUT_ERROR(try_in_child("machine.xml", [] { pause(); }, {.seconds = 1}), "hwloc takes more than");
  std::signal(SIGALRM, before);
}

TEST(HwlocTrial, WhatTakesTooMuchMemoryIsALine) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  const auto take = [](std::size_t bytes) {
    const std::unique_ptr<void, void (*)(void*)> memory(std::malloc(bytes), std::free);
    if (memory != nullptr) explicit_bzero(memory.get(), bytes);
  };
  constexpr TrialLimits kLimits = {.memory_bytes = 16 * kMegabyte};
  EXPECT_NO_THROW(try_in_child(
      "machine.xml", [&] { take(4 * kMegabyte); }, kLimits));
  EXPECT_INPUT_ERROR(try_in_child(
                         "machine.xml", [&] { take(40 * kMegabyte); }, kLimits),
                     "more than 16 MiB");
  EXPECT_INPUT_ERROR(try_in_child(
                         "machine.xml", [] { throw std::bad_alloc(); }, kLimits),
                     "more than 16 MiB");
}

/// hwloc 2.9 follows a null pointer; a version that does not reads the file or refuses it.
TEST(HwlocTrial, AnObjectWithoutItsSetEndsNoProcess) {
  try_machine_files_in_child();
  const tests::TemporaryFolder folder;
  const std::string path = folder.write("machine.xml", machine_xml(false));
  try {
    Machine::from_xml(path);
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(path)) << error.what();
  }
}

int forks = 0;

/// A difference alone can let hwloc copy a machine of any size.
TEST(HwlocTrial, IsForDifferencesToo) {
  try_machine_files_in_child();
  const tests::TemporaryFolder folder;
  const Machine base = Machine::for_differences(folder.write("base.xml", machine_xml(true)));
  const std::string path = folder.write("a.diff.xml",
                                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topologydiff SYSTEM "
                                        "\"hwloc2-diff.dtd\">\n<topologydiff refname=\"base.xml\">\n</topologydiff>\n");
  ASSERT_EQ(pthread_atfork(
                nullptr, [] { ++forks; }, nullptr),
            0);
  forks = 0;
  const MachineDifference difference(path);
  EXPECT_EQ(forks, 1);
  difference.apply_to_copy_of(base);
  EXPECT_EQ(forks, 2);
}

TEST(HwlocTrial, AFileIsReadOnce) {
  try_machine_files_in_child();
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const std::string xml = machine_xml(true);
  ASSERT_EQ(write(pipe_ends[1], xml.data(), xml.size()), static_cast<ssize_t>(xml.size()));
  close(pipe_ends[1]);
  EXPECT_NO_THROW(Machine::from_xml("/dev/fd/" + std::to_string(pipe_ends[0])));
  close(pipe_ends[0]);
}

void check(const std::string& xml) { check_bounds_of_xml("n0.xml", xml); }

TEST(XmlBounds, MachinesAreWithinThem) {
  EXPECT_NO_THROW(check(testing::machine(2, 8)));
  EXPECT_NO_THROW(check("<object type=\"PU\" os_index=\"65536\"/>"));
  EXPECT_NO_THROW(check("<object cpuset=\"0x1" + std::string(2048, ',') + "\"/>"));
  EXPECT_NO_THROW(check("<object nodeset=\"0xf...f\" allowed_nodeset=\"0xf...f\"/>")) << "hwloc 1 without NUMA";
}

TEST(XmlBounds, NumbersOfObjectsThatAreInNoSetAreAnyNumbers) {
  EXPECT_NO_THROW(
      check("<object type=\"PCIDev\" os_index=\"1048576\"/><object type=\"Package\" os_index=\"4294967294\"/>"));
}

TEST(XmlBounds, NumbersOfProcessingUnitsAndNumaNodes) {
  const std::string far[] = {"type=\"PU\" os_index=\"65537\"",
                             "os_index=\"65537\" type=\"PU\"",
                             "type = 'pu' os_index\n=\n'4294967295'",
                             "type=\"NUMANode\" os_index=\"-1\"",
                             "type=\"node\" os_index=\" 70000\"",
                             "type=\"PU\" os_index=\"&#55;0000\"",
                             "type=\"&#80;U\" os_index=\"70000\"",
                             "type=\"P&#85;\" os_index=\"70000\"",
                             "name=\"a>b\" type=\"PU\" os_index=\"70000\""};
  for (const std::string& attributes : far) {
    EXPECT_INPUT_ERROR(check("<topology>\n<object " + attributes + "/>"), "n0.xml:2: found os_index \"");
  }
}

TEST(XmlBounds, SetsWithFarNumbers) {
  const std::string far = "0x1" + std::string(2049, ',');
  for (const char* name : {"cpuset", "complete_cpuset", "nodeset", "allowed_nodeset", "initiator_cpuset"}) {
    EXPECT_INPUT_ERROR(check(fmt::format("<object {}='{}'/>", name, far)),
                       fmt::format("n0.xml:1: found a {} with a number above 65536", name));
  }
  EXPECT_INPUT_ERROR(check("<object cpuset=\"0x1&#44;\"/>"), "n0.xml:1: found a cpuset");
}

TEST(XmlBounds, MarkupThatHidesNumbers) {
  const std::string hiding[] = {"<!DOCTYPE topology [<!ENTITY a \"70000\">]>", "<![CDATA[ \" ]]>", "<?other \" ?>",
                                "<!ENTITY a \"70000\">"};
  for (const std::string& markup : hiding) EXPECT_INPUT_ERROR(check("<a>\n" + markup), "n0.xml:2: found markup");
}

/// hwloc's reader of XML knows more ways to write a name than the scanner.
TEST(XmlBounds, NamesInDisguise) {
  EXPECT_INPUT_ERROR(check("<object x:type=\"PU\" x:os_index=\"70000\"/>"),
                     "n0.xml:1: found x:type, expected an attribute without a namespace");
  EXPECT_INPUT_ERROR(check("<?xml version=\"1.0\" encoding=\"UTF-7\"?>"),
                     "n0.xml:1: found encoding \"UTF-7\", expected UTF-8");
  EXPECT_NO_THROW(check("<?xml version=\"1.0\" encoding=\"utf-8\"?>"));
  EXPECT_INPUT_ERROR(check(std::string("<\0o\0", 4)), "n0.xml: found a byte of 0, expected text in UTF-8");
}

TEST(XmlBounds, CommentsAreNoMarkup) {
  const std::string far = "<object type=\"PU\" os_index=\"70000\"/>";
  EXPECT_NO_THROW(check("<!-- \" ' " + far + " -->"));
  EXPECT_NO_THROW(check("<!-- no end"));
  EXPECT_INPUT_ERROR(check("<!-- \" -->" + far),
                     "n0.xml:1: found os_index \"70000\", expected a number of at most 65536");
}

TEST(XmlBounds, TagsThatAreCut) {
  for (const char* cut : {"<", "<object cpuset=\"0x1", "<object type='", "no tag", ""}) EXPECT_NO_THROW(check(cut));
}

}  // namespace

}  // namespace topomorph::topology

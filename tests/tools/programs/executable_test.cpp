// What kind of file a program is, from its first bytes.
#include "tools/programs/executable.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/temporary_folder.h"

namespace topomorph::programs {
namespace {

using Kind = Executable::Kind;

std::string own_bytes() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ExecutableTest : public testing::Test {
 protected:
  Executable of(const std::string& bytes) const { return read_executable(folder_.write("program", bytes)); }
  Executable with_header(const std::function<void(Elf64_Ehdr&)>& change) const {
    std::string bytes = own_bytes();
    Elf64_Ehdr header{};
    std::memcpy(&header, bytes.data(), sizeof header);
    change(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    return of(bytes);
  }

  const tests::TemporaryFolder folder_;
};

TEST_F(ExecutableTest, ThisOneHasALoader) {
  const Executable own = read_executable("/proc/self/exe");
  EXPECT_EQ(own.kind, Kind::Dynamic);
  EXPECT_TRUE(std::filesystem::exists(own.loader)) << own.loader;
}

TEST_F(ExecutableTest, ScriptsNameTheirInterpreter) {
  EXPECT_EQ(of("#! /bin/sh -e\nexit 0\n").kind, Kind::Other);
  EXPECT_EQ(of("#! /bin/sh -e\nexit 0\n").interpreter, "/bin/sh -e");
  EXPECT_EQ(of("#!/bin/sh").interpreter, "/bin/sh");
  EXPECT_EQ(of("echo\n").interpreter, "");
  EXPECT_EQ(of("").kind, Kind::Other);
}

TEST_F(ExecutableTest, FoldersAndNothingAreNoPrograms) {
  EXPECT_EQ(read_executable("/").kind, Kind::None);
  EXPECT_EQ(read_executable("/absent").kind, Kind::None);
  EXPECT_EQ(read_executable("").kind, Kind::None);
}

TEST_F(ExecutableTest, OtherArchitecturesAreForeign) {
  EXPECT_EQ(with_header([](Elf64_Ehdr& header) { header.e_machine = EM_S390; }).kind, Kind::Foreign);
  EXPECT_EQ(with_header([](Elf64_Ehdr& header) { header.e_ident[EI_CLASS] = ELFCLASS32; }).kind, Kind::Foreign);
}

TEST_F(ExecutableTest, CutAndDamagedHeadersAreUncertain) {
  EXPECT_EQ(of(own_bytes().substr(0, 20)).kind, Kind::Uncertain);
  EXPECT_EQ(of(own_bytes().substr(0, sizeof(Elf64_Ehdr))).kind, Kind::Uncertain) << "no program headers";
  EXPECT_EQ(with_header([](Elf64_Ehdr& header) { header.e_phoff = ~std::uint64_t{0}; }).kind, Kind::Uncertain);
  EXPECT_EQ(with_header([](Elf64_Ehdr& header) { header.e_phentsize = 1; }).kind, Kind::Uncertain);
}

TEST_F(ExecutableTest, SegmentsBeyondTheEndAreCutOff) {
  const std::string whole = own_bytes();
  EXPECT_EQ(of(whole).kind, Kind::Dynamic);
  EXPECT_EQ(of(whole.substr(0, 8192)).kind, Kind::Uncertain);
}

/// An executable of this machine's kind with these entries of its dynamic section, whose table of strings is the text
/// at the end of the file.
std::string linked_with(const std::vector<Elf64_Dyn>& entries, const std::string& strings) {
  constexpr std::uint64_t kSegments = 3, kAddress = 0x10000;
  const std::uint64_t table = sizeof(Elf64_Ehdr) + kSegments * sizeof(Elf64_Phdr);
  const std::uint64_t size = (entries.size() + 1) * sizeof(Elf64_Dyn), text = table + size;
  Elf64_Ehdr header{};
  std::memcpy(&header, own_bytes().data(), sizeof header);
  header.e_phoff = sizeof header, header.e_phnum = kSegments;
  Elf64_Phdr interpreter{}, loaded{}, dynamic{};
  interpreter.p_type = PT_INTERP, interpreter.p_offset = text, interpreter.p_filesz = 1;
  loaded.p_type = PT_LOAD, loaded.p_offset = text, loaded.p_vaddr = kAddress, loaded.p_filesz = strings.size();
  dynamic.p_type = PT_DYNAMIC, dynamic.p_offset = table, dynamic.p_filesz = size;
  std::string bytes;
  const auto add = [&](const auto& part) { bytes.append(reinterpret_cast<const char*>(&part), sizeof part); };
  add(header), add(interpreter), add(loaded), add(dynamic);
  add(Elf64_Dyn{DT_STRTAB, {kAddress}});
  for (const Elf64_Dyn& entry : entries) add(entry);
  return bytes + strings;
}

TEST_F(ExecutableTest, NamesItsLibraries) {
  using namespace std::string_literals;
  const Executable file = of(linked_with({{DT_NEEDED, {0}}, {DT_NEEDED, {7}}}, "libm.so\0libmpi.so.40\0"s));
  EXPECT_EQ(file.kind, Kind::Dynamic);
  EXPECT_EQ(file.needed, (std::vector<std::string>{"libm.so", ""}));
  EXPECT_EQ(of(linked_with({{DT_NEEDED, {8}}}, "libm.so\0libmpi.so.40\0"s)).needed.at(0), "libmpi.so.40");
}

TEST_F(ExecutableTest, NamesWithoutAnEndAreCut) {
  constexpr std::size_t kMegabyte = 1 << 20, kLongestPath = 4096;
  const std::vector<Elf64_Dyn> entries(2000, {DT_NEEDED, {0}});
  for (const std::string& name : of(linked_with(entries, std::string(kMegabyte, 'x'))).needed)
    ASSERT_EQ(name.size(), kLongestPath);
}

TEST_F(ExecutableTest, HolesCostNoMemory) {
  constexpr std::uint64_t kTerabyte = std::uint64_t{1} << 40;
  std::string bytes = linked_with({{DT_NEEDED, {0}}}, "libm.so");
  auto* const segments = reinterpret_cast<Elf64_Phdr*>(bytes.data() + sizeof(Elf64_Ehdr));
  for (int each = 0; each < 3; ++each) segments[each].p_filesz = kTerabyte - bytes.size();
  const std::string path = folder_.write("program", bytes);
  std::filesystem::resize_file(path, kTerabyte);
  const Executable file = read_executable(path);
  EXPECT_EQ(file.kind, Kind::Dynamic);
  EXPECT_EQ(file.needed, std::vector<std::string>{"libm.so"});
}

TEST_F(ExecutableTest, SaysWhatIsNoFile) {
  EXPECT_EQ(other_than_file("/"), "a folder");
  EXPECT_EQ(other_than_file("/dev/null"), "a device");
  ASSERT_EQ(mkfifo(folder_.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(other_than_file(folder_.file("pipe")), "a pipe");
  EXPECT_EQ(other_than_file("/proc/self/exe"), "");
  EXPECT_EQ(other_than_file("/absent"), "");
}

TEST_F(ExecutableTest, LooksInThePath) {
  EXPECT_EQ(find_in_path("sh").back(), 'h');
  EXPECT_EQ(find_in_path("sh")[0], '/');
  EXPECT_EQ(find_in_path("./sh"), "./sh");
  EXPECT_EQ(find_in_path("no-such-command"), "");
}

}  // namespace
}  // namespace topomorph::programs

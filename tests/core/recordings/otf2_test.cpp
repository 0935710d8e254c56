// Archives of the Open Trace Format 2, written by its own library.
#include "core/recordings/otf2.h"

#include <filesystem>
#include <functional>

#include "tests/core/testing.h"

#ifdef TOPOMORPH_OTF2
#include <otf2/otf2.h>

/// Of the library alone: it forgets what it has of an archive that it cannot open.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:otf2_archive_open\nleak:otf2_file_posix_open\nleak:OTF2_UTILS_CStr_dup\nleak:OTF2_UTILS_IO_JoinPath\n";
}
#endif

namespace topomorph::recordings {
namespace {

#ifdef TOPOMORPH_OTF2

using trace::Collective;

constexpr std::uint32_t kCallOfMpi = 0, kCompute = 1;                    // regions
constexpr std::uint32_t kWorld = 0, kHalf = 1, kSelf = 2, kBetween = 3;  // communicators
constexpr std::uint64_t kFirstLocation = 70, kStride = 1000;             // of the processes, beside other threads

/// Writes an archive of four processes; MPI_COMM_WORLD, processes 3 and 1, each for itself, and two groups.
class Otf2Test : public ::testing::Test {
 protected:
  using Events = std::function<void(OTF2_EvtWriter*, std::uint32_t process)>;

  std::string archive(const Events& events, bool has_processes = true) {
    const OTF2_FlushCallbacks flush = {
        [](void*, OTF2_FileType, OTF2_LocationRef, void*, bool) -> OTF2_FlushType { return OTF2_FLUSH; }, nullptr};
    OTF2_Archive* archive = OTF2_Archive_Open(folder_.path().c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 18, 1 << 20,
                                              OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    for (std::uint32_t process = 0; process < 4; ++process) {
      OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, location(process));
      events(writer, process);
      OTF2_Archive_CloseEvtWriter(archive, writer);
    }
    OTF2_Archive_CloseEvtFiles(archive);
    write_definitions(OTF2_Archive_GetGlobalDefWriter(archive), has_processes);
    OTF2_Archive_Close(archive);
    return folder_.file("traces.otf2");
  }

  static std::uint64_t location(std::uint32_t process) { return kFirstLocation + kStride * (3 - process); }

  const testing::TemporaryFolder folder_;

 private:
  static void write_definitions(OTF2_GlobalDefWriter* writer, bool has_processes) {
    OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000, 0, 100000, OTF2_UNDEFINED_TIMESTAMP);
    OTF2_GlobalDefWriter_WriteString(writer, 0, "");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (const std::uint32_t region : {kCallOfMpi, kCompute}) {
      OTF2_GlobalDefWriter_WriteRegion(writer, region, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION,
                                       region == kCallOfMpi ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER,
                                       OTF2_REGION_FLAG_NONE, 0, 0, 0);
    }
    std::vector<std::uint64_t> locations;
    for (std::uint32_t process = 0; process < 4; ++process) {
      OTF2_GlobalDefWriter_WriteLocationGroup(writer, process, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                              OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation(writer, location(process), 0, OTF2_LOCATION_TYPE_CPU_THREAD, 0, process);
      locations.push_back(location(process));
    }
    if (!has_processes) return;
    group(writer, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, locations);
    group(writer, 1, OTF2_GROUP_TYPE_COMM_GROUP, {0, 1, 2, 3});
    group(writer, 2, OTF2_GROUP_TYPE_COMM_GROUP, {3, 1});
    group(writer, 3, OTF2_GROUP_TYPE_COMM_SELF, {});
    group(writer, 4, OTF2_GROUP_TYPE_COMM_GROUP, {2, 0});
    for (const std::uint32_t comm : {kWorld, kHalf, kSelf}) {
      OTF2_GlobalDefWriter_WriteComm(writer, comm, 0, comm + 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    }
    OTF2_GlobalDefWriter_WriteInterComm(writer, kBetween, 0, 2, 4, kWorld, OTF2_COMM_FLAG_NONE);
  }

  static void group(OTF2_GlobalDefWriter* writer, std::uint32_t number, OTF2_GroupType type,
                    const std::vector<std::uint64_t>& members) {
    OTF2_GlobalDefWriter_WriteGroup(writer, number, 0, type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                    static_cast<std::uint32_t>(members.size()), members.data());
  }
};

TEST_F(Otf2Test, MessagesHaveTheProcessesOfTheirCommunicator) {
  const trace::Trace found = read_otf2(archive([](OTF2_EvtWriter* writer, std::uint32_t process) {
    OTF2_EvtWriter_Enter(writer, nullptr, 1000, kCompute);
    OTF2_EvtWriter_Enter(writer, nullptr, 3500, kCallOfMpi);
    if (process == 3) OTF2_EvtWriter_MpiSend(writer, nullptr, 3600, 1, kHalf, 5, 4096);
    if (process == 1) OTF2_EvtWriter_MpiRecv(writer, nullptr, 3700, 0, kHalf, 5, 4096);
    if (process == 0) OTF2_EvtWriter_MpiSend(writer, nullptr, 3600, 1, kBetween, 5, 64);
    if (process == 1) OTF2_EvtWriter_MpiRecv(writer, nullptr, 3700, 1, kBetween, 5, 64);
    if (process == 2) OTF2_EvtWriter_MpiSend(writer, nullptr, 3600, 0, kSelf, 5, 2);
    OTF2_EvtWriter_Leave(writer, nullptr, 9000, kCallOfMpi);
    OTF2_EvtWriter_Leave(writer, nullptr, 9500, kCompute);
  }));
  ASSERT_EQ(found.processes.size(), 4U);
  const auto first = [&](std::uint32_t process) { return found.processes[process].steps.at(0); };
  EXPECT_EQ(first(3).kind, trace::StepKind::Send);
  EXPECT_EQ(first(3).peer, 1U);
  EXPECT_EQ(first(3).amount, 4096U);
  EXPECT_DOUBLE_EQ(first(3).seconds, 2.5) << "the clock has 1000 ticks a second";
  EXPECT_EQ(first(1).peer, 3U);
  EXPECT_EQ(first(1).channel, first(3).channel);
  EXPECT_EQ(first(0).peer, 1U) << "rank 1 of the other group";
  EXPECT_EQ(found.processes[1].steps.at(1).peer, 0U);
  EXPECT_EQ(first(2).peer, 2U);
}

TEST_F(Otf2Test, RequestsAndCollectives) {
  const trace::Trace found = read_otf2(archive([](OTF2_EvtWriter* writer, std::uint32_t process) {
    const std::uint32_t next = (process + 1) % 4, before = (process + 3) % 4;
    OTF2_EvtWriter_MpiIrecvRequest(writer, nullptr, 1, 11);
    OTF2_EvtWriter_MpiIsend(writer, nullptr, 2, next, kWorld, 1, 500, 12);
    OTF2_EvtWriter_MpiIsendComplete(writer, nullptr, 3, 12);
    OTF2_EvtWriter_MpiIrecv(writer, nullptr, 4, before, kWorld, 1, 500, 11);
    OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, 5);
    OTF2_EvtWriter_MpiCollectiveEnd(writer, nullptr, 6, OTF2_COLLECTIVE_OP_ALLREDUCE, kWorld, OTF2_COLLECTIVE_ROOT_NONE,
                                    32, 32);
    if (process % 2 == 0) return;
    const bool is_root = process == 1;  // rank 1 of its communicator
    OTF2_EvtWriter_NonBlockingCollectiveComplete(writer, nullptr, 7, OTF2_COLLECTIVE_OP_BCAST, kHalf, 1,
                                                 is_root ? 14 : 0, 7, 13);
  }));
  EXPECT_EQ(found.groups, (std::vector<std::vector<std::uint32_t>>{{0, 1, 2, 3}, {3, 1}}));
  const auto& steps = found.processes[3].steps;
  ASSERT_EQ(steps.size(), 6U);
  EXPECT_TRUE(alike(steps[0], trace::start_receive(2, 0, steps[0].channel)));
  EXPECT_TRUE(alike(steps[1], trace::start_send(0, 500, 1, steps[0].channel)));
  EXPECT_TRUE(alike(steps[2], trace::wait(1)));
  EXPECT_TRUE(alike(steps[3], trace::wait(0)));
  EXPECT_TRUE(alike(steps[4], trace::collective(Collective::Allreduce, 8, 0)));
  EXPECT_TRUE(alike(steps[5], trace::collective(Collective::Bcast, 7, 1, 1)));
}

TEST_F(Otf2Test, WhatCannotBeReadIsRefused) {
  const auto nothing = [](OTF2_EvtWriter*, std::uint32_t) {};
  const std::string anchor = archive(nothing);
  EXPECT_EQ(read_otf2(anchor).processes.size(), 4U);
  const auto definitions = folder_.path() / "traces.def";
  std::filesystem::resize_file(definitions, std::filesystem::file_size(definitions) / 2);
  EXPECT_INPUT_ERROR(read_otf2(anchor), "its definitions cannot be");
  EXPECT_INPUT_ERROR(read_otf2(folder_.file("missing.otf2")), "missing.otf2: cannot be read");
  EXPECT_INPUT_ERROR(read_otf2(folder_.write("text.otf2", "hello")), "is no archive");
}

TEST_F(Otf2Test, AProgramWithoutMpiIsRefused) {
  EXPECT_INPUT_ERROR(read_otf2(archive([](OTF2_EvtWriter*, std::uint32_t) {}, false)), "has no processes of MPI");
}

TEST_F(Otf2Test, WhatIsNotDefinedIsRefused) {
  EXPECT_INPUT_ERROR(read_otf2(archive([](OTF2_EvtWriter* writer, std::uint32_t) {
                       OTF2_EvtWriter_MpiSend(writer, nullptr, 1, 2, kHalf, 5, 1);
                     })),
                     "process 0 names rank 2 of a communicator of 2");
}

TEST_F(Otf2Test, ACommunicatorThatIsNotDefinedIsRefused) {
  EXPECT_INPUT_ERROR(read_otf2(archive([](OTF2_EvtWriter* writer, std::uint32_t) {
                       OTF2_EvtWriter_MpiSend(writer, nullptr, 1, 2, 9, 5, 1);
                     })),
                     "uses communicator 9, which it does not define");
}

#else

TEST(Otf2Test, IsRefusedWithTheNameOfTheLibrary) {
  EXPECT_INPUT_ERROR(read_otf2("traces.otf2"), "libopen-trace-format2-dev");
}

#endif

}  // namespace
}  // namespace topomorph::recordings

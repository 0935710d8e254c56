// Archives of the Open Trace Format 2: the input is the events of two processes, each behind two bytes with its length.
// Anchor and definitions are sound: for damaged ones the format's library reads for ever.
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/recordings/otf2.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

#ifdef TOPOMORPH_OTF2
#include <otf2/otf2.h>
#endif

namespace topomorph::fuzz {

#ifdef TOPOMORPH_OTF2

namespace {

namespace fs = std::filesystem;

void define_group(OTF2_GlobalDefWriter* writer, std::uint32_t number, OTF2_GroupType type,
                  const std::vector<std::uint64_t>& members) {
  OTF2_GlobalDefWriter_WriteGroup(writer, number, 0, type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                  static_cast<std::uint32_t>(members.size()), members.data());
}

/// Region 0 is a call of MPI. Communicator 0 is of both processes, 1 of each alone.
void define(OTF2_GlobalDefWriter* writer) {
  OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000000, 0, 100000, OTF2_UNDEFINED_TIMESTAMP);
  OTF2_GlobalDefWriter_WriteString(writer, 0, "");
  OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (const std::uint32_t region : {0, 1}) {
    OTF2_GlobalDefWriter_WriteRegion(writer, region, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION,
                                     region == 0 ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 0, 0,
                                     0);
  }
  for (const std::uint32_t process : {0, 1}) {
    OTF2_GlobalDefWriter_WriteLocationGroup(writer, process, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(writer, process, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 0, process);
  }
  define_group(writer, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, {0, 1});
  define_group(writer, 1, OTF2_GROUP_TYPE_COMM_GROUP, {0, 1});
  define_group(writer, 2, OTF2_GROUP_TYPE_COMM_SELF, {});
  for (const std::uint32_t comm : {0, 1}) {
    OTF2_GlobalDefWriter_WriteComm(writer, comm, 0, comm + 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  }
}

/// Returns the folder of an archive without events.
fs::path write_archive() {
  const fs::path folder = scratch_folder() / "archive";
  constexpr std::uint64_t kChunk = 1 << 18;
  OTF2_Archive* archive = OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, kChunk, kChunk,
                                            OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  require(archive != nullptr, "an archive can be made");
  const OTF2_FlushCallbacks flush = {
      [](void*, OTF2_FileType, OTF2_LocationRef, void*, bool) -> OTF2_FlushType { return OTF2_FLUSH; }, nullptr};
  OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_OpenEvtFiles(archive);
  for (const std::uint64_t location : {0, 1}) {
    OTF2_Archive_CloseEvtWriter(archive, OTF2_Archive_GetEvtWriter(archive, location));
  }
  OTF2_Archive_CloseEvtFiles(archive);
  define(OTF2_Archive_GetGlobalDefWriter(archive));
  OTF2_Archive_Close(archive);
  return folder;
}

std::string_view take_file(std::string_view& input) {
  constexpr std::size_t kPrefix = 2;
  if (input.size() < kPrefix) return {};
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(input[at]); };
  const std::string_view content = input.substr(kPrefix, byte(0) + 256U * byte(1));
  input.remove_prefix(kPrefix + content.size());
  return content;
}

}  // namespace

void otf2(std::string_view input) {
  static const fs::path folder = write_archive();
  for (const char* name : {"0.evt", "1.evt"}) {
    std::ofstream(folder / "traces" / name, std::ios::binary) << take_file(input);
  }
  check_recording(recordings::read_otf2((folder / "traces.otf2").string()));
}

#else

void otf2(std::string_view) {}  // this TopoMorph has not the format's library

#endif

}  // namespace topomorph::fuzz

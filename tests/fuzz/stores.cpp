// What topomorph auto finds in its store: every small file of it may be damaged, or somebody else's.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/formats/profile/writer.h"
#include "core/settings/settings.h"
#include "core/store/run_file.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"
#include "tools/command/history.h"
#include "tools/engine/verbs.h"

namespace topomorph::fuzz {

namespace {

constexpr const char* kProgram = "/nowhere/app";
constexpr const char* kFirstRun = "20261120T150102.123456Z-00000001";

void write_text(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// The question of a job of this program on two hosts.
wire::Buffer question() {
  wire::Buffer request;
  wire::append_text(request, wire::FrameType::Meta,
                    wire::encode({{"program", kProgram}, {"ranks", "4"}, {"argv", std::string("app\0-n", 6)}}));
  wire::append_text(request, wire::FrameType::Locations, "node0\t\nnode1\t\nnode0\t\nnode1\t\n");
  wire::append_text(request, wire::FrameType::End, "");
  return request;
}

namespace fs = std::filesystem;

/// A store that knows one program: its profile, and three runs of it.
class Known {
 public:
  Known() : path_(scratch_folder() / "store"), unharmed_(scratch_folder() / "unharmed") {
    setenv(settings::get(settings::Id::Store).variable, path_.c_str(), 1);
    const store::Store store(path_.string());
    store.prepare();
    const store::KeptFolder kept = store.make({kProgram, store::program_identity(kProgram), "-n", 4});
    folder = kept.path();
    write_profile();
    store::Run run;
    run.situation = asked()["situation"];
    run.generation = kFirstRun;
    run.seconds = 1;
    run.decision = "gain";
    for (const char* id : {kFirstRun, "20261120T150103.000001Z-00000002", "20261120T150104.000001Z-00000003"}) {
      run.id = id;
      store::add_run(kept, run);
      run.order = store::Order::Reordered;
    }
    fs::rename(path_, unharmed_);
  }

  /// All files as they should be; what an input before has left is gone. Copies do not wait for the disk, the store's
  /// own files do.
  void restore() const {
    fs::remove_all(path_);
    fs::copy(unharmed_, path_, fs::copy_options::recursive);
  }

  wire::KeyValues asked() const {
    const wire::Buffer request = question();
    const MemoryFile file({request.data(), request.size()});
    wire::FrameStream stream(file.descriptor());
    const wire::Buffer answer = engine::recall(stream, {});
    return wire::decode_key_values(wire::text(*wire::FrameReader(answer).next()));
  }

  std::string path() const { return path_.string(); }
  std::string folder;  ///< of the program

 private:
  void write_profile() const {
    const std::string meta = wire::encode({{"program", kProgram}, {"ranks", "4"}, {"run", kFirstRun}});
    formats::ProfileWriter writer(store::Entry::profile_in(folder));
    writer.add({wire::FrameType::Meta, meta});
    writer.commit();
  }

  fs::path path_, unharmed_;
};

/// All that `topomorph history` says.
void tell(const store::Store& store) {
  std::vector<store::Entry> entries;
  for (const std::string& name : store.names()) {
    entries.push_back(store.read(name));
    for (const store::Run& run : entries.back().runs) {
      const wire::KeyValues values = store::values_of(run);
      require(store::values_of(store::run_of(values)) == values, "a run that is written is read");
    }
  }
  require(entries.empty() || !command::history_text(entries).empty(), "what is known can be told");
  require(!command::history_json(store.folder(), entries).empty(), "what is known can be told to programs");
}

}  // namespace

/// The first byte chooses the file that the rest is the content of.
void store(std::string_view input) {
  static const Known known;
  if (input.empty()) return;
  known.restore();
  const std::string files[] = {known.folder + "/20261120T150105.000001Z-00000004.run", known.folder + "/case",
                               known.path() + "/format"};
  write_text(files[static_cast<unsigned char>(input[0]) % std::size(files)], input.substr(1));
  try {
    tell(store::Store(known.path()));
  } catch (const InputError&) {  // a line for the user; what the job does is another matter
  }
  wire::KeyValues answer = known.asked();
  const std::string& decision = answer["decision"];
  require(decision == "measure" || decision == "keep" || decision == "reorder", "the engine says what to do");
  without_error("what was damaged is mended, and the next job gets on", [&] { return known.asked(); });
}

}  // namespace topomorph::fuzz

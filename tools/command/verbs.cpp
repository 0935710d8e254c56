// The table of verbs.
#include "tools/command/verbs.h"

namespace topomorph::command {

namespace {

constexpr Verb kVerbs[] = {
    {"profile", "mpirun -n 64 topomorph profile -o app.tmprof ./app args",
     "[-o FILE] [--] COMMAND... | --recover [-o FILE]",
     "Starts a program (once a rank, between launcher and program) and measures its communication.", true,
     declare_profile},
    {"run", "mpirun -n 64 topomorph run -p app.tmprof ./app args",
     "[-p FILE] [--permutation P] [--min-gain PERCENT] [--] COMMAND...",
     "Starts a program with its ranks in an order that fits its profile to this job's hosts.", true, declare_run},
    {"auto", "mpirun -n 64 topomorph auto ./app args", "[--case NAME] [--ignore-arguments PATTERNS] [--] COMMAND...",
     "Starts a program: measures it the first time, and later reorders its ranks by the measurement.", true,
     declare_auto},
    {"history", "topomorph history ./app", "[PROGRAM] [--forget | --forget-all] [--json]",
     "Prints the measurements and decisions of topomorph auto, program by program.", false, declare_history},
    {"report", "topomorph report app.tmprof --html report.html",
     "FILE [--topology SPEC] [--html OUT.html] [--json] | --compare A B",
     "Shows which ranks communicate, over which distance, and the saving of a better order.", false, declare_report},
    {"site", "topomorph site records.jsonl --output site.html",
     "FILES... [--by program|user|owner|partition|library] [--since DATE] [--until DATE] [-o OUT.html] [--json]",
     "Adds up the records of many jobs: which programs run in a poor order, what was gained, what would gain next.",
     false, declare_site},
    {"map", "topomorph map --affinity app.mtx --topology tree:4:8:32 -o app.map",
     "--affinity FILE --topology SPEC [OPTIONS]", "Maps roles to slots. Prints one slot a line, line i for role i.",
     false, declare_map},
    {"layout", "topomorph layout scbnh --hosts n[0-3]=hwloc:node.xml -n 64 --rankfile ranks",
     "[LAYOUT] --hosts SPEC... | --topology SPEC [-n RANKS] [OPTIONS]",
     "Places ranks on machines in a regular order. Prints rank, host and CPUs, line by line.", false, declare_layout},
    {"allocate",
     "topomorph allocate --topology slurm:topology.conf --free n[0-9] --affinity app.mtx --slots-per-node 16",
     "--topology SPEC --free LIST|FILE --affinity FILE --slots-per-node N [OPTIONS]",
     "Chooses the hosts of a job together with the places of its ranks. Prints a list for sbatch --nodelist.", false,
     declare_allocate},
    {"simulate", "topomorph simulate --topology torus:16x12x24 --slots-per-node 16 --generate 1000",
     "--topology SPEC --slots-per-node N --workload FILE.swf | --generate JOBS [OPTIONS]",
     "Simulates a log of jobs under several allocators and mapping algorithms, and compares their run times.", false,
     declare_simulate},
    {"evaluate", "topomorph evaluate --affinity app.mtx --topology tree:4:8:32 --mapping app.map",
     "--affinity FILE --topology SPEC --mapping FILE|identity|cyclic|random[:SEED] [--json]",
     "Computes the cost of a mapping.", false, declare_evaluate},
    {"predict", "topomorph predict app.trace --topology tree:4:8 --level-costs 0.5/8000:60/11.5",
     "TRACE... --topology SPEC [--order ORDER]... [OPTIONS]",
     "Replays the trace of a job in several orders of its processes, and predicts how long each takes.", false,
     declare_predict},
    {"topology", "topomorph topology --topology slurm:topology.conf --draw network.svg",
     "[--topology SPEC] [--export FORMAT | --draw FILE.svg | --check HOSTS | --distance A B | --distances LIST | "
     "--measure] [-o FILE] [--json]",
     "Describes, exports or draws a topology, checks a job's hosts against it, or measures the links "
     "between the hosts of a job (under mpirun).",
     false, declare_topology},
    {"extrapolate", "topomorph extrapolate app16.tmprof app64.tmprof -n 1024 -o app1024.tmprof",
     "PROFILE [OTHER] -n RANKS [-o FILE] [--json]",
     "Continues a profile to another number of ranks, if its pattern follows rules.", false, declare_extrapolate},
    {"convert", "topomorph convert app.tmprof app.mtx", "IN OUT",
     "Converts an affinity; the endings of the files name the formats.", false, declare_convert},
    {"doctor", "topomorph doctor ./app", "[--no-job] [--json] [--] [PROGRAM...]",
     "Checks the installation, MPI, the machine and a program, and says what is wrong and what to do.", false,
     declare_doctor, true},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

}  // namespace topomorph::command

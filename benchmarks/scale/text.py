# The sentences of SCALE.md.

INTRODUCTION = """# Seconds by order, at 64 to 4096 processes

Made by `benchmarks/scale/measure.py`. Programs are traces made by rule (`benchmarks/scale/programs`), which
[the replay](../docs/replay.md) carries out on simulated machines, in several orders of the processes. So all seconds
here are predicted, and nobody measured these machines. Results do not depend on the machine that computes them, except
the speeds and the few [mappings that the limit of {limit} s ended](#speed-and-memory-of-the-replay). Times that differ by less than 1 % count as the same.

Machine: {machine}
All mappings and replays one after the other take {minutes} minutes of wall time under this load; the command runs two
at a time.

## What is replayed

**Programs.** A few iterations of each, with sizes and flops as in the codes: NAS class C up to 256 processes, class D
above; the others have the same problem for each process. A core does 1 Gflop/s in CG, MG and HPCG, which memory limits,
and 2 Gflop/s in LU, BT, SP and MiniGhost; LAMMPS takes 0.7 us for an atom and step. Processes differ in pace by up to
2 %. In CG, LU, MG and BT under 1 % of
the bytes are between other pairs of processes than measured with class C on 64 processes, and CG and LU move within
1 % as many bytes (`tests/benchmarks/programs_test.cpp`).

**Machines.** A host has 16 cores and runs 16 processes. A job gets a third of the hosts of a network in which others
use 60 % of the pairs of hosts; it gets the first free ones along the network. Names of hosts, by which a launcher orders
them, count up in chassis of four, whose places in the network are random. All links have the same rate, 10 or
100 Gbit/s, but those of the torus in y half of it (as in a Cray Gemini), and its hosts are directly at the torus. Routes
are static: fat trees have all their cables, and the number of the destination selects the way up. *2:1*: each switch has
twice as many cables down as up, so 4:1 in all with three levels (6:1 at 256 processes, where a spine has three cables
down and one up).

| | 10 Gbit/s | 100 Gbit/s | inside a host |
|---|---|---|---|
| latency | 8 us + 0.5 us a link | 0.8 us + 0.1 us a link | 0.4 us |
| processor time of a send, and of a receive | 2 us | 0.3 us | 0.2 us |
| rate | of the links, shared | of the links, shared | 8 GB/s for each copy |

A message up to 64 KiB is eager; links have no burst.

{machines}

**Orders.** *slot*: the launcher's, 16 successive ranks a host, hosts by name (`mpirun --map-by slot`; Slurm's block
order as of 25.05, whose list of hosts is sorted by name). *node*: one rank a host in turn, hosts by name. *network*: as
slot, but hosts along the network: leaf switch after leaf switch, group after group, or along a Hilbert curve through the
torus. A launcher that sorts hosts by its topology gives this, as the topology order of Slurm 26; where names follow the
switches, slot is the same. *topomorph*: `topomorph map`, preset default, cost hop-bytes. *bottleneck*: the same with
`--cost bottleneck` and the routes of the machine. *scotch*, *topomatch*, *eagermap*: these algorithms in TopoMorph with their defaults
([docs/mapping.md](../docs/mapping.md)); scotch is replaced by *network* where that has fewer hop-bytes. *random*: median
of three seeds up to 256 processes, one at 1024, none at 4096, where a replay of it takes a minute and more. "–":
refused, because Scotch takes no part of a network with more than 1024 slots. At 4096 processes a part of the programs
and machines is replayed.

"""

SHORT = [
    "From the launcher's *slot* to *topomorph* the time changes by {slot10} at 10 Gbit/s and {slot100} at 100 Gbit/s: median of the cases, and the range. From "
    "*network*, where the launcher sorts hosts by its topology: {network10} and {network100}.",
    "In {same} of {cases} cases the order does not matter: but for *node* and *random*, all are within 1 % of each other. Fewer bytes gain nothing there.",
    "Within 1 % of the fastest order: *bottleneck* in {near_bottleneck} cases, *topomorph* in {near_topomorph}, *scotch* in {near_scotch}, *topomatch* in "
    "{near_topomatch}, *eagermap* in {near_eagermap}, *network* in {near_network}, *slot* in {near_slot}. So the least hop-bytes are not always the least time.",
    "Choosing the order with the least congestion costs {choice_congestion}, over the fastest order; with the least hop-bytes {choice_hop_bytes}; SumCom "
    "{choice_sum_com}; messages between hosts {choice_messages}.",
    "In {none} of the {matter} cases in which the order matters, no measure goes with seconds.",
]

BESIDE_PAPERS = """The papers measured real machines, against the default order of a launcher. Here everything is a replay, the default is
*slot* with hosts by name, and computation takes its part of the time by a rule. So the numbers beside each other say
whether gains are of the same size, not which tool is better.

| paper | there | here, from *slot* to *topomorph* |
|---|---|---|
| [Deveci 2019] | MiniGhost, sparse allocation on a torus: up to -75 % of the communication time | MiniGhost on the torus: time in MPI {ghost_torus_mpi}; the job {ghost_torus} |
| [Deveci 2019] | a climate code: -31 % | no such program here |
| [Jeannot 2022, section 5.2] | MiniGhost, 64 and 128 processes: up to 45 % less time, 9 % in the mean | MiniGhost, all machines: {ghost}; time in MPI {ghost_mpi} |
| [Jeannot 2022, section 5.3] | LU, class D, 1024 processes: 25 % | LU, class D, 1024 processes: {lu} |
| [Jeannot 2022, section 5.3] | CG, 1024 processes: up to 5 % slower | CG, class D, 1024 processes: {cg} |
| [Jeannot 2022, section 5.3] | BT and SP, 36 to 1521 processes: up to 15 % less, at worst 5 % more | BT and SP, all: {sweeps} |
| [Bordage 2017, section 4.2] | MiniGhost: up to 33.6 % less, at worst 3.6 % more, at least as good in 92.5 % of the cases | all programs: {best} to {worst}, median {median}; at least as good in {good} % of the cases |

What differs: the papers vary the parameters of MiniGhost (over 300 sets in [Bordage 2017]), here it has one set and
machine and rate vary. Gains here grow with the number of processes and fall with the rate of the links: the ends of the
ranges are 4096 processes at 10 Gbit/s and 64 at 100 Gbit/s. Names of hosts that do not follow the network make *slot*
worse than the default of a launcher that sorts hosts by its topology (*network*). Caches and memory of a host count
there, not here; so do other jobs on the links.
"""

SECTIONS = """## Which order is fastest

Geometric mean of the seconds over those of *slot*; in brackets the number of cases, where some were refused. A case is
a program on a machine at one rate.

{means}
Number of cases in which an order is at most 1 % slower than the fastest of all:

{fastest}
### Where topomorph is slower than slot by more than 1 %

{losses}
## Which measure goes with seconds

Spearman's rank correlation of a measure with the seconds over the orders of a case; median over the cases in which the
slowest order takes more than 1 % longer than the fastest. *hop-bytes*: bytes x links of the route. *most loaded link*:
its bytes. *congestion*: bytes / rate of the link that needs most time; without the torus, all links have one rate, and
both are the same. *SumCom* [Jeannot 2022, section 3.5] with the distance of the slots as the cost of a byte, the
nearest hosts 16 times as far apart as cores of one, which is what the mappers minimise. *messages*: between hosts.

All orders. *node* and *random* are far from the others, so that any measure looks good:

{correlations}
Without *node* and *random*, which is what a mapper has to tell apart:

{close}
What it costs to choose by a measure: the order with the least measure, over the fastest order; mean, and in brackets
the worst case.

{choices}
### Cases in which no measure reaches 0.5, without node and random

{exceptions}
## Beside SimGrid

The same traces at 64 processes (`write_time_independent()`) on the same machines, replayed by `smpirun -replay` of
SimGrid 3.32 in the orders {orders}. Its model is set to ours: no factors
on rate and latency, no TCP window, the same eager limit and processor time of messages. *Defaults*: SimGrid's own factors and thresholds, only allreduce as here. Differences are
those of the worst of the orders. The rank correlation counts times within 0.1 % as the same, so it says little where
orders hardly differ. Processor time is of all orders together; `smpirun` needs about 0.1 s to start.

{simgrid}
## Beside papers

{papers}
## Speed and memory of the replay

Thousand messages that the replay carries out in a second of one core, by processor time: CG, MiniGhost, HPCG on the
torus at 10 Gbit/s. Memory is the peak of the whole program in any case, which maps, too. Mappings by wall time on the
loaded machine; *ended*: mappings that took the whole time limit, so that a faster machine may find a better one.

{speed}
## All cases

Seconds by slot, ratios to it, and rank correlations over all orders (– where orders differ by less than 1 %).

{all}"""

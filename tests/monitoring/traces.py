"""Reads the trace of a profile, by SQL and the bytes of the steps (core/trace/encoding.h)."""
import collections
import struct

KINDS = ("compute", "send", "receive", "start_send", "start_receive", "wait", "collective", "loop", "phase")
FIELDS = {"compute": (), "send": ("peer", "amount", "channel", "slot"), "wait": ("slot", "length"),
          "collective": ("collective", "peer", "amount", "slot"), "loop": ("amount", "length"),
          "phase": ("slot",)}
COLLECTIVES = ("barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "gatherv", "scatterv", "allgather", "allgatherv",
               "alltoall", "alltoallv", "reduce_scatter", "scan")
HAS_SECONDS = 0x80

Step = collections.namedtuple("Step", "kind collective peer amount channel slot length seconds", defaults=[None] + [0] * 6)


class Bytes:
    """Takes values from the front of a piece."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def seconds(self):
        self.at += 8
        return struct.unpack("<d", self.data[self.at - 8:self.at])[0]


def decoded(data):
    """Returns the steps of a piece."""
    steps, source = [], Bytes(data)
    while source.at < len(data):
        head = data[source.at]
        source.at += 1
        kind = KINDS[head & ~HAS_SECONDS]
        fields = {name: source.number() for name in FIELDS.get(kind, FIELDS["send"])}
        if "collective" in fields:
            fields["collective"] = COLLECTIVES[fields["collective"]]
        seconds = source.seconds() if head & HAS_SECONDS else 0
        steps.append(Step(kind, **fields, seconds=seconds))
    return steps


def folded(database):
    """Returns the steps of each rank as they are stored."""
    steps = {rank: [] for rank, in database.execute("SELECT rank FROM trace")}
    for rank, piece in database.execute("SELECT rank, steps FROM trace_steps ORDER BY rank, part"):
        steps[rank] += decoded(piece)
    return steps


def unfolded(steps):
    """Yields the steps without loops."""
    at = 0
    while at < len(steps):
        step = steps[at]
        at += 1
        if step.kind == "loop":
            for _ in range(step.amount):
                yield from unfolded(steps[at:at + step.length])
            at += step.length
        else:
            yield step


def messages(database):
    """Returns {(source, destination): (bytes, messages)} of the sends."""
    sums = collections.defaultdict(lambda: (0, 0))
    for rank, steps in folded(database).items():
        for step in unfolded(steps):
            if step.kind in ("send", "start_send"):
                bytes_sent, number = sums[rank, step.peer]
                sums[rank, step.peer] = bytes_sent + step.amount, number + 1
    return dict(sums)


def received(database):
    """Returns {(source, destination): messages} of the receives."""
    return dict(collections.Counter((step.peer, rank) for rank, steps in folded(database).items() for step in unfolded(steps)
                                    if step.kind in ("receive", "start_receive")))


def meta(database):
    return dict(database.execute("SELECT key, value FROM meta WHERE key LIKE 'trace%'"))

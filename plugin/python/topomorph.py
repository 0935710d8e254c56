"""TopoMorph for mpi4py programs: the functions of topomorph.h over mpi4py's communicators.

    import topomorph                 # before mpi4py: what the program sends is then counted from MPI_Init on
    from mpi4py import MPI
    world = topomorph.reorder(MPI.COMM_WORLD)

Where the library is preloaded (`topomorph run`, `topomorph profile`, `topomorph auto`) the order of the imports does not matter.
TOPOMORPH_LIBRARY names another libtopomorph.so than the one that was installed with this file.
"""
import ctypes
import os
from pathlib import Path

__all__ = ["Error", "monitor_reset", "monitor_start", "monitor_stop", "permutation", "phase", "redistribute", "reorder"]
__version__ = "@PROJECT_VERSION@"


class Error(RuntimeError):
    """A function of topomorph.h did not succeed; `code` is the MPI error class."""

    def __init__(self, function, code):
        super().__init__(f"{function}: MPI error class {code}")
        self.code = code


def _load():
    """The library that is there already, else the installed one: in front of the MPI library that mpi4py will load."""
    preloaded = ctypes.CDLL(None)
    if hasattr(preloaded, "tm_reorder"):
        return preloaded
    installed = Path(__file__).resolve().parent / "@libdir_from_python@" / "libtopomorph.so"
    built = Path(__file__).resolve().parents[3] / "lib" / "libtopomorph.so"
    given = os.environ.get("TOPOMORPH_LIBRARY")
    for path in [given] if given else [installed, built]:
        if os.path.exists(path):
            return ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    raise ImportError(f"libtopomorph.so is not at {given or installed}: TOPOMORPH_LIBRARY may say where it is")


_library = _load()


def _mpi():
    from mpi4py import MPI  # not at the top: the library has to come first
    return MPI


def _handle_type():
    """Handles are pointers or integers, as the MPI library likes; mpi4py knows their size."""
    mpi = _mpi()
    return {4: ctypes.c_int, 8: ctypes.c_void_p}[mpi._sizeof(mpi.Comm)]


def _handle(thing):
    return _handle_type().from_address(_mpi()._addressof(thing))


def _call(name, *arguments):
    code = getattr(_library, name)(*arguments)
    if code != 0:
        raise Error(name, code)


def reorder(comm):
    """An intracommunicator of the same processes in an order that suits the machine (tm_reorder). Collective; free it with Free()."""
    reordered = _mpi().Intracomm()
    _call("tm_reorder", _handle(comm), ctypes.byref(_handle(reordered)))
    return reordered


def permutation(reordered):
    """List: element i is the rank in `reordered` of the process that had rank i before (tm_permutation). Collective."""
    ranks = (ctypes.c_int * reordered.Get_size())()
    _call("tm_permutation", _handle(reordered), ranks)
    return list(ranks)


def redistribute(before, reordered, mine):
    """What the process that had this one's new rank in `before` gives as `mine` (tm_redistribute). Collective.

    `mine` is anything that pickle takes, or a contiguous NumPy array, which comes back with its shape and type.
    """
    moved = _redistribute_bytes(before, reordered, _packed(mine))
    return _unpacked(moved)


def _packed(mine):
    import pickle
    buffers = []
    head = pickle.dumps(mine, protocol=5, buffer_callback=buffers.append)
    parts = [head] + [buffer.raw() for buffer in buffers]
    sizes = b"".join(memoryview(part).nbytes.to_bytes(8, "little") for part in parts)
    return b"".join([len(parts).to_bytes(8, "little"), sizes, *parts])


def _unpacked(moved):
    import pickle
    view = memoryview(moved)
    count = int.from_bytes(view[:8], "little")
    begin, parts = 8 * (count + 1), []
    for part in range(count):
        size = int.from_bytes(view[8 * (part + 1):8 * (part + 2)], "little")
        parts.append(view[begin:begin + size])
        begin += size
    return pickle.loads(parts[0], buffers=[bytearray(part) for part in parts[1:]])


def _redistribute_bytes(before, reordered, mine):
    byte = _handle(_mpi().BYTE)
    size, incoming = ctypes.c_longlong(len(mine)), ctypes.c_longlong()
    truncated = _mpi().ERR_TRUNCATE

    def call(room, capacity):
        return _library.tm_redistribute(_handle(before), _handle(reordered), ctypes.c_char_p(mine), size, byte, room,
                                        ctypes.c_longlong(capacity), ctypes.byref(incoming))

    code = call(None, 0)  # asks for the sizes
    room = ctypes.create_string_buffer(max(1, incoming.value))
    if code == truncated:
        code = call(room, incoming.value)
    if code != 0:
        raise Error("tm_redistribute", code)
    return room.raw[:incoming.value]


def monitor_start():
    """Counts again what was switched off by monitor_stop()."""
    _call("tm_monitor_start")


def monitor_stop():
    """Counts nothing until monitor_start()."""
    _call("tm_monitor_stop")


def monitor_reset():
    """Forgets what was counted so far."""
    _call("tm_monitor_reset")


def phase(name):
    """What is counted from here on belongs to the phase of that name; an empty one leads back to the first."""
    _call("tm_phase", name.encode())

"""TopoMorph for mpi4py programs: the functions of topomorph.h over mpi4py's communicators.

    import topomorph                 # before mpi4py, so that messages are counted from MPI_Init on
    from mpi4py import MPI
    world = topomorph.reorder(MPI.COMM_WORLD)
    cells = topomorph.redistribute(MPI.COMM_WORLD, world, cells)
    world.Free()

If the library is preloaded (`topomorph run`, `topomorph profile`, `topomorph auto`), the order of the imports does not matter.
TOPOMORPH_LIBRARY names another libtopomorph.so than the one that was installed with this file.

What topomorph.h says of each function holds here too: what it means, whether it is collective, when and from which threads it may be
called. Functions raise topomorph.Error where their C counterpart returns an error class. Communicators that they return belong to the
caller.
"""
import ctypes
import os
from pathlib import Path

__all__ = ["Error", "monitor_reset", "monitor_start", "monitor_stop", "permutation", "phase", "redistribute", "reorder", "version",
           "version_string"]
__version__ = "@PROJECT_VERSION@"


class Error(RuntimeError):
    """Raised if a function of topomorph.h fails; `code` is the MPI error class."""

    def __init__(self, function, code):
        super().__init__(f"{function}: MPI error class {code}")
        self.code = code


def _load():
    """Returns the library that is loaded already; else loads the installed one, in front of the MPI library that mpi4py will load."""
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
    """Returns the C type of handles: pointers or integers, depending on the MPI library. mpi4py knows their size."""
    mpi = _mpi()
    return {4: ctypes.c_int, 8: ctypes.c_void_p}[mpi._sizeof(mpi.Comm)]


def _handle(thing):
    return _handle_type().from_address(_mpi()._addressof(thing))


def _call(name, *arguments):
    code = getattr(_library, name)(*arguments)
    if code != 0:
        raise Error(name, code)


def reorder(comm):
    """Returns an intracommunicator of the same processes in an order that suits the machine (tm_reorder). Collective.

    The order is kept if nothing better is found or anything fails. The caller frees the communicator with Free().
    """
    reordered = _mpi().Intracomm()
    _call("tm_reorder", _handle(comm), ctypes.byref(_handle(reordered)))
    return reordered


def permutation(reordered):
    """Returns a list: element i is the rank in `reordered` of the process that had rank i before (tm_permutation). Collective."""
    ranks = (ctypes.c_int * reordered.Get_size())()
    _call("tm_permutation", _handle(reordered), ranks)
    return list(ranks)


def redistribute(before, reordered, mine):
    """Moves the data of each role to the process that has the role now (tm_redistribute). Collective.

    Each process passes the data of its rank in `before` as `mine` and gets the data of its rank in `reordered`. The data are anything
    that pickle takes; a contiguous NumPy array arrives with its shape and type.
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
    """Starts counting messages again after monitor_stop() (tm_monitor_start). Local."""
    _call("tm_monitor_start")


def monitor_stop():
    """Stops counting messages until monitor_start() (tm_monitor_stop). Local."""
    _call("tm_monitor_stop")


def monitor_reset():
    """Forgets what this process has counted, so that reorder() decides by what follows (tm_monitor_reset). Local."""
    _call("tm_monitor_reset")


def phase(name):
    """Counts under this name from now on; an empty name leads back to the first phase (tm_phase). Local."""
    _call("tm_phase", name.encode())


def version():
    """Returns the version of the loaded library as a tuple of three numbers (tm_version). Local."""
    numbers = [ctypes.c_int() for _ in range(3)]
    _call("tm_version", *(ctypes.byref(number) for number in numbers))
    return tuple(number.value for number in numbers)


def version_string():
    """Returns the version of the loaded library as text, such as "1.2.3" (tm_version_string). Local."""
    _library.tm_version_string.restype = ctypes.c_char_p
    return _library.tm_version_string().decode()

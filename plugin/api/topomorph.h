/* TopoMorph in the source: reorder ranks while the program runs, from what was measured so far.
 *
 * Link with -ltopomorph (mpicc app.c -I PREFIX/include -L PREFIX/lib -Wl,-rpath,PREFIX/lib -ltopomorph), before or
 * after the MPI library's wrapper compiler adds its own; what the program sends is then counted from MPI_Init on.
 * Fortran programs `use topomorph` and link -ltopomorph_fortran -ltopomorph. All functions may be called between
 * MPI_Init and MPI_Finalize (outside, those with a communicator return MPI_ERR_COMM) and return MPI_SUCCESS or an MPI
 * error class; none of them calls an error handler: a communicator that was freed is MPI_ERR_COMM too, as far as MPI
 * can still tell. Nothing here ever stops a program that would have run without it: where an order cannot be improved,
 * tm_reorder() gives the old order and says why in one line on stderr (TOPOMORPH_QUIET=1 silences it).
 */
#ifndef TOPOMORPH_H
#define TOPOMORPH_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/** Version of this interface: raised when a function changes, not when one is added. */
#define TOPOMORPH_API_VERSION 1

/** \brief Makes a communicator of the same processes in an order that suits the machine.
 *
 * Collective over \p comm, an intracommunicator. Maps the traffic between the processes of \p comm, as counted since
 * MPI_Init or the last tm_monitor_reset(), to the places where they run, and splits. Rank 0 stays with the process that
 * has it.
 *
 * A process that has rank r in \p newcomm should do from now on what rank r of \p comm did: see tm_redistribute() for
 * its data.
 *
 * The new order must save TOPOMORPH_MIN_GAIN percent (default 5) of the predicted communication time; else, and
 * whenever something fails, \p newcomm has the order of \p comm and MPI_SUCCESS is returned. Attributes of \p comm are
 * not copied, its error handler is. A grid or graph that is attached to \p comm goes along with the ranks: who has rank
 * r in \p newcomm is at the place, and has the neighbours, that rank r had.
 *
 * \param newcomm receives the communicator; the caller frees it with MPI_Comm_free().
 * \return MPI_ERR_COMM for a null communicator or an intercommunicator, MPI_ERR_ARG for a null pointer (on every
 * process that passes them, without communication), else MPI_SUCCESS.
 */
int tm_reorder(MPI_Comm comm, MPI_Comm* newcomm);

/** \brief Tells for every process which rank it has now.
 *
 * Collective over \p newcomm, which is a communicator from tm_reorder(), a duplicate of one, or MPI_COMM_WORLD (which
 * `topomorph run` reorders too).
 *
 * \param ranks receives as many numbers as \p newcomm has processes: ranks[i] is the rank in \p newcomm of the process
 * that had rank i in the communicator given to tm_reorder() (for MPI_COMM_WORLD: of the i-th process that the launcher
 * started). The identity means that the order was kept. \return MPI_ERR_COMM for any other communicator, MPI_ERR_ARG
 * for a null pointer.
 */
int tm_permutation(MPI_Comm newcomm, int ranks[]);

/** \brief Moves each role's data to the process that has the role now.
 *
 * Collective over \p newcomm. The process that had rank r in \p oldcomm gives what it has in \p sendbuf; the process
 * that has rank r in \p newcomm receives it. Counts may differ from process to process, and may be 0. Both
 * communicators have the same processes, normally \p oldcomm was given to tm_reorder() and \p newcomm came from it.
 *
 * \param sendcount    elements of \p type in \p sendbuf (64 bits: more than 2^31 are split into several messages).
 * \param type         the same, or one with the same signature, on all processes.
 * \param recvbuf      must not overlap with \p sendbuf.
 * \param recvcapacity elements of \p type that \p recvbuf has room for.
 * \param recvcount    receives the number of elements that come to this process, even if they did not fit.
 * \return MPI_ERR_TRUNCATE on all processes, with no data moved, if on any of them what comes does not fit: make room
 * for *recvcount elements and call again (\p recvcapacity of 0 on all processes asks for the sizes only). MPI_ERR_COMM,
 * MPI_ERR_COUNT, MPI_ERR_TYPE and MPI_ERR_ARG likewise on all processes.
 */
int tm_redistribute(MPI_Comm oldcomm, MPI_Comm newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Datatype type,
                    void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount);

/** \brief Counts from now on (after tm_monitor_stop(), or in mode run, where counting is off at first). Local. */
int tm_monitor_start(void);

/** \brief Counts no more until tm_monitor_start(). Local; messages already sent stay counted. */
int tm_monitor_stop(void);

/** \brief Forgets what this process has counted so far, so that tm_reorder() decides on what comes. Local. */
int tm_monitor_reset(void);

/** \brief Counts under this name from now on, in all threads of the process; \p name becomes a phase of the profile.
 *
 * Local, but phases mean most if all processes enter them at the same point of the program. An empty name leads back to
 * the first phase, "main". \return MPI_ERR_ARG for a null pointer, MPI_ERR_NO_MEM where there is no memory for a new
 * name.
 */
int tm_phase(const char* name);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif

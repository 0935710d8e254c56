/* TopoMorph in the source: reorders ranks while the program runs, from the messages that were measured so far.
 *
 * Example, complete but for the program's own work:
 *
 * \code
 * MPI_Comm world;
 * for (int step = 0; step < 10; ++step) work(MPI_COMM_WORLD);
 * tm_reorder(MPI_COMM_WORLD, &world);
 * for (int step = 10; step < 1000; ++step) work(world);
 * MPI_Comm_free(&world);
 * \endcode
 *
 * Building: link with -ltopomorph (mpicc app.c -I PREFIX/include -L PREFIX/lib -Wl,-rpath,PREFIX/lib
 * -Wl,--no-as-needed -ltopomorph), before or after the libraries that the MPI library's wrapper compiler adds. Without
 * --no-as-needed, which is many compilers' default, a linker leaves out the MPI library: its functions are found in this
 * one. The library then counts what the program sends from MPI_Init on; under `topomorph run` from tm_monitor_start()
 * on, in mode off nothing. C++ programs include topomorph.hpp, Fortran programs `use topomorph` and link
 * -ltopomorph_fortran -ltopomorph, Python programs `import topomorph`.
 *
 * Errors: every function that can fail returns MPI_SUCCESS or an MPI error class. No function calls an error handler.
 * A communicator that has been freed is MPI_ERR_COMM, as far as MPI can still tell. No function stops a program that
 * would have run without the library: if an order cannot be improved, tm_reorder() keeps it and gives the reason in one
 * line on stderr, which TOPOMORPH_QUIET=1 silences.
 *
 * Times: the functions that take a communicator are allowed between MPI_Init and MPI_Finalize; outside of it they
 * return MPI_ERR_COMM. The other functions are allowed at any time.
 *
 * Threads: functions without a communicator may be called from any thread at any time. For functions with a
 * communicator the rules of MPI for collective calls hold: MPI must have been initialized with the level of thread
 * support that the program uses, and two threads must not call on the same communicator at the same time.
 *
 * Ownership: the library keeps no pointer that a program passes. Communicators that it returns belong to the program.
 *
 * Versions: compare tm_api_version() with TOPOMORPH_API_VERSION to find out whether the loaded library is the one that
 * the program was compiled for; tm_version() and tm_version_string() tell the release.
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
 * Collective over \p comm. Maps the traffic between the processes of \p comm to the places where they run, and splits
 * \p comm by the new ranks. The traffic is what was counted since MPI_Init or the last tm_monitor_reset().
 *
 * The process that has rank r in \p newcomm should from now on do what rank r of \p comm did; tm_redistribute() moves
 * the data that it needs. Rank 0 stays with the process that has it.
 *
 * The new order must save TOPOMORPH_MIN_GAIN percent (default 5) of the predicted communication time. Otherwise, and
 * whenever something fails, \p newcomm has the order of \p comm and MPI_SUCCESS is returned; tm_permutation() tells the
 * difference.
 *
 * \p newcomm has the error handler of \p comm, but not its attributes. A virtual topology (grid or graph) that is
 * attached to \p comm moves with the ranks: rank r of \p newcomm has the place and the neighbours of rank r of \p comm.
 * A grid or graph that the program makes of \p newcomm, or of a duplicate, with reorder=1 may change the ranks again;
 * TOPOMORPH_REORDER_TOPOLOGIES=0 keeps them.
 *
 * \param comm an intracommunicator.
 *
 * \param newcomm receives the communicator. The caller frees it with MPI_Comm_free().
 *
 * \return MPI_SUCCESS; MPI_ERR_COMM for a null communicator or an intercommunicator; MPI_ERR_ARG for a null pointer.
 * Processes that pass such arguments return without communication.
 *
 * \code
 * MPI_Comm world;
 * if (tm_reorder(MPI_COMM_WORLD, &world) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
 * \endcode
 */
int tm_reorder(MPI_Comm comm, MPI_Comm* newcomm);

/** \brief Tells for every process which rank it has now.
 *
 * Collective over \p newcomm. The identity means that the order was kept.
 *
 * \param newcomm a communicator from tm_reorder(), a duplicate of one, or MPI_COMM_WORLD, which `topomorph run`
 * reorders too.
 *
 * \param ranks receives one number for each process of \p newcomm, into memory of the caller. ranks[i] is the rank in
 * \p newcomm of the process that had rank i in the communicator given to tm_reorder(). For MPI_COMM_WORLD, it is that
 * of the i-th process that the launcher started.
 *
 * \return MPI_SUCCESS; MPI_ERR_COMM for any other communicator; MPI_ERR_ARG for a null pointer.
 *
 * \code
 * int* ranks = malloc(size * sizeof *ranks);
 * tm_permutation(world, ranks);
 * printf("the process that was rank 1 is rank %d now\n", ranks[1]);
 * \endcode
 */
int tm_permutation(MPI_Comm newcomm, int ranks[]);

/** \brief Moves the data of each role to the process that has the role now.
 *
 * Collective over \p newcomm. The process that had rank r in \p oldcomm gives what it has in \p sendbuf, and the
 * process that has rank r in \p newcomm receives it. Counts may differ between processes and may be 0.
 *
 * \param oldcomm a communicator of the same processes, normally the one given to tm_reorder().
 *
 * \param newcomm normally the communicator that came from tm_reorder().
 *
 * \param sendbuf the data of this process's old role; only read.
 *
 * \param sendcount elements of \p type in \p sendbuf. More than 2^31 are split into several messages.
 *
 * \param type the same type on all processes, or types of the same signature.
 *
 * \param recvbuf receives the data of this process's new role. Must not overlap with \p sendbuf.
 *
 * \param recvcapacity elements of \p type that \p recvbuf has room for.
 *
 * \param recvcount receives the number of elements that come to this process, even if they do not fit.
 *
 * \return MPI_SUCCESS; MPI_ERR_TRUNCATE if the data of any process do not fit: no data have moved then, and the caller
 * makes room for *recvcount elements and calls again; MPI_ERR_COMM, MPI_ERR_COUNT, MPI_ERR_TYPE or MPI_ERR_ARG for
 * wrong arguments. MPI_ERR_ARG, and MPI_ERR_COMM for a communicator that is none, are returned by the process that
 * passes them without communication; all other results are the same on all processes.
 *
 * A \p recvcapacity of 0 on all processes asks for the sizes alone:
 *
 * \code
 * MPI_Count coming = 0;
 * tm_redistribute(MPI_COMM_WORLD, world, mine, count, MPI_DOUBLE, NULL, 0, &coming);
 * double* moved = malloc(coming * sizeof *moved);
 * tm_redistribute(MPI_COMM_WORLD, world, mine, count, MPI_DOUBLE, moved, coming, &coming);
 * \endcode
 */
int tm_redistribute(MPI_Comm oldcomm, MPI_Comm newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Datatype type,
                    void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount);

/** \brief Starts counting messages, after tm_monitor_stop() or in mode run, where counting is off at first.
 *
 * Local. Applies to all threads of the process. Does nothing before MPI_Init and after MPI_Finalize.
 *
 * \return MPI_SUCCESS.
 *
 * \code
 * tm_monitor_stop();
 * read_input();
 * tm_monitor_start();
 * \endcode
 */
int tm_monitor_start(void);

/** \brief Stops counting messages until tm_monitor_start().
 *
 * Local. Applies to all threads of the process. Messages that were counted stay counted.
 *
 * \return MPI_SUCCESS.
 *
 * \code
 * tm_monitor_stop();
 * write_checkpoint();
 * tm_monitor_start();
 * \endcode
 */
int tm_monitor_stop(void);

/** \brief Forgets what this process has counted, so that tm_reorder() decides by what follows.
 *
 * Local. Applies to all threads of the process. Calls that other threads make at the same time may or may not be
 * forgotten.
 *
 * \return MPI_SUCCESS.
 *
 * \code
 * set_up(MPI_COMM_WORLD);
 * tm_monitor_reset();
 * work(MPI_COMM_WORLD);
 * tm_reorder(MPI_COMM_WORLD, &world);
 * \endcode
 */
int tm_monitor_reset(void);

/** \brief Counts under a name from now on, in all threads of the process.
 *
 * Local. The name becomes a phase of the profile. Phases mean most if all processes enter them at the same point of the
 * program. A name that was used before continues its phase.
 *
 * \param name the name, which is copied. An empty name leads back to the first phase, "main". Control characters become
 * blanks. After 4096 names, new ones count as "(more phases)".
 *
 * \return MPI_SUCCESS; MPI_ERR_ARG for a null pointer; MPI_ERR_NO_MEM if there is no memory for a new name.
 *
 * \code
 * tm_phase("halo exchange");
 * exchange_halos();
 * tm_phase("");
 * \endcode
 */
int tm_phase(const char* name);

/** \brief Tells the version of the loaded library.
 *
 * Local.
 *
 * \param major receives the first number of the version, as in 1.2.3; may be null, as the others may.
 *
 * \param minor receives the second number.
 *
 * \param patch receives the third number.
 *
 * \return MPI_SUCCESS.
 *
 * \code
 * int major, minor;
 * tm_version(&major, &minor, NULL);
 * \endcode
 */
int tm_version(int* major, int* minor, int* patch);

/** \brief Tells the version of the loaded library as text.
 *
 * Local.
 *
 * \return The text, such as "1.2.3". It belongs to the library and stays valid until the process ends.
 *
 * \code
 * printf("TopoMorph %s\n", tm_version_string());
 * \endcode
 */
const char* tm_version_string(void);

/** \brief Tells the version of the interface that the loaded library has.
 *
 * Local.
 *
 * \return The TOPOMORPH_API_VERSION that the library was built with.
 *
 * \code
 * if (tm_api_version() != TOPOMORPH_API_VERSION) fprintf(stderr, "libtopomorph.so does not match topomorph.h\n");
 * \endcode
 */
int tm_api_version(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif

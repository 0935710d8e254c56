/* Opens its file of data under the number of standard error: data_file FILE given|closed. `closed`: closes it itself.
 */
#include <fcntl.h>
#include <mpi.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (strcmp(argv[2], "closed") == 0) close(STDERR_FILENO);
  const int file = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file != STDERR_FILENO || write(file, "data\n", 5) != 5) return 9;
  MPI_Init(&argc, &argv);
  return MPI_Finalize();
}

/*
 * Makes every sync to disk take SYNC_US microseconds longer, as on a disk that has to write before it answers. The
 * wait takes no CPU time, and the real sync still happens.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait_for_disk(void) {
  struct timespec left = {SYNC_US / 1000000, (SYNC_US % 1000000) * 1000L};
  while (nanosleep(&left, &left) != 0) {
  }
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(fd);
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(fd);
}

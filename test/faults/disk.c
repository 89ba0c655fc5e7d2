/*
 * Stands between a program and the files of one folder: a disk that fails on command, and that can lose its power.
 *
 * LANYARD_TEST_DISK_FOLDER   the folder
 * LANYARD_TEST_DISK_CONTROL  a file that holds struct control; the test writes it while the program runs
 * LANYARD_TEST_DISK_JOURNAL  gets a struct record for every write, truncation and sync
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* How many calls fail, a negative number for all. */
struct control {
  int32_t full;      /* writes, with ENOSPC */
  int32_t read_only; /* writes and opens for writing, with EROFS */
  int32_t bad_writes, bad_reads, bad_syncs, bad_opens; /* with EIO */
  int32_t sync_us;   /* how much longer a sync takes */
  int32_t injected;  /* how many calls have failed on command */
};

enum kind { WRITE = 1, TRUNCATE = 2, SYNC = 3 };

/* The bytes that were there follow, then the bytes that replace them. */
struct record {
  uint32_t kind;
  char name[76];
  uint64_t offset, old_size, old_length, new_length;
};

static const char *folder, *real_folder;
static struct control no_faults;
static volatile struct control *control = &no_faults;
static int journal = -1;
static pthread_mutex_t in_order = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_pread)(int, void *, size_t, off64_t);
static int (*real_truncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_open)(const char *, int, ...);

static void find(void *function, const char *name) { *(void **)function = dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  find(&real_write, "write");
  find(&real_pwrite, "pwrite64");
  find(&real_read, "read");
  find(&real_pread, "pread64");
  find(&real_truncate, "ftruncate64");
  find(&real_fsync, "fsync");
  find(&real_fdatasync, "fdatasync");
  find(&real_open, "open64");
  const char *shared = getenv("LANYARD_TEST_DISK_CONTROL");
  int fd = shared == NULL ? -1 : real_open(shared, O_RDWR | O_CLOEXEC);
  void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof no_faults, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) control = map;
  const char *kept = getenv("LANYARD_TEST_DISK_JOURNAL");
  if (kept != NULL) journal = real_open(kept, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  folder = getenv("LANYARD_TEST_DISK_FOLDER");
  if (folder != NULL) real_folder = realpath(folder, NULL);
}

static const char *name_in(const char *parent, const char *path) {
  size_t length = parent == NULL ? 0 : strlen(parent);
  return length > 0 && strncmp(path, parent, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* The name that an open file has in the folder; NULL for any other file. */
static const char *name_of(int fd) {
  static __thread char path[4096];
  char link[40];
  if (real_folder == NULL) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  return name_in(real_folder, path);
}

static int fails(volatile int32_t *count, int error) {
  if (*count == 0) return 0;
  if (*count > 0) __sync_fetch_and_sub(count, 1);
  __sync_fetch_and_add(&control->injected, 1);
  errno = error;
  return 1;
}

static int refuses_write(void) {
  return fails(&control->full, ENOSPC) || fails(&control->read_only, EROFS) || fails(&control->bad_writes, EIO);
}

/* Called before the change: a program that is killed in between has changed nothing. */
static void note(struct record record, const char *name, int fd, const void *bytes) {
  struct stat stat;
  char *old = NULL;
  if (journal < 0) return;
  strncpy(record.name, name, sizeof record.name - 1);
  if (record.kind != SYNC && fstat(fd, &stat) == 0) {
    uint64_t size = record.old_size = (uint64_t)stat.st_size;
    uint64_t behind = size > record.offset ? size - record.offset : 0;
    uint64_t lost = record.kind == TRUNCATE || behind < record.new_length ? behind : record.new_length;
    old = malloc(lost + 1);
    ssize_t got = real_pread(fd, old, lost, (off64_t)record.offset);
    record.old_length = got > 0 ? (uint64_t)got : 0;
  }
  struct iovec parts[] = {{&record, sizeof record}, {old, record.old_length}, {(void *)bytes, record.new_length}};
  (void)!writev(journal, parts, 3);
  free(old);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  const char *name = name_of(fd);
  if (name == NULL) return real_pwrite(fd, bytes, length, offset);
  if (refuses_write()) return -1;
  pthread_mutex_lock(&in_order);
  note((struct record){.kind = WRITE, .offset = (uint64_t)offset, .new_length = length}, name, fd, bytes);
  ssize_t written = real_pwrite(fd, bytes, length, offset);
  pthread_mutex_unlock(&in_order);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length) {
  const char *name = name_of(fd);
  if (name == NULL) return real_write(fd, bytes, length);
  if (refuses_write()) return -1;
  uint64_t offset = (uint64_t)lseek64(fd, 0, SEEK_CUR);
  pthread_mutex_lock(&in_order);
  note((struct record){.kind = WRITE, .offset = offset, .new_length = length}, name, fd, bytes);
  ssize_t written = real_write(fd, bytes, length);
  pthread_mutex_unlock(&in_order);
  return written;
}

int ftruncate64(int fd, off64_t size) {
  const char *name = name_of(fd);
  if (name == NULL) return real_truncate(fd, size);
  if (refuses_write()) return -1;
  pthread_mutex_lock(&in_order);
  note((struct record){.kind = TRUNCATE, .offset = (uint64_t)size}, name, fd, NULL);
  int result = real_truncate(fd, size);
  pthread_mutex_unlock(&in_order);
  return result;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int sync_file(int fd, int (*real)(int)) {
  const char *name = name_of(fd);
  if (name == NULL) return real(fd);
  if (control->sync_us > 0) {
    struct timespec left = {control->sync_us / 1000000, (control->sync_us % 1000000) * 1000L};
    while (nanosleep(&left, &left) != 0) {
    }
  }
  if (fails(&control->bad_syncs, EIO)) return -1;
  int result = real(fd);
  if (result == 0) note((struct record){.kind = SYNC}, name, fd, NULL);
  return result;
}

int fsync(int fd) { return sync_file(fd, real_fsync); }

int fdatasync(int fd) { return sync_file(fd, real_fdatasync); }

ssize_t read(int fd, void *bytes, size_t length) {
  int failing = control->bad_reads != 0 && name_of(fd) != NULL && fails(&control->bad_reads, EIO);
  return failing ? -1 : real_read(fd, bytes, length);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
  int failing = control->bad_reads != 0 && name_of(fd) != NULL && fails(&control->bad_reads, EIO);
  return failing ? -1 : real_pread(fd, bytes, length, offset);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) { return pread64(fd, bytes, length, offset); }

int open64(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (name_in(folder, path) != NULL) {
    if (fails(&control->bad_opens, EIO)) return -1;
    if ((flags & O_ACCMODE) != O_RDONLY && fails(&control->read_only, EROFS)) return -1;
  }
  return real_open(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  return open64(path, flags, mode);
}

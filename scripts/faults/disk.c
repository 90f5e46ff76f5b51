/*
 * Runs a program and stands between it and the disk, for Linux on x86-64:
 *
 *   disk FOLDER REPORT [--fail N ERRNO | --short N | --record FILE] -- PROGRAM ARGUMENT...
 *
 * Calls that change FOLDER or what is below it, or open something there, are counted. `--fail` lets the N-th of them fail with
 * ERRNO (a number), `--short` lets the N-th, if it is a write, write half of what it was given. REPORT gets a line for the
 * call that was met ("write daybook.db-wal") and at the end "total N". `--record` writes down every call that succeeded
 * (see `write_down`). Syncs only count: they are answered at once, since no power goes here.
 *
 * Bun makes some calls through libc (fsync, rename, SQLite's) and some without it (openat, most of write), so a library
 * in LD_PRELOAD would miss those; seccomp and ptrace see each of them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS_MAX 4096

/* How a call names its file: by a descriptor, or by a path that may begin at another descriptor's folder. */
enum naming { BY_FD, BY_PATH, BY_PATH_AT };
enum act { WRITE, SYNC, RENAME, LINK, UNLINK, OPEN, MKDIR, RMDIR, TRUNCATE, COPY };

static const char *const act_names[] = {"write", "sync",  "rename", "link",     "unlink",
                                        "open",  "mkdir", "rmdir",  "truncate", "copy"};

/* `file` and `to`: which arguments name the file, and the second name that a rename or a link gives (0: none). */
static const struct call {
  int nr;
  enum act act;
  enum naming naming;
  int file, to;
} calls[] = {
    {SYS_write, WRITE, BY_FD, 0, 0},
    {SYS_pwrite64, WRITE, BY_FD, 0, 0},
    {SYS_writev, WRITE, BY_FD, 0, 0},
    {SYS_pwritev, WRITE, BY_FD, 0, 0},
    {SYS_copy_file_range, COPY, BY_FD, 2, 0},
    {SYS_sendfile, COPY, BY_FD, 0, 0},
    {SYS_fsync, SYNC, BY_FD, 0, 0},
    {SYS_fdatasync, SYNC, BY_FD, 0, 0},
    {SYS_ftruncate, TRUNCATE, BY_FD, 0, 0},
    {SYS_fallocate, TRUNCATE, BY_FD, 0, 0},
    {SYS_truncate, TRUNCATE, BY_PATH, 0, 0},
    {SYS_rename, RENAME, BY_PATH, 0, 1},
    {SYS_renameat, RENAME, BY_PATH_AT, 1, 3},
    {SYS_renameat2, RENAME, BY_PATH_AT, 1, 3},
    {SYS_link, LINK, BY_PATH, 0, 1},
    {SYS_linkat, LINK, BY_PATH_AT, 1, 3},
    {SYS_unlink, UNLINK, BY_PATH, 0, 0},
    {SYS_unlinkat, UNLINK, BY_PATH_AT, 1, 0},
    {SYS_rmdir, RMDIR, BY_PATH, 0, 0},
    {SYS_open, OPEN, BY_PATH, 0, 0},
    {SYS_creat, OPEN, BY_PATH, 0, 0},
    {SYS_openat, OPEN, BY_PATH_AT, 1, 0},
    {SYS_openat2, OPEN, BY_PATH_AT, 1, 0},
    {SYS_mkdir, MKDIR, BY_PATH, 0, 0},
    {SYS_mkdirat, MKDIR, BY_PATH_AT, 1, 0},
};
#define CALLS (sizeof calls / sizeof *calls)

static const char *folder;
static FILE *report, *record;
static long fail_at, short_at, counted;
static int fail_with;
static pid_t program;

static void fail(const char *what) {
  perror(what);
  exit(99);
}

/* Lets everything pass but the calls of the table, at which the program stops. */
static void install_filter(void) {
  struct sock_filter filter[CALLS + 6];
  size_t n = 0;
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < CALLS; i++) {
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].nr, CALLS - i, 0);
  }
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog all = {.len = n, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs");
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) != 0) fail("seccomp");
}

static const struct call *call_of(long nr) {
  for (size_t i = 0; i < CALLS; i++) {
    if (calls[i].nr == nr) return &calls[i];
  }
  return NULL;
}

static long argument(const struct user_regs_struct *regs, int n) {
  const long all[] = {regs->rdi, regs->rsi, regs->rdx, regs->r10, regs->r8, regs->r9};
  return all[n];
}

static size_t read_memory(pid_t pid, long from, void *to, size_t size) {
  struct iovec here = {to, size}, there = {(void *)from, size};
  ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
  return got < 0 ? 0 : got;
}

/* A path ends somewhere on its page, and the next page may not be there. */
static void read_path(pid_t pid, long from, char path[PATH_MAX]) {
  size_t got = 0;
  while (got < PATH_MAX - 1) {
    size_t rest = 4096 - (from + got) % 4096;
    if (rest > PATH_MAX - 1 - got) rest = PATH_MAX - 1 - got;
    size_t more = read_memory(pid, from + got, path + got, rest);
    if (more == 0) break;
    got += more;
    if (memchr(path, 0, got)) return;
  }
  path[got] = 0;
}

static void read_link(char path[PATH_MAX], pid_t pid, const char *format, int fd) {
  char link[64];
  snprintf(link, sizeof link, format, pid, fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

/* The file that an argument names, in full. */
static void name_file(pid_t pid, const struct user_regs_struct *regs, const struct call *call, int n,
                      char path[PATH_MAX]) {
  if (call->naming == BY_FD) return read_link(path, pid, "/proc/%d/fd/%d", argument(regs, n));
  char given[PATH_MAX];
  read_path(pid, argument(regs, n), given);
  path[0] = 0;
  if (given[0] != '/') {
    int at = call->naming == BY_PATH_AT ? (int)argument(regs, n - 1) : AT_FDCWD;
    read_link(path, pid, at == AT_FDCWD ? "/proc/%d/cwd" : "/proc/%d/fd/%d", at);
    strncat(path, "/", PATH_MAX - strlen(path) - 1);
  }
  strncat(path, given, PATH_MAX - strlen(path) - 1);
}

/* What stands behind the folder's name, "." for itself; NULL for a file that is elsewhere. */
static const char *below_folder(const char *path) {
  size_t length = strlen(folder);
  if (strncmp(path, folder, length) != 0) return NULL;
  if (path[length] == 0) return ".";
  return path[length] == '/' ? path + length + 1 : NULL;
}

static long flags_of(pid_t pid, const struct user_regs_struct *regs) {
  if (regs->orig_rax == SYS_creat) return O_CREAT | O_TRUNC;
  if (regs->orig_rax == SYS_open) return argument(regs, 1);
  long flags = argument(regs, 2);
  if (regs->orig_rax == SYS_openat2) read_memory(pid, argument(regs, 2), &flags, sizeof flags);
  return flags;
}

/* Where a write began that has ended: at its own offset, or before the place that its descriptor has reached. */
static long long offset_of(pid_t pid, const struct user_regs_struct *regs, long long written) {
  if (regs->orig_rax == SYS_pwrite64) return argument(regs, 3);
  char name[64], line[128];
  long long position = 0;
  snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", pid, (int)argument(regs, 0));
  FILE *info = fopen(name, "r");
  while (info && fgets(line, sizeof line, info)) sscanf(line, "pos: %lld", &position);
  if (info) fclose(info);
  return position - written;
}

/*
 * One line a call that has ended: act, number (a write's offset, a new length, the flags that make or empty a file), how
 * many bytes were written, path, second path; tab-separated. A write's bytes follow its line. All of it is written out
 * before the program goes on, so whoever the program has answered finds here what was done before.
 */
static void write_down(pid_t pid, const struct user_regs_struct *regs, const struct call *call, const char *path,
                       long result) {
  // Room that is made for a file says nothing of what is in it.
  if (regs->orig_rax == SYS_fallocate) return;
  int is_plain = regs->orig_rax == SYS_write || regs->orig_rax == SYS_pwrite64;
  if (call->act == COPY || (call->act == WRITE && !is_plain)) fail("a call that cannot be recorded");
  char to[PATH_MAX] = "";
  if (call->to > 0) name_file(pid, regs, call, call->to, to);
  const char *to_below = below_folder(to);
  long long number = 0, size = 0;
  if (call->act == OPEN) number = flags_of(pid, regs) & (O_CREAT | O_TRUNC);
  if (call->act == TRUNCATE) number = argument(regs, 1);
  if (call->act == WRITE) number = offset_of(pid, regs, size = result);
  fprintf(record, "%s\t%lld\t%lld\t%s\t%s\n", act_names[call->act], number, size, path, to_below ? to_below : "");
  char *data = malloc(size + 1);
  if (read_memory(pid, argument(regs, 1), data, size) != (size_t)size) fail("the program's memory");
  fwrite(data, 1, size, record);
  free(data);
  if (fflush(record) != 0) fail("the record");
}

/* The call is not made: the program is told `result`. */
static void answer(pid_t pid, struct user_regs_struct *regs, long result) {
  regs->orig_rax = -1;
  regs->rax = result;
  ptrace(PTRACE_SETREGS, pid, 0, regs);
}

static void tell(const struct call *call, const char *path) {
  fprintf(report, "%s %s\n", act_names[call->act], path);
  fflush(report);
}

/* Judges a call that is about to be made. True when its end is waited for. */
static int meet_call(pid_t pid, struct user_regs_struct *regs, const struct call *call, const char *path) {
  counted++;
  if (counted == fail_at) {
    tell(call, path);
    answer(pid, regs, -fail_with);
    return 0;
  }
  if (counted == short_at && call->act == WRITE && call->nr != SYS_writev && call->nr != SYS_pwritev) {
    tell(call, path);
    regs->rdx = (regs->rdx + 1) / 2;
    ptrace(PTRACE_SETREGS, pid, 0, regs);
    return 0;
  }
  if (call->act != SYNC) return record != NULL;
  if (record) write_down(pid, regs, call, path, 0);
  answer(pid, regs, 0);
  return 0;
}

/* What a call came with: the kernel may have changed its registers when it ends. */
static struct pending {
  pid_t pid;
  int waits;
  struct user_regs_struct regs;
} threads[THREADS_MAX];

static struct pending *thread_of(pid_t pid, int *is_new) {
  for (int i = 0; i < THREADS_MAX; i++) {
    if (threads[i].pid == pid) return *is_new = 0, &threads[i];
    if (threads[i].pid != 0) continue;
    threads[i] = (struct pending){.pid = pid};
    return *is_new = 1, &threads[i];
  }
  fail("too many threads");
  return NULL;
}

static void at_call(struct pending *thread) {
  char path[PATH_MAX];
  ptrace(PTRACE_GETREGS, thread->pid, 0, &thread->regs);
  const struct call *call = call_of(thread->regs.orig_rax);
  if (call == NULL) return;
  name_file(thread->pid, &thread->regs, call, call->file, path);
  const char *below = below_folder(path);
  if (below) thread->waits = meet_call(thread->pid, &thread->regs, call, below);
}

static void at_end_of_call(struct pending *thread) {
  struct user_regs_struct now;
  char path[PATH_MAX];
  thread->waits = 0;
  ptrace(PTRACE_GETREGS, thread->pid, 0, &now);
  if ((long)now.rax < 0) return;
  const struct call *call = call_of(thread->regs.orig_rax);
  name_file(thread->pid, &thread->regs, call, call->file, path);
  const char *below = below_folder(path);
  if (below) write_down(thread->pid, &thread->regs, call, below, now.rax);
}

/* The program goes on with the signal that it was sent, if any. */
static void at_stop(pid_t pid, int status) {
  int is_new = 0;
  struct pending *thread = thread_of(pid, &is_new);
  int signal = WSTOPSIG(status);
  int event = status >> 16;
  if (event == PTRACE_EVENT_SECCOMP) at_call(thread);
  else if (signal == (SIGTRAP | 0x80)) at_end_of_call(thread);
  int is_ours = event != 0 || signal == (SIGTRAP | 0x80) || (is_new && signal == SIGSTOP);
  ptrace(thread->waits ? PTRACE_SYSCALL : PTRACE_CONT, pid, 0, is_ours ? 0 : signal);
}

static void forget(pid_t pid) {
  for (int i = 0; i < THREADS_MAX && threads[i].pid != 0; i++) {
    if (threads[i].pid == pid) threads[i].pid = -1;
  }
}

static int follow(void) {
  int status, code = 99;
  pid_t pid;
  while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
    if (pid <= 0) continue;
    if (WIFSTOPPED(status)) {
      at_stop(pid, status);
      continue;
    }
    forget(pid);
    if (pid == program) code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  fprintf(report, "total %ld\n", counted);
  fclose(report);
  return code;
}

static void pass_on(int signal) { kill(program, signal); }

static void start(char **command) {
  program = fork();
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    install_filter();
    execvp(command[0], command);
    fail(command[0]);
  }
  int is_new;
  if (waitpid(program, NULL, 0) != program) fail("the program");
  thread_of(program, &is_new);
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
                 PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
  if (ptrace(PTRACE_SETOPTIONS, program, 0, options) != 0) fail("ptrace");
  signal(SIGTERM, pass_on);
  signal(SIGINT, pass_on);
  ptrace(PTRACE_CONT, program, 0, 0);
}

int main(int count, char **arguments) {
  int i = 3;
  if (count < 5) return 98;
  folder = arguments[1];
  report = fopen(arguments[2], "w");
  for (; i < count && strcmp(arguments[i], "--") != 0; i++) {
    if (strcmp(arguments[i], "--fail") == 0) fail_at = atol(arguments[++i]), fail_with = atoi(arguments[++i]);
    else if (strcmp(arguments[i], "--short") == 0) short_at = atol(arguments[++i]);
    else if (strcmp(arguments[i], "--record") == 0) record = fopen(arguments[++i], "w");
  }
  if (!report || i + 1 >= count) return 98;
  start(arguments + i + 1);
  return follow();
}

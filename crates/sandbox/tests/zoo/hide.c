// Hides CPU time as well as it can: its children do the work, their deaths are ignored, each
// lives for a moment, and sleepers slow down whoever looks at all processes.
//
//   hide SLEEPERS MICROSECONDS SECONDS WAY
//
// WAY is 0 for children whose deaths are ignored (SIG_IGN), 1 for SA_NOCLDWAIT, 2 for
// grandchildren whose parents die first, 3 for children that signal nothing when they die, 4 for
// children as 0 that a spy warns when the process that looks at them has woken up.
// Prints the seconds that all of them have used by their own clocks.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// What all processes share: the time that they have used, and when the watcher last woke up.
struct shared {
    _Atomic long long used, woken;
};

static void work(long long nanoseconds, struct shared *shared) {
    long long woken = atomic_load(&shared->woken);
    while (now(CLOCK_PROCESS_CPUTIME_ID) < nanoseconds && atomic_load(&shared->woken) == woken) {
    }
    atomic_fetch_add(&shared->used, now(CLOCK_PROCESS_CPUTIME_ID));
    _exit(0);
}

// Watches the watcher, the parent of all, as far as it can be seen.
static void spy(pid_t watcher, long long wanted, struct shared *shared) {
    char name[64], text[512];
    snprintf(name, sizeof name, "/proc/%d/stat", watcher);
    int file = open(name, O_RDONLY);
    ssize_t length = 1;
    while (file >= 0 && length > 0 && atomic_load(&shared->used) < wanted) {
        length = pread(file, text, sizeof text - 1, 0);
        text[length > 0 ? length : 0] = 0;
        char *state = strrchr(text, ')');
        if (state && state[2] == 'R') {
            atomic_store(&shared->woken, now(CLOCK_MONOTONIC));
        }
    }
    atomic_fetch_add(&shared->used, now(CLOCK_PROCESS_CPUTIME_ID));
    _exit(0);
}

int main(int count, char **arguments) {
    if (count < 5) {
        return 2;
    }
    int sleepers = atoi(arguments[1]), way = atoi(arguments[4]);
    long long life = atoll(arguments[2]) * 1000, wanted = atof(arguments[3]) * 1e9;
    // It stops by itself.
    alarm(120);
    struct shared *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = way == 0 || way == 4 ? SIG_IGN : SIG_DFL;
    action.sa_flags = way == 1 ? SA_NOCLDWAIT : 0;
    sigaction(SIGCHLD, &action, NULL);
    for (int number = 0; number < sleepers; number++) {
        if (fork() == 0) {
            alarm(120);
            pause();
            _exit(0);
        }
    }
    pid_t watcher = getppid();
    if (way == 4 && fork() == 0) {
        spy(watcher, wanted, shared);
    }
    while (atomic_load(&shared->used) < wanted) {
        pid_t child;
        if (now(CLOCK_MONOTONIC) - atomic_load(&shared->woken) < 300000) {
            sched_yield();
            continue;
        }
        if (way == 3) {
            child = syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
        } else {
            child = fork();
        }
        if (child == 0) {
            if (way == 2 && fork() != 0) {
                _exit(0);
            }
            work(life, shared);
        }
        if (child < 0) {
            // Too many that nobody has waited for.
            while (waitpid(-1, NULL, WNOHANG | __WALL) > 0) {
            }
            usleep(100);
        }
    }
    printf("%.6f\n", (atomic_load(&shared->used) + now(CLOCK_PROCESS_CPUTIME_ID)) / 1e9);
    fflush(stdout);
    return 0;
}

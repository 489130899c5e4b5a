// Hides CPU time as well as it can: its children do the work, their deaths are ignored, each
// lives for a moment, and sleepers slow down whoever looks at all processes.
//
//   hide SLEEPERS MICROSECONDS SECONDS WAY
//
// WAY is 0 for children whose deaths are ignored (SIG_IGN), 1 for SA_NOCLDWAIT, 2 for
// grandchildren whose parents die first, 3 for children that signal nothing when they die.
// Prints the seconds that all of them have used by their own clocks.
#define _GNU_SOURCE
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

static void work(long long nanoseconds, _Atomic long long *used) {
    while (now(CLOCK_PROCESS_CPUTIME_ID) < nanoseconds) {
    }
    atomic_fetch_add(used, now(CLOCK_PROCESS_CPUTIME_ID));
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
    _Atomic long long *used = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = way == 0 ? SIG_IGN : SIG_DFL;
    action.sa_flags = way == 1 ? SA_NOCLDWAIT : 0;
    sigaction(SIGCHLD, &action, NULL);
    for (int number = 0; number < sleepers; number++) {
        if (fork() == 0) {
            alarm(120);
            pause();
            _exit(0);
        }
    }
    while (atomic_load(used) < wanted) {
        pid_t child;
        if (way == 3) {
            child = syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
        } else {
            child = fork();
        }
        if (child == 0) {
            if (way == 2 && fork() != 0) {
                _exit(0);
            }
            work(life, used);
        }
        if (child < 0) {
            // Too many that nobody has waited for.
            while (waitpid(-1, NULL, WNOHANG | __WALL) > 0) {
            }
            usleep(100);
        }
    }
    printf("%.6f\n", (atomic_load(used) + now(CLOCK_PROCESS_CPUTIME_ID)) / 1e9);
    fflush(stdout);
    return 0;
}

"""Agents that misbehave: `hostile.py BEHAVIOUR MARK [ARGUMENT...]`.

MARK is a word by which the test finds all processes that come of this.

What could harm the machine begins with `only_if_held`, and stops by itself after
BOUND seconds, in all of its processes.
"""

import ctypes
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import time

# What dangerous behaviours stop after by themselves, in seconds.
BOUND = 20.0
BEGUN = time.monotonic()
# What bombs stop at by themselves if nobody stops them.
MOST_FORKS = 1000
MOST_MEGABYTES = 1024


def in_time():
    return time.monotonic() - BEGUN < BOUND


def cannot_signal(pid):
    try:
        os.kill(int(pid), 0)
    except OSError:
        return True
    return False


def only_if_held(outside):
    """Ends the program unless it is held: not root, limited, cut off from others."""
    reasons = []
    if os.getuid() == 0 or os.geteuid() == 0:
        reasons.append("root")
    for name, most in [("NPROC", 5000), ("DATA", 8 << 30), ("FSIZE", 1 << 30)]:
        if not 0 <= resource.getrlimit(getattr(resource, "RLIMIT_" + name))[0] <= most:
            reasons.append("no limit " + name)
    for pid in outside:
        if not cannot_signal(pid):
            reasons.append("can signal " + pid)
    if not outside:
        reasons.append("nobody outside to try with")
    if reasons:
        print("NOT HELD:", ", ".join(reasons), flush=True)
        sys.exit(99)
    signal.alarm(int(BOUND) + 1)


def reply(text="A1\n*\n"):
    with open("output.txt", "w") as file:
        file.write(text)


def spin(seconds):
    """Uses so much CPU time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def attempt(what, action):
    """Tries something and says on stdout whether it worked."""
    try:
        action()
    except BaseException as error:
        print(f"{what}: refused ({type(error).__name__} {error})")
    else:
        print(f"{what}: DONE")


# --- Harmless to others.


def good():
    with open("input.txt") as file:
        assert file.read()
    reply()


def held(*outside):
    only_if_held(outside)
    print("held")


def hang():
    while True:
        signal.pause()


def sleeper():
    time.sleep(1000)


def busy():
    spin(60)


def busy_children():
    for _ in range(2):
        if os.fork() == 0:
            spin(60)
            os._exit(0)
    os.wait()


def worker():
    """A child does the work and is waited for. Prints what it used."""
    if os.fork() == 0:
        spin(0.3)
        os._exit(0)
    os.wait()
    times = os.times()
    print(times.children_user + times.children_system)
    reply()


def hidden_workers(children=250, seconds=0.002):
    """Children do the work, and their deaths are ignored, so that nobody counts their
    time; most are so short-lived that they are never seen. Prints what they used."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # The children leave their time in memory that all of them share.
    used = mmap.mmap(-1, 8)
    used[:] = struct.pack("d", 0)
    for _ in range(children):
        if os.fork() == 0:
            begun = time.process_time()
            spin(seconds)
            used[:] = struct.pack("d", struct.unpack("d", used)[0] + time.process_time() - begun)
            os._exit(0)
        try:
            os.wait()
        except ChildProcessError:
            pass
    print(struct.unpack("d", used)[0])
    reply()


def hidden_worker():
    """As above, with one child that lives for long."""
    hidden_workers(1, 0.5)


def endless_stdout():
    line = b"x" * 65536
    for _ in range(10 * 2**30 // len(line)):
        os.write(1, line)


def deaf():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    sleeper()


def daemon():
    """Leaves a process that has no parent, no session and no ears."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            for descriptor in (0, 1, 2):
                os.close(descriptor)
            time.sleep(1000)
        os._exit(0)
    os.wait()
    reply()


def crash():
    print("about to fall", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)


def fail():
    reply()
    sys.exit(3)


def environment():
    print(sorted(os.environ))
    attempt("environment of the first process", lambda: print(open("/proc/1/environ").read()))
    print("HOME", os.path.realpath(os.environ["HOME"]) == os.getcwd())


def ask_parent():
    attempt("ask the warden", lambda: os.kill(os.getppid(), 0))
    attempt("ask everyone", lambda: os.kill(-1, 0))
    # Itself, as programs do that abort.
    os.kill(os.getpid(), 0)
    os.kill(0, 0)


def descriptors():
    print(sorted(int(name) for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")))


def read_visible(path):
    attempt("read", lambda: open(path).read())
    attempt("write", lambda: open(path, "a"))


def link_output():
    os.symlink("/etc/passwd", "output.txt")


def device_output():
    os.symlink("/dev/zero", "output.txt")


def pipe_output():
    os.mkfifo("output.txt")


def folder_output():
    os.makedirs("output.txt/deep/er")


def hard_link_output():
    with open("other.txt", "w") as file:
        file.write("A1\n*\n")
    os.link("other.txt", "output.txt")


def huge_output():
    with open("output.txt", "w") as file:
        file.truncate(1 << 20)


def change_input():
    os.remove("input.txt")
    os.symlink("/etc/passwd", "input.txt")
    reply()


def delete_folder():
    home = os.getcwd()
    for name in os.listdir("."):
        os.remove(name)
    attempt("its own folder", lambda: os.rmdir(home))


def count_moves():
    moves = int(open("moves.txt").read()) if os.path.exists("moves.txt") else 0
    with open("moves.txt", "w") as file:
        file.write(str(moves + 1))
    reply(f"{moves + 1}\n")


# --- Attempts that a sandbox refuses.


def spy(*paths):
    for path in paths:
        attempt(f"read {os.path.basename(path)}", lambda: os.listdir(path) if os.path.isdir(path) else open(path).read())
        attempt(f"write {os.path.basename(path)}", lambda: open(path + "-spied" if os.path.isdir(path) else path, "a").write("x"))
        attempt(f"remove {os.path.basename(path)}", lambda: os.rmdir(path) if os.path.isdir(path) else os.remove(path))
        attempt(f"truncate {os.path.basename(path)}", lambda: os.truncate(path, 0))


def peek(*paths):
    for path in paths:
        attempt(f"read {path}", lambda: os.listdir(path) if os.path.isdir(path) else open(path).read())


def cheat(*programs):
    for program in (*programs, "/proc/1/exe"):
        attempt(f"run {program}", lambda: subprocess.run([program, "--version"], check=True))


def network(tcp_port, udp_port):
    attempt("tcp", lambda: socket.create_connection(("127.0.0.1", int(tcp_port)), 1))
    udp = lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(udp_port)))
    attempt("udp", udp)
    attempt("tcp6", lambda: socket.create_connection(("::1", int(tcp_port)), 1))
    attempt("raw", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
    attempt("unix", lambda: socket.socket(socket.AF_UNIX).connect("\0fruitrage-test"))


def outside_socket(path):
    """A helper outside that plays the games listens there."""
    kinds = {"stream": socket.SOCK_STREAM, "datagram": socket.SOCK_DGRAM, "packets": socket.SOCK_SEQPACKET}
    for name, kind in kinds.items():
        def end():
            return socket.socketpair(socket.AF_UNIX, kind)[0]

        attempt(f"connect a {name} pair", lambda: end().connect(path))
        attempt(f"send from a {name} pair", lambda: end().sendto(b"x", path))
        attempt(f"send a message from a {name} pair", lambda: end().sendmsg([b"x"], [], 0, path))
        attempt(f"name a {name} pair", lambda: end().bind("own.socket"))
        attempt(f"make a {name} socket", lambda: socket.socket(socket.AF_UNIX, kind).connect(path))
    attempt("enlarge a buffer", lambda: end().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20))


def change_outside(path, pid):
    """Changes what the same user owns, by descriptors and names on which there are no rules."""
    libc = ctypes.CDLL(None, use_errno=True)

    def called(result):
        if result != 0:
            raise OSError(ctypes.get_errno(), "no")

    attempt("fchmod", lambda: os.fchmod(os.open(path, os.O_RDONLY), 0o777))
    attempt("chmod", lambda: os.chmod(path, 0o777))
    attempt("fchown", lambda: os.fchown(os.open(path, os.O_RDONLY), os.getuid(), os.getgid()))
    attempt("fsetxattr", lambda: os.setxattr(os.open(path, os.O_RDONLY), "user.mark", b"x"))
    attempt("setxattr", lambda: os.setxattr(path, "user.mark", b"x"))
    # Answered as if it were done; the test looks whether it was.
    attempt("utime", lambda: os.utime(path, (1, 1)))
    attempt("futime", lambda: os.utime(os.open(path, os.O_RDONLY), (1, 1)))
    # `ioprio_set` of a process: idle
    attempt("ioprio_set", lambda: called(libc.syscall(251, 1, int(pid), 3 << 13)))
    attempt("setpriority", lambda: os.setpriority(os.PRIO_PROCESS, int(pid), 19))


def pool():
    """Locks of processes are files in /dev/shm without a name."""
    import multiprocessing

    with multiprocessing.get_context("fork").Pool(2) as workers:
        assert workers.map(abs, [-1, -2]) == [1, 2]
        time.sleep(0.5)
    reply()


def asks_little():
    """What honest programs do that is close to what is refused."""
    first, second = socket.socketpair()
    first.send(b"x")
    assert second.recv(1) == b"x"
    import asyncio
    import multiprocessing
    import shutil

    async def think():
        await asyncio.sleep(0.01)
        return 7

    assert asyncio.run(think()) == 7
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    worker = context.Process(target=lambda: theirs.send(theirs.recv() + 1))
    worker.start()
    ours.send(6)
    assert ours.recv() == 7
    worker.join()
    shutil.copyfile("input.txt", "copy.txt")
    os.utime("copy.txt")
    subprocess.run(["touch", "touched"], check=True)
    subprocess.run(["sh", "-c", "cp input.txt second.txt; true & true"], check=True)
    os.nice(5)
    signal.getsignal(signal.SIGCHLD)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    mmap.mmap(-1, 1 << 20)
    reply()


def look_around(*outside):
    libc = ctypes.CDLL(None, use_errno=True)

    def traced(pid):
        # PTRACE_ATTACH
        if libc.ptrace(16, int(pid), 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "ptrace")

    for number, pid in enumerate(outside):
        attempt(f"see {number}", lambda: open(f"/proc/{pid}/cmdline").read())
        attempt(f"ask {number}", lambda: os.kill(int(pid), 0))
        attempt(f"trace {number}", lambda: traced(pid))
        attempt(f"limit {number}", lambda: resource.prlimit(int(pid), resource.RLIMIT_CORE, (0, 0)))
    attempt("trace parent", lambda: traced(os.getppid()))
    attempt("memory of parent", lambda: open(f"/proc/{os.getppid()}/mem", "rb"))
    attempt("descriptors of parent", lambda: os.listdir(f"/proc/{os.getppid()}/fd"))
    attempt("new namespace", lambda: subprocess.run(["unshare", "-r", "true"], check=True))
    attempt("shared memory", lambda: libc.shmget(0, 4096, 0o1777) >= 0 or 1 / 0)


# --- Dangerous ones.


def signal_parent(*outside):
    only_if_held(outside)
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        attempt(f"signal {number}", lambda: os.kill(os.getppid(), number))
    time.sleep(0.2)
    reply()


def kill_everyone(*outside):
    only_if_held(outside)
    attempt("kill", lambda: os.kill(-1, signal.SIGKILL))
    reply()


def fork_bomb(*outside):
    only_if_held(outside)
    # Each process marks the forks in memory that all of them share.
    forks = mmap.mmap(-1, 1 << 16)
    while in_time() and sum(forks[:MOST_FORKS]) < MOST_FORKS:
        free = forks.find(b"\0")
        forks[free] = 1
        try:
            if os.fork() == 0:
                signal.alarm(int(BOUND) + 1)
        except OSError:
            time.sleep(0.01)
    while in_time():
        time.sleep(0.01)


def comet(*outside):
    """Never one process for long: each starts the next and ends."""
    only_if_held(outside)
    if os.fork() == 0:
        while in_time():
            if os.fork() != 0:
                os._exit(0)
            os.setsid()
        os._exit(0)
    time.sleep(0.3)
    reply()


def memory_bomb(*outside):
    only_if_held(outside)
    held_memory = []
    while in_time():
        if len(held_memory) < MOST_MEGABYTES // 16:
            held_memory.append(bytearray(b"x" * (16 << 20)))


def shared_memory_bomb(*outside):
    only_if_held(outside)
    held_memory = []
    while in_time():
        if len(held_memory) < MOST_MEGABYTES // 16:
            memory = mmap.mmap(-1, 8 << 20)
            memory.write(b"x" * (8 << 20))
            held_memory.append(memory)


def forgotten_pages(*outside):
    """Fills shared memory and looks away: the pages are nobody's, and stay."""
    only_if_held(outside)
    held_memory = []
    while in_time() and len(held_memory) < MOST_MEGABYTES // 8:
        memory = mmap.mmap(-1, 8 << 20)
        memory.write(b"x" * (8 << 20))
        memory.madvise(mmap.MADV_DONTNEED)
        held_memory.append(memory)
    while in_time():
        time.sleep(0.01)


def large_shared_memory():
    attempt("256 MiB", lambda: mmap.mmap(-1, 256 << 20))
    attempt("1 MiB", lambda: mmap.mmap(-1, 1 << 20))


def socket_buffers(*outside):
    """Fills the buffers of pairs that nobody reads."""
    only_if_held(outside)
    pairs, text = [], b"x" * 65536
    os.fork()
    os.fork()
    while in_time() and len(pairs) < 450:
        pair = socket.socketpair()
        pairs.append(pair)
        for end in pair:
            end.setblocking(False)
            try:
                while True:
                    end.send(text)
            except BlockingIOError:
                pass
    while in_time():
        time.sleep(0.01)


def page_tables(*outside):
    """Reads a byte of every second mebibyte of far more memory than there is: each takes a
    page of the kernel's, and none of the program's."""
    only_if_held(outside)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    size = 512 << 30
    # PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    start = libc.mmap(None, size, 1, 0x4022, -1, 0)
    # MADV_NOHUGEPAGE
    libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(size), 15)
    for offset in range(0, size, 2 << 20):
        if not in_time():
            break
        ctypes.c_ubyte.from_address(start + offset).value
    while in_time():
        time.sleep(0.01)


def memory_bomb_of_children(*outside):
    only_if_held(outside)
    for _ in range(8):
        if os.fork() == 0:
            memory = bytearray(b"x" * (40 << 20))
            while in_time():
                time.sleep(0.1)
            os._exit(len(memory) & 1)
    while in_time():
        time.sleep(0.1)


def large_file(*outside):
    only_if_held(outside)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("large", "wb") as file:
        for _ in range(MOST_MEGABYTES):
            file.write(b"x" * (1 << 20))


def nameless_files(*outside):
    """Files that are open and have no name."""
    only_if_held(outside)
    files = []
    while in_time() and len(files) < 60:
        file = open("nameless", "w+b")
        os.remove("nameless")
        file.write(b"x" * (10 << 20))
        file.flush()
        files.append(file)
    while in_time():
        time.sleep(0.01)


def mapped_files(*outside):
    """Files that are neither open nor have a name: a page of each is mapped."""
    only_if_held(outside)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    count = 0
    while in_time() and count < 60:
        with open("nameless", "w+b") as file:
            os.remove("nameless")
            file.write(b"x" * (10 << 20))
            file.flush()
            libc.mmap(None, 4096, 1, 1, file.fileno(), 0)
        count += 1
    while in_time():
        time.sleep(0.01)


def closed_folder(*outside):
    """Fills its folder when nobody can list it."""
    only_if_held(outside)
    attempt("close", lambda: os.fchmod(os.open(".", os.O_RDONLY), 0o300))
    many_files(*outside)


def closed_folder_and_away(*outside):
    """As above, but ends before anybody looks."""
    only_if_held(outside)
    for number in range(60):
        with open(f"file-{number}", "wb") as file:
            file.write(b"x" * (1 << 20))
    attempt("close", lambda: os.fchmod(os.open(".", os.O_RDONLY), 0o300))
    reply()


def closed_inner_folder():
    os.mkdir("inner", 0o700)
    os.mkdir("inner/most", 0)
    reply()


def empty_files():
    for number in range(21_000):
        open(f"empty-{number}", "w").close()
    reply()


def half_a_second():
    spin(0.5)
    reply()


def nested_folders():
    for _ in range(50):
        os.mkdir("d")
        os.chdir("d")


def undumpable(*outside):
    """Makes itself impossible to look into."""
    only_if_held(outside)
    libc = ctypes.CDLL(None, use_errno=True)
    # PR_SET_DUMPABLE
    attempt("hide", lambda: libc.prctl(4, 0, 0, 0, 0) == 0 or 1 / 0)


def unreadable_program(*outside):
    """Runs a program that nobody may read, which makes it impossible to look into."""
    only_if_held(outside)
    with open("/bin/sleep", "rb") as program:
        copy = os.open("sleeper", os.O_WRONLY | os.O_CREAT, 0o111)
        os.write(copy, program.read())
        os.close(copy)
    os.execv("./sleeper", ["hostile.py", str(int(BOUND))])


def many_files(*outside):
    only_if_held(outside)
    for number in range(MOST_MEGABYTES):
        if in_time():
            with open(f"file-{number}", "wb") as file:
                file.write(b"x" * (1 << 20))
    while in_time():
        time.sleep(0.01)


def main():
    behaviour, _mark, *arguments = sys.argv[1:]
    globals()[behaviour](*arguments)


main()

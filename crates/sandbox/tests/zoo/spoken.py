"""Programs that are spoken to by lines, and misbehave: `spoken.py BEHAVIOUR MARK`.

Each question is a line: `sync N` is answered by `sync N`, and `ask N` by `answer N`. MARK is a word by which the test
finds all processes that come of this.
"""

import os
import signal
import subprocess
import sys
import threading
import time


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def questions():
    for line in sys.stdin:
        if line.startswith("sync"):
            say(line.strip())
        if line.startswith("ask"):
            yield line.split()[1]


def spin(seconds):
    """Uses so much CPU time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def good():
    for number in questions():
        say("info thinking about " + number)
        say("answer " + number)


def works():
    """Uses CPU time in the answer that it names, and in a child."""
    for number in questions():
        spin(int(number) / 1000)
        subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.05: pass"], check=True)
        say("answer " + number)


def thinks_ahead():
    """Threads and processes that go on after the answer."""
    def think():
        while True:
            pass
    threading.Thread(target=think, daemon=True).start()
    if os.fork() == 0:
        think()
    parent = os.fork()
    if parent == 0:
        # Out of sight of whoever looks at process groups and parents, as far as it may.
        try:
            os.setsid()
        except OSError:
            pass
        if os.fork() == 0:
            think()
        os._exit(0)
    os.waitpid(parent, 0)
    good()


def late():
    for number in questions():
        say("answer " + number)
        say("info late")
        say("answer again")


def silent():
    for _ in questions():
        time.sleep(1000)


def deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say("answer 1")
    time.sleep(1000)


def busy():
    for _ in questions():
        spin(1000)


def endless_line():
    for _ in questions():
        while True:
            sys.stdout.write("x" * 4096)


def no_newline():
    for number in questions():
        say("answer " + number, end="")
        time.sleep(1000)


def flood():
    for _ in questions():
        while True:
            sys.stdout.write("info depth 1\n" * 1000)


def closes():
    for _ in questions():
        os.close(1)
        time.sleep(1000)


def dies():
    for number in questions():
        if number == "2":
            sys.exit("oh no")
        say("answer " + number)


def dies_between():
    for number in questions():
        say("answer " + number)
        if number == "2":
            sys.stderr.write("enough\n")
            os._exit(0)


def grows():
    for number in questions():
        if number == "2":
            block = bytearray(400 << 20)
            for place in range(0, len(block), 4096):
                block[place] = 1
            time.sleep(1000)
        say("answer " + number)


def fills():
    for number in questions():
        if number == "2":
            for name in range(1000):
                with open(f"file{name}", "wb") as file:
                    file.write(b"x" * (1 << 20))
            time.sleep(1000)
        say("answer " + number)


def leaves_children():
    if os.fork() == 0:
        time.sleep(1000)
    good()


globals()[sys.argv[1]]()

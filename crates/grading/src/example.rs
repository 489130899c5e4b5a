//! The example that `grade init` writes.

/// The rubric of the course, with every setting explained.
pub const EXAMPLE: &str = r#"# A grading. Rehearse it, grade, or go on with it:   fruitrage grade run FOLDER
#            Look at it meanwhile:                  fruitrage grade status FOLDER

name = "Homework"

# What was handed in: each folder, archive or file in this folder is a student's.
# It is looked for from here.
submissions = "submissions"

# Everything random comes from this: the cases, the boards, and the lots.
seed = 1

# official   as the course plays: who begins game 1 is drawn by lot, then they begin in
#            turn, on a new board each game
# paired     each board twice with the sides swapped, so that nobody has the lot to thank
mode = "official"

# The boards of the matches by size and kinds of fruit, in turn.
boards = ["10p4"]

# Seconds that each player has for a game. A program is killed 'grace' seconds after they
# are gone. The clock counts the CPU time of all its processes (cpu), or the time on the
# wall (wall).
time = 300
grace = 10
clock = "cpu"

# A match ends when nothing can change its result any more. Whether to play on.
all-games = false

# How programs are kept from doing harm: auto, bwrap, landlock or off; and whether nothing
# is graded without.
sandbox = "auto"
require-sandbox = false

# How many items are graded at a time. By default one less than there are cores.
# jobs = 3

# Where several machines grade: the database at a server, without its password
# (docs/many-machines.md), and the seconds after which others take over the items of a
# worker that was not heard of.
# database = "postgres://arena@db.example.org/homework"
# lease = 20

# Single boards. Any legal move earns the points of a case, if the board that is written
# back is exactly right, to the last byte.
[cases]
points = 1                 # each
count = 25                 # made from the seed, the same on every machine ...
# folder = "cases"         # ... or your own: 01.txt or 01/input.txt, a file for each

# Matches. The points are earned by winning more than half of the games. Opponents are
# random, greedy, minimax:depth=3 and engine:level=2.
[[match]]
opponent = "random"
games = 11
points = 25

[[match]]
opponent = "minimax:depth=3"
games = 11
points = 50
# Whoever begins mostly wins, so much of this is a lot. On so many boards of the match the
# other side is played too. These games do not count; they show what the result would be
# without luck.
fairness-pairs = 4

# What each program may use.
[limits]
memory = 1024     # MiB
processes = 128   # and threads
disk = 256        # MiB
calibration = 300 # CPU seconds, for a calibrate.* that is run once before the games
"#;

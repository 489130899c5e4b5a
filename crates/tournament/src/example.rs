//! The example that `tournament init` writes.

/// A tournament that can be run as it is.
pub const EXAMPLE: &str = r#"# A tournament. Run it, or go on with it:   fruitrage tournament run FOLDER
#                Look at it meanwhile:       fruitrage tournament status FOLDER

name = "Example"

# Everything random comes from this: who is drawn against whom, and the boards.
seed = 1

# round-robin   everybody meets everybody
# gauntlet      one meets all others:                hero = "greedy"
# swiss         equals meet equals, without repeats: rounds = 7
# knockout      who loses is out; a tie goes to more fruit points, then to the draw
format = "round-robin"

# How many pairs two agents play when they meet. A pair is the same board twice, each
# of them moving first once.
pairs = 2

# Random boards by size and kinds of fruit, in turn ...
boards = ["8p4", "10p6"]
# ... or those of a file, one a line as rows joined by slashes: 310/012/302
# suite = "boards.txt"

# Seconds that each agent has for a game. It is killed 'grace' seconds after they
# are gone. The clock counts the CPU time of all its processes (cpu), or the time on
# the wall (wall).
time = 10
grace = 10
clock = "cpu"

# Equal points: a draw (draw), or who has more time left wins (time). Between programs
# that answer at once that is a matter of microseconds, and another time the other wins.
ties = "draw"

# Whether a legal move loses if the board that is written back is wrong. If not, there
# is a warning in the record.
strict-board = true

# Whether odd white space in a reply loses: other line ends than LF, none after the last
# row, blanks at the end of lines, blank lines at the end. If not, each agent that writes
# so gets one warning in the report. A wrong board is a wrong board in any case.
strict-format = false

# How programs are kept from doing harm: auto, bwrap, landlock or off; and whether
# nothing is played without.
sandbox = "auto"
require-sandbox = false

# How many pairs are played at a time. By default one less than there are cores.
# jobs = 3

# Where several machines play it: the database at a server, without its password
# (docs/many-machines.md).
# database = "postgres://arena@db.example.org/cup"

# If several machines play: seconds after which others play the pairs of a worker that
# was not heard of.
# lease = 20

# Whose rating is fixed, for ratings that can be compared.
anchor = "random"

# Who takes part: all that was handed in to a folder, one folder or file each, such as
# ada/homework.py, ben/homework11.cpp, eve/homework.java, a Cargo project, or dan.zip.
# submissions = "submissions"

# What each program may use.
[limits]
memory = 1024     # MiB
processes = 128   # and threads
disk = 256        # MiB
calibration = 300 # CPU seconds, for a calibrate.* that is run once before the games

# Who else takes part. Built in are random, greedy, minimax:depth=3 and engine
# (engine:level=3); anything else is a command that is run once for every move:
#
#   [[agents]]
#   name = "ada"
#   command = "python3 homework.py"
#   dir = "submissions/ada"     # its files, from here
#   calibrate = "python3 calibrate.py"
#   time = 5                    # if not that of everybody; so are memory, processes
#
# More agents can be added later to a round robin or a gauntlet.

[[agents]]
name = "random"
command = "random"

[[agents]]
name = "greedy"
command = "greedy"

[[agents]]
name = "minimax"
command = "minimax:depth=2"
"#;

#[cfg(test)]
pub(super) fn conditions() -> super::Conditions {
    let folder = tempfile::tempdir().unwrap();
    super::Folder::new(folder.path()).init(EXAMPLE).unwrap();
    super::Settings::read(folder.path()).unwrap().conditions
}

//! Why a program crashed or hung: what its last words, its signal and the board say.

use fruitrage_game::{Ending, Exit, Kill};

use super::boards::Question;

/// A likely cause, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Explanation {
    /// The likely cause.
    pub(super) cause: String,
    /// What to do about it.
    pub(super) help: String,
}

impl Explanation {
    fn new(cause: impl Into<String>, help: impl Into<String>) -> Self {
        Self { cause: cause.into(), help: help.into() }
    }
}

/// Words in stderr, each with the cause and the help.
const WORDS: [(&str, &str, &str); 12] = [
    (
        "RecursionError",
        "a function calls itself too often: Python stops after 1000 calls, and a group on a large board is larger",
        "Keep the cells that are still to be looked at in a list, and loop over that. (sys.setrecursionlimit(10000) helps \
         too.)",
    ),
    (
        "StackOverflowError",
        "a method calls itself too often: a group on a large board is too large for Java's stack",
        "Keep the cells that are still to be looked at in a list, and loop over that.",
    ),
    (
        "EOFError",
        "it reads from the keyboard (standard input), where there is nothing: the board is in the file input.txt",
        "Open input.txt and read from that.",
    ),
    ("OutOfMemoryError", "it wants more memory than it may have", "Keep less: do not store every board of the search."),
    ("MemoryError", "it wants more memory than it may have", "Keep less: do not store every board of the search."),
    ("bad_alloc", "it wants more memory than it may have", "Keep less: do not store every board of the search."),
    (
        "ModuleNotFoundError",
        "it imports something that is not there: neither beside it nor in this Python",
        "Hand in one file that needs nothing but Python itself, unless your course allows more.",
    ),
    (
        "IndexError",
        "it reaches beyond the end of a list",
        "Look at the line that the message names: which index is too large on this board?",
    ),
    (
        "ArrayIndexOutOfBounds",
        "it reaches beyond the end of an array",
        "Look at the line that the message names: which index is too large on this board?",
    ),
    (
        "out_of_range",
        "it reaches beyond the end of a vector or a string",
        "Which index is too large on this board? Make room for 26 x 26 cells.",
    ),
    (
        "ZeroDivisionError",
        "it divides by zero",
        "Look at the line that the message names: what is 0 on this board, or with this time?",
    ),
    (
        "max() arg is an empty",
        "it looks for the best of no moves at all",
        "There is a legal move on this board. Which loop leaves it out?",
    ),
];

/// Returns why a move ended like this, if the last words, the signal or the board tell.
pub(super) fn explain(ending: &Ending, stderr: &str, question: &Question) -> Option<Explanation> {
    Some(match ending {
        Ending::Crashed { exit, .. } => {
            return reading_the_time(stderr, question)
                .or_else(|| by_words(stderr))
                .or_else(|| by_signal(*exit, question));
        }
        Ending::Killed { kill: Kill::Asleep, .. } => Explanation::new(
            "it sleeps, or waits for something that never comes: perhaps for the keyboard (standard input)",
            "Read the board from input.txt, write output.txt and end. Ask nothing, and wait for nothing.",
        ),
        Ending::Killed { kill: Kill::Time, .. } if question.input.grid.size() > 15 => Explanation::new(
            "it looks at too many moves for a board as large as this, or does not look at the clock",
            "On line 3 of input.txt are the seconds that are left. Stop in time, with the best move so far.",
        ),
        Ending::Killed { kill: Kill::Time, .. } => Explanation::new(
            "a loop has no end on this board, or it looks further ahead than its time allows",
            "Run it on the kept input.txt and look where it stays.",
        ),
        Ending::MemoryLimit { .. } => {
            Explanation::new("it keeps too much in memory", "Keep less: do not store every board of the search.")
        }
        _ => return None,
    })
}

/// Reading the time as a whole number is the commonest mistake: `int("0.4")` fails.
fn reading_the_time(stderr: &str, question: &Question) -> Option<Explanation> {
    let text = question.text();
    let time = text.lines().nth(2)?;
    let is_quoted = stderr.contains(&format!("'{time}'")) || stderr.contains(&format!("\"{time}\""));
    let is_number = ["ValueError", "NumberFormatException", "InputMismatch", "invalid_argument", "stoi"]
        .iter()
        .any(|word| stderr.contains(word));
    if is_number && (is_quoted || stderr.contains("InputMismatch")) && time.contains('.') {
        return Some(Explanation::new(
            format!("the time is read as a whole number, but it may be written with places: {time}"),
            "Read line 3 as a floating-point number (float, double).",
        ));
    }
    None
}

fn by_words(stderr: &str) -> Option<Explanation> {
    let (_, cause, help) = WORDS.iter().find(|(words, _, _)| stderr.contains(words))?;
    Some(Explanation::new(*cause, *help))
}

fn by_signal(exit: Exit, question: &Question) -> Option<Explanation> {
    let size = question.input.grid.size();
    Some(match exit {
        Exit::Signal(11 | 7) if size > 15 => Explanation::new(
            "an array is too small for 26 x 26, or a function calls itself so often that the stack is full",
            "Make arrays for 26 x 26 cells, and keep the cells that are still to be looked at in a list.",
        ),
        Exit::Signal(11 | 7) if size <= 2 => Explanation::new(
            "it reaches beyond an array on a board as small as this",
            "Look for row + 1, column - 1 and the like without a test whether they are inside.",
        ),
        Exit::Signal(11 | 7) => Explanation::new(
            "it reaches beyond an array, or follows a pointer to nowhere",
            "Compile with g++ -g -fsanitize=address and run it on the kept input.txt: it names the line.",
        ),
        Exit::Signal(8) => Explanation::new(
            "it divides by zero",
            "What is 0 on this board, or with this time? Whole seconds of 0.4 s are 0.",
        ),
        Exit::Signal(6) => Explanation::new(
            "it gave up by itself: an assertion, an exception that nobody catches, or damaged memory",
            "Compile with g++ -g -fsanitize=address and run it on the kept input.txt: it names the line.",
        ),
        _ => return None,
    })
}

"""Every example in a docstring and in the documentation runs, and gives what it says."""

import doctest
import inspect
import os
from pathlib import Path

import pytest

import fruitrage

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def docstrings():
    """The docstrings of the package, with their names."""
    modules = [fruitrage]
    for name in ("aec", "openspiel"):
        try:
            modules.append(__import__(f"fruitrage.{name}", fromlist=["*"]))
        except ImportError:
            pass
    for module in modules:
        yield module.__name__, module.__doc__
        names = getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
        for name in names:
            thing = getattr(module, name)
            if not (getattr(thing, "__module__", None) or "").startswith("fruitrage"):
                continue
            yield f"{module.__name__}.{name}", thing.__doc__
            if inspect.isclass(thing):
                for member in vars(thing):
                    yield f"{module.__name__}.{name}.{member}", getattr(thing, member).__doc__


EXAMPLES = {name: text for name, text in docstrings() if text and ">>>" in text}
DOCS = Path(os.environ.get("FRUITRAGE_DOCS", Path(__file__).parents[3] / "docs"))


def run(name, text):
    test = doctest.DocTestParser().get_doctest(text, {"fruitrage": fruitrage}, name, None, 0)
    said = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_gives_what_it_says(name):
    run(name, EXAMPLES[name])


def test_there_are_examples_for_all_that_is_public():
    lacking = [
        name
        for name in fruitrage.__all__
        if name not in ("IllegalMoveError", "read_games")
        and not any(example == f"fruitrage.{name}" for example in EXAMPLES)
    ]
    assert not lacking


def test_everything_public_has_a_docstring():
    def is_public(name):
        return not name.rpartition(".")[2].startswith("_")

    missing = [
        name
        for name, text in docstrings()
        if is_public(name) and not text and not name.endswith((".metadata", ".AGENTS"))
    ]
    assert not missing


def test_the_examples_of_the_documentation_give_what_they_say():
    pytest.importorskip("pettingzoo")
    run("docs/python.md", (DOCS / "python.md").read_text().replace("```", ""))

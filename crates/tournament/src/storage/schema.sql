-- The tables of a tournament or a grading, for SQLite and PostgreSQL alike: BIGINT, TEXT and BYTEA
-- only, events of games as JSON, truth as 0 and 1. Times are seconds since 1970 by the
-- clock of the database.

-- One row: the version of these tables. Versions 1 and 2 were never released. Their
-- tables had this name, so that they are recognised and refused.
CREATE TABLE fruitrage_migrations (
    version BIGINT NOT NULL PRIMARY KEY
);

-- One row. Whoever schedules changes the revision first and so keeps others waiting.
CREATE TABLE tournament (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    -- Which of the two it is. A grading has items in the place of rounds and pairs.
    kind TEXT NOT NULL CHECK (kind IN ('tournament', 'grading')),
    -- A random number by which it is told from every other tournament.
    identity TEXT NOT NULL,
    -- What all games are played under, which may not change once there are some.
    settings TEXT NOT NULL,
    -- Its name, whose rating is fixed, how programs are kept apart: what may change, and
    -- what a machine needs that does not have tournament.toml.
    details TEXT NOT NULL,
    revision BIGINT NOT NULL,
    -- Whether nobody is to begin with another pair.
    paused BIGINT NOT NULL,
    finished BIGINT NOT NULL
);

-- What was handed in, once for each content, under the SHA-256 of it.
CREATE TABLE archives (
    hash TEXT NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL
);

-- In the order in which they were entered, from 0.
CREATE TABLE agents (
    number BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    -- The agent as it is written down from the view of its archive.
    portable TEXT,
    -- The SHA-256 of what was submitted, if it is known.
    hash TEXT,
    -- Why it cannot take part.
    problem TEXT,
    -- The first round that it is not in any more, because it was withdrawn.
    leaves BIGINT
);

CREATE TABLE rounds (
    number BIGINT NOT NULL PRIMARY KEY
);

-- Who sits out a round.
CREATE TABLE byes (
    round BIGINT NOT NULL REFERENCES rounds (number),
    agent BIGINT NOT NULL REFERENCES agents (number),
    PRIMARY KEY (round, agent)
);

-- A board and who plays on it, in the order in which they were scheduled, from 1.
CREATE TABLE pairs (
    number BIGINT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    round BIGINT NOT NULL REFERENCES rounds (number),
    first_agent BIGINT NOT NULL REFERENCES agents (number),
    second_agent BIGINT NOT NULL REFERENCES agents (number),
    board TEXT NOT NULL,
    kinds BIGINT NOT NULL,
    seed BIGINT,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'void')),
    -- The lease: the worker that plays it, and when others may take it if that worker is
    -- silent. Without a holder it is free.
    holder TEXT,
    expires BIGINT,
    -- How often it was leased: the number of the last lease. Who names another number
    -- does not hold it any more.
    attempts BIGINT NOT NULL DEFAULT 0,
    -- How often a worker could not play it, and why the last one could not.
    failures BIGINT NOT NULL DEFAULT 0,
    problem TEXT,
    -- Who has it without playing it to the end, because the other was withdrawn.
    awarded BIGINT REFERENCES agents (number)
);

CREATE INDEX unfinished_pairs ON pairs (state, number) WHERE state <> 'done';
CREATE INDEX free_pairs ON pairs (number) WHERE state = 'open' AND holder IS NULL;
CREATE INDEX leased_pairs ON pairs (number) WHERE holder IS NOT NULL;

-- What one agent is to do: an item of a grading. In the order in which they are done, from 1.
CREATE TABLE items (
    number BIGINT NOT NULL PRIMARY KEY,
    agent BIGINT NOT NULL REFERENCES agents (number),
    name TEXT NOT NULL,
    -- What is to be done, as JSON.
    task TEXT NOT NULL,
    -- The SHA-256 of what was submitted. What was done for another content does not count.
    hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'void')),
    -- The lease, as that of a pair.
    holder TEXT,
    expires BIGINT,
    attempts BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0,
    problem TEXT,
    -- What came of it, as JSON, and by whom; nobody if it was clear from the beginning.
    result TEXT,
    worker TEXT,
    finished BIGINT,
    UNIQUE (agent, name)
);

CREATE INDEX free_items ON items (number) WHERE state = 'open' AND holder IS NULL;
CREATE INDEX leased_items ON items (number) WHERE holder IS NOT NULL;

-- What is done of an item that is not finished, such as games of a match: a part each,
-- so that nobody does it again.
CREATE TABLE parts (
    item BIGINT NOT NULL REFERENCES items (number) ON DELETE CASCADE,
    part TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (item, part)
);

-- Every process that plays or has played.
CREATE TABLE workers (
    name TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    -- Positions a second in the engine's benchmark when it was started.
    speed BIGINT NOT NULL,
    -- Pairs at a time.
    jobs BIGINT NOT NULL,
    version TEXT NOT NULL,
    started BIGINT NOT NULL,
    last_seen BIGINT NOT NULL
);

-- A game that somebody has begun, under a random number. A game may be begun
-- several times, but is finished once.
CREATE TABLE plays (
    id BIGINT NOT NULL PRIMARY KEY,
    pair BIGINT NOT NULL REFERENCES pairs (number),
    game BIGINT NOT NULL CHECK (game IN (0, 1)),
    worker TEXT NOT NULL,
    -- The event that announces the game.
    line TEXT NOT NULL
);

CREATE INDEX plays_of_game ON plays (pair, game);

CREATE TABLE moves (
    play BIGINT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    -- The event of the move.
    line TEXT NOT NULL,
    PRIMARY KEY (play, ply)
);

-- Finished games that count. The key is what keeps a result from being counted
-- twice.
CREATE TABLE games (
    pair BIGINT NOT NULL REFERENCES pairs (number),
    game BIGINT NOT NULL,
    play BIGINT NOT NULL UNIQUE REFERENCES plays (id),
    moves BIGINT NOT NULL,
    -- Microseconds that who moved first and second has used.
    used_first BIGINT NOT NULL,
    used_second BIGINT NOT NULL,
    -- The event that ends the game.
    line TEXT NOT NULL,
    -- Who lost it by a fault.
    at_fault BIGINT REFERENCES agents (number),
    -- When it was stored.
    finished BIGINT NOT NULL,
    PRIMARY KEY (pair, game)
);

CREATE INDEX games_by_time ON games (finished);

-- The last of what an agent has printed in a game that it lost by a fault.
CREATE TABLE logs (
    play BIGINT NOT NULL REFERENCES plays (id),
    -- 1 moved first, 2 second.
    player BIGINT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (play, player)
);

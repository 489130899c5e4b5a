-- The tables of a tournament. Written for SQLite and PostgreSQL alike: BIGINT and
-- TEXT only, lines of records as JSON, truth as 0 and 1.

-- One row: what all games were played under, which may not change once there are
-- some. Whoever schedules changes the revision first and so keeps others waiting.
CREATE TABLE tournament (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL,
    revision BIGINT NOT NULL,
    finished BIGINT NOT NULL
);

-- In the order in which they were entered, from 0.
CREATE TABLE agents (
    number BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    -- The SHA-256 of what was submitted, if it is known.
    hash TEXT,
    -- Why it cannot take part.
    problem TEXT
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

-- A box and who plays on it, in the order in which they were scheduled, from 1.
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
    -- How often it was put into the queue.
    tries BIGINT NOT NULL,
    -- Why it is void.
    problem TEXT
);

CREATE INDEX unfinished_pairs ON pairs (state, number) WHERE state <> 'done';

-- A game that somebody has begun, under a random number. A game may be begun
-- several times, but is finished once.
CREATE TABLE plays (
    id BIGINT NOT NULL PRIMARY KEY,
    pair BIGINT NOT NULL REFERENCES pairs (number),
    game BIGINT NOT NULL CHECK (game IN (0, 1)),
    worker TEXT NOT NULL,
    -- The record's line that announces the game.
    line TEXT NOT NULL
);

CREATE INDEX plays_of_game ON plays (pair, game);

CREATE TABLE moves (
    play BIGINT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    -- The record's line of the move.
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
    -- Microseconds in the whole game and in the longest turn, of who moved first
    -- and second.
    used_first BIGINT NOT NULL,
    used_second BIGINT NOT NULL,
    longest_first BIGINT NOT NULL,
    longest_second BIGINT NOT NULL,
    -- The record's line that ends the game.
    line TEXT NOT NULL,
    PRIMARY KEY (pair, game)
);

-- Games that were lost by a fault.
CREATE TABLE faults (
    pair BIGINT NOT NULL,
    game BIGINT NOT NULL,
    agent BIGINT NOT NULL REFERENCES agents (number),
    ending TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (pair, game),
    FOREIGN KEY (pair, game) REFERENCES games (pair, game)
);

CREATE INDEX faults_of_agent ON faults (agent);

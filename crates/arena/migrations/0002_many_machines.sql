-- What it takes for a tournament to be played by several machines. Written for
-- SQLite and PostgreSQL alike, like everything here.

-- What it is called, whose rating is fixed, and how programs are kept apart: what a
-- machine needs that does not have tournament.toml.
ALTER TABLE tournament ADD COLUMN details TEXT;
-- A random number by which it is told from every other tournament.
ALTER TABLE tournament ADD COLUMN identity TEXT;
-- Whether nobody is to begin with another pair.
ALTER TABLE tournament ADD COLUMN paused BIGINT NOT NULL DEFAULT 0;

-- What was handed in, once for each content, under the SHA-256 of it.
CREATE TABLE archives (
    hash TEXT NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL
);

-- The agent as it is written down from the view of its archive.
ALTER TABLE agents ADD COLUMN portable TEXT;
-- The first round that it is not in any more, because it was withdrawn.
ALTER TABLE agents ADD COLUMN leaves BIGINT;

-- Who has a pair without playing it to the end, because the other was withdrawn.
ALTER TABLE pairs ADD COLUMN awarded BIGINT REFERENCES agents (number);

-- Everybody who plays or has played. (The queue has a table of workers, which are
-- threads of these.) Times are seconds since 1970 by the clock of
-- the database.
CREATE TABLE crew (
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

-- When a game was stored.
ALTER TABLE games ADD COLUMN finished BIGINT;

CREATE INDEX games_by_time ON games (finished);

-- The last of what an agent has printed in a game that it lost by a fault.
CREATE TABLE logs (
    play BIGINT NOT NULL REFERENCES plays (id),
    -- 1 moved first, 2 second.
    player BIGINT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (play, player)
);

-- The shared journal, layout 1: one table for each kind of record. Names are compared byte by byte.
-- Values are Tidemark's own records, each with a checksum or a link of a hash chain inside.

-- One event of an entity; its link continues from the event before.
CREATE TABLE event (
  name text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (name, number)
);

-- The snapshots that heads list.
CREATE TABLE snapshot (
  name text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (name, number)
);

-- What is stored of an entity: replaced by each of its writes, so there is room beside each row.
CREATE TABLE head (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value bytea NOT NULL
) WITH (fillfactor = 50);

-- The newest fence of each authority.
CREATE TABLE fence (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value bytea NOT NULL
) WITH (fillfactor = 50);

-- What each process has added to the number and the digest of heads and fences.
CREATE TABLE writer (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value bytea NOT NULL,
  touched timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 20);

-- What is written down of each pipeline's run: its inputs, outputs, settings, how far it is. And of
-- each session that takes part in it, PIPELINE/session/PID: the seed nodes of its cluster.
CREATE TABLE run (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE layout (
  version integer NOT NULL PRIMARY KEY
);

INSERT INTO layout VALUES (1);

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeConnection, type Conn, openForWriting, query } from '../../platform/db/connection.ts'
import { holdersOf, isHeldFor, takeLock } from '../../platform/db/instance-lock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import type { Line, Step, Written } from './lines.ts'

/** A part of a document or an order, as the journal names it. */
export type PartId = { subject: string; part: number }

/** What a person says beside a running bridge waits so long for its line, in milliseconds. */
const busyTimeoutMs = 5_000

const versionNow = 1

/**
 * What the bridge did and was told, in order; nothing in it is ever changed. A line is on the disk when `note` returns.
 * Any number may read it and add what a person said; one alone enters vouchers: see `holdBooks`.
 */
export type Journal = {
  note(part: PartId, line: Line): void
  /** The lines of a part, oldest first. */
  linesOf(part: PartId): Written[]
  /** The parts of a document that have lines. */
  partsOf(subject: string): PartId[]
  /** The number of the last line of a document; 0 where there is none. */
  lastOf(subject: string): number
  /** Parts whose last line is one of these, in the order of those lines. */
  endingIn(steps: readonly Step[]): (PartId & { step: Step; at: number })[]
  /** Other parts that a voucher of the books was taken for. */
  takenFor(guid: string, except: PartId): PartId[]
  /** The highest mark of the books that was noted since somebody last said that what they show is right. */
  highestMark(): number
  /** A person: the books went back, and what they show now is right. */
  acceptMark(mark: number): void
  close(): void
}

/** Opens the journal of a bridge's folder, and makes it when it is missing. Throws AppError `unavailable`. */
export function openJournal(folder: string, clock: Clock): Journal {
  const conn = openForWriting(join(folder, 'journal.db'), { synchronous: 'FULL', busyTimeoutMs })
  prepare(conn)
  return {
    note({ subject, part }, { step, detail }) {
      insertLine(conn).run(clock.now(), subject, part, step, JSON.stringify(detail))
    },
    linesOf: ({ subject, part }) => selectLines(conn).all(subject, part).map(writtenOf),
    partsOf: (subject) => selectParts(conn).all(subject),
    lastOf: (subject) => selectLastOf(conn).get(subject)?.seq ?? 0,
    endingIn: (steps) => selectLast(conn).all(JSON.stringify(steps)),
    takenFor: (guid, { subject, part }) => selectTaken(conn).all(guid, subject, part),
    highestMark: () => selectMark(conn).get()?.mark ?? 0,
    acceptMark: (mark) => void insertMark(conn).run(clock.now(), mark),
    close: () => closeConnection(conn),
  }
}

/** Whether a bridge runs with these books, or this folder of files. */
export function areHeld(folder: string): boolean {
  return existsSync(folder) && isHeldFor(lockOf(folder), doing)
}

/** Only who holds this may enter vouchers. Throws AppError `conflict` while another bridge does. */
export function holdBooks(folder: string): Disposable {
  const file = lockOf(folder)
  const lock = takeLock(file, 'exclusive', doing)
  if (lock !== undefined) return { [Symbol.dispose]: () => lock.release() }
  throw new AppError(
    'conflict',
    `The bridge of ${folder} is running already: ${holdersOf(file)}. Stop that one first.`,
  )
}

function lockOf(folder: string): string {
  return join(folder, 'bridge.lock')
}

/** What those who are refused are told that the holder is. */
const doing = 'bridge'

function prepare(conn: Conn): void {
  const { user_version: version = 0 } =
    conn.$client.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
  if (version > versionNow) {
    throw new AppError(
      'conflict',
      "This bridge's journal was written by a newer Daybook: update this one.",
    )
  }
  if (version === 0) conn.$client.run(schema)
}

/** Nothing is changed or deleted, by no later program either: what happened is what tells whether a voucher may be sent. */
const schema = `
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS lines (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  subject TEXT NOT NULL,
  part INTEGER NOT NULL,
  step TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  mark INTEGER GENERATED ALWAYS AS (
    CASE WHEN step IN ('intent', 'verified') THEN json_extract(detail, '$.mark') END
  ) VIRTUAL
) STRICT;
CREATE INDEX IF NOT EXISTS lines_by_part ON lines (subject, part, seq, step, at);
CREATE INDEX IF NOT EXISTS lines_by_mark ON lines (mark) WHERE mark IS NOT NULL;
CREATE INDEX IF NOT EXISTS lines_by_voucher ON lines (json_extract(detail, '$.guid'))
  WHERE step = 'already_present';
CREATE TABLE IF NOT EXISTS accepted_marks (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  after_line INTEGER NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS lines_stay BEFORE UPDATE ON lines
  BEGIN SELECT RAISE(ABORT, 'A line of the journal is never changed.'); END;
CREATE TRIGGER IF NOT EXISTS lines_are_kept BEFORE DELETE ON lines
  BEGIN SELECT RAISE(ABORT, 'A line of the journal is never deleted.'); END;
PRAGMA user_version = ${versionNow};
COMMIT;`

const insertLine = query((conn) =>
  conn.$client.prepare<unknown, [number, string, number, string, string]>(
    'INSERT INTO lines (at, subject, part, step, detail) VALUES (?, ?, ?, ?, ?)',
  ),
)

type Row = { seq: number; at: number; step: Step; detail: string }

const selectLines = query((conn) =>
  conn.$client.prepare<Row, [string, number]>(
    'SELECT seq, at, step, detail FROM lines WHERE subject = ? AND part = ? ORDER BY seq',
  ),
)

const selectParts = query((conn) =>
  conn.$client.prepare<PartId, [string]>(
    'SELECT DISTINCT subject, part FROM lines WHERE subject = ? ORDER BY part',
  ),
)

const selectLastOf = query((conn) =>
  conn.$client.prepare<{ seq: number | null }, [string]>(
    'SELECT max(seq) AS seq FROM lines WHERE subject = ?',
  ),
)

const selectTaken = query((conn) =>
  conn.$client.prepare<PartId, [string, string, number]>(
    `SELECT DISTINCT subject, part FROM lines
     WHERE step = 'already_present' AND json_extract(detail, '$.guid') = ?
       AND NOT (subject = ? AND part = ?)`,
  ),
)

/** SQLite gives the other columns of the row that has the greatest seq. */
const selectLast = query((conn) =>
  conn.$client.prepare<PartId & { step: Step; at: number; seq: number }, [string]>(
    `SELECT * FROM (SELECT subject, part, step, at, max(seq) AS seq FROM lines GROUP BY subject, part)
     WHERE step IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  ),
)

/** Marks are in the lines that were written beside the books: nothing else has to be kept in step with them. */
const selectMark = query((conn) =>
  conn.$client.prepare<{ mark: number | null }, []>(
    `WITH accepted AS (SELECT mark, after_line FROM accepted_marks ORDER BY seq DESC LIMIT 1)
     SELECT max(mark) AS mark FROM (
       SELECT max(mark) AS mark FROM lines
       WHERE mark IS NOT NULL AND seq > coalesce((SELECT after_line FROM accepted), 0)
       UNION ALL SELECT mark FROM accepted)`,
  ),
)

const insertMark = query((conn) =>
  conn.$client.prepare<unknown, [number, number]>(
    'INSERT INTO accepted_marks (at, mark, after_line) SELECT ?, ?, coalesce(max(seq), 0) FROM lines',
  ),
)

function writtenOf({ seq, at, step, detail }: Row): Written {
  const line: Line = JSON.parse(`{"step":${JSON.stringify(step)},"detail":${detail}}`)
  return { ...line, seq, at }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeConnection, type Conn, openForWriting, query } from '../../platform/db/connection.ts'
import { holdersOf, isHeldFor, takeLock } from '../../platform/db/instance-lock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import type { Line, Step, Written } from './fold.ts'

/** A part of a document or an order, as the journal names it. */
export type PartId = { subject: string; part: number }

/** How long a person's command waits for a running bridge before its line is written, in milliseconds. */
const busyTimeoutMs = 5_000

const versionNow = 1

/**
 * What the bridge did and was told, in order. Lines never change. A line is on the disk when `note` returns, or with the next line: see
 * `foundAgain`. Any number of programs may read the journal and add what a person said. Only one may enter vouchers: see `holdBooks`.
 */
export type Journal = {
  note(part: PartId, line: Line): void
  /** The lines of a part, oldest first. */
  linesOf(part: PartId): Written[]
  /** The parts of a document that have lines. */
  partsOf(subject: string): PartId[]
  /** The sequence number of a document's last line; 0 without lines. */
  lastOf(subject: string): number
  /** Parts whose last line has one of these steps, in the order of those lines. */
  endingIn(steps: readonly Step[]): (PartId & { step: Step; at: number })[]
  /** Other parts that a voucher in the accounts stands for. */
  takenFor(guid: string, except: PartId): PartId[]
  /** The highest mark noted since a person last confirmed the accounts. */
  highestMark(): number
  /** A person says: the accounts went back to an earlier state, and what they show now is right. */
  acceptMark(mark: number): void
  close(): void
}

/**
 * Steps whose line may reach the disk with the next line that does, which saves two of four flushes for each voucher. After a power cut
 * the lines before them, `intent` and `answered`, let the bridge look the voucher up in the accounts and acknowledge the document again.
 */
const foundAgain: readonly Step[] = ['verified', 'acked']

/** Opens the journal in a bridge's folder, and creates it when missing. Throws AppError `unavailable`. */
export function openJournal(folder: string, clock: Clock): Journal {
  const conn = openForWriting(join(folder, 'journal.db'), { synchronous: 'FULL', busyTimeoutMs })
  prepare(conn)
  return {
    note({ subject, part }, { step, detail }) {
      const insert = () =>
        insertLine(conn).run(clock.now(), subject, part, step, JSON.stringify(detail))
      if (foundAgain.includes(step)) withoutFlush(conn, insert)
      else insert()
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

/** Whether a bridge is running with these accounts, or with this folder of files. */
export function areHeld(folder: string): boolean {
  return existsSync(folder) && isHeldFor(lockOf(folder), doing)
}

/** Only the holder may enter vouchers. Throws AppError `conflict` while another bridge holds them. */
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

/** The holder's name in the refusal. */
const doing = 'bridge'

function withoutFlush(conn: Conn, write: () => void): void {
  conn.$client.run('PRAGMA synchronous = NORMAL')
  try {
    write()
  } finally {
    conn.$client.run('PRAGMA synchronous = FULL')
  }
}

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

/** No program, not even a later one, may change or delete a line: the history decides whether a voucher may be sent. */
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

/** With max(seq), SQLite takes the other columns from the row of the greatest seq. */
const selectLast = query((conn) =>
  conn.$client.prepare<PartId & { step: Step; at: number; seq: number }, [string]>(
    `SELECT * FROM (SELECT subject, part, step, at, max(seq) AS seq FROM lines GROUP BY subject, part)
     WHERE step IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  ),
)

/** The marks are stored in the lines themselves, so nothing has to be kept in step with them. */
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

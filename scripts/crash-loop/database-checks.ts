import type { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../../src/platform/disk/data-dir.ts'
import type { Entry } from '../client-flow/ledger.ts'
import type { Violation } from '../client-flow/proof.ts'
import { hashOnDisk, shownMax, withDatabase, type Report } from './open-database.ts'
import { checkQueue, checkStaging } from './queue-checks.ts'

/**
 * What must hold in a data directory whenever no server runs on it, against what the ledgers were promised. Opens the
 * database itself, read-only; files are only listed.
 */
export function checkDatabase(data: string, entries: readonly Entry[]): Violation[] {
  return withDatabase(data, (db, dir, report) => {
    checkSoundness(db, report)
    checkScans(db, entries, report)
    checkUploads(db, report)
    checkCredits(db, report)
    checkReading(db, report)
    checkQueue(db, report)
    checkDocuments(db, dir, report)
  })
}

/** Further rules, which hold once a server has started and cleaned up, and a last change of rules has finished. */
export function checkTidied(data: string): Violation[] {
  return withDatabase(data, (db, dir, report) => {
    checkStaging(db, report)
    checkIntegrity(db, report)
    for (const file of orphanFiles(db, dir)) report('no orphan file', file)
    const deleting = db.query<{ hash: string }, []>(
      "SELECT hash FROM files WHERE state = 'deleting'",
    )
    for (const { hash } of deleting.all()) report('no deletion is left half done', hash)
  })
}

/** Whether there are files without a row. A killed upload leaves such files until the next start. */
export function hasOrphans(data: string): boolean {
  let found = false
  withDatabase(data, (db, dir) => {
    found = orphanFiles(db, dir).length > 0
  })
  return found
}

function checkSoundness(db: Database, report: Report): void {
  const quick = db.query<{ quick_check: string }, []>('PRAGMA quick_check').all()
  if (quick.length !== 1 || quick[0]?.quick_check !== 'ok') {
    report('quick_check', JSON.stringify(quick.slice(0, shownMax)))
  }
  const broken = db.query('PRAGMA foreign_key_check').all()
  if (broken.length > 0) report('foreign keys', JSON.stringify(broken.slice(0, shownMax)))
}

/** Checks the whole database, also the indexes against their tables. This check is too slow for every kill. */
export function checkIntegrity(db: Database, report: Report): void {
  const rows = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
  if (rows.length === 1 && rows[0]?.integrity_check === 'ok') return
  report('integrity_check', JSON.stringify(rows.slice(0, shownMax)))
}

type ScanRow = {
  id: string
  email: string
  filename: string
  status: string
  synced_at: number | null
}

/** Everything that was answered is in the database: uploads as scans, acknowledgements as `synced_at`. */
function checkScans(db: Database, entries: readonly Entry[], report: Report): void {
  const rows = db
    .query<ScanRow, []>(
      `SELECT scans.id, users.email, filename, status, synced_at FROM scans
       JOIN users ON users.id = scans.user_id`,
    )
    .all()
  const scans = new Map(rows.map((row) => [row.id, row]))
  for (const entry of entries) {
    if (entry.type === 'uploaded') {
      for (const id of entry.ids) {
        const scan = scans.get(id)
        if (scan === undefined) report('nothing acknowledged is lost', `upload ${id} is gone`)
        else if (scan.email !== entry.user) report('scans keep their user', id)
      }
    }
    if (entry.type !== 'acknowledged') continue
    for (const id of entry.ids) {
      if (typeof scans.get(id)?.synced_at === 'number') continue
      report('nothing acknowledged is lost', `${id} is not synced, though that was answered`)
    }
  }
  const names = new Set<string>()
  for (const { filename } of rows) {
    if (names.has(filename)) report('an upload is entered once', filename)
    names.add(filename)
  }
}

/** Rows of `idempotency_keys` with a key of scan export, and the scans that their answers name. */
const answeredScans = `idempotency_keys JOIN api_keys ON api_keys.id = key_id AND service = 'scan-export',
  json_each(response, '$.items') AS item`

/** The first answer to an Idempotency-Key and the scans that the answer names were written together. */
function checkUploads(db: Database, report: Report): void {
  const half = db.query<{ id: string }, []>(
    `SELECT json_extract(item.value, '$.id') AS id
     FROM ${answeredScans}
     WHERE NOT EXISTS (SELECT 1 FROM scans WHERE scans.id = json_extract(item.value, '$.id'))`,
  )
  for (const { id } of half.all())
    report('an upload is whole', `${id} was answered, and is no scan`)
  const unanswered = db.query<{ id: string }, []>(
    `SELECT id FROM scans WHERE filename NOT LIKE 'old-%' AND id NOT IN (
       SELECT json_extract(item.value, '$.id') FROM ${answeredScans})`,
  )
  for (const { id } of unanswered.all()) report('an upload is whole', `${id} has no answer`)
}

/** Each successful scan has one credit, and the balance is the sum of the credits. Cleanups delete scans, never credits. */
function checkCredits(db: Database, report: Report): void {
  const wrong = db.query<{ id: string; n: number }, []>(
    `SELECT scans.id, count(credit_entries.id) AS n FROM scans
     LEFT JOIN credit_entries ON scan_id = scans.id AND kind = 'use' AND amount = -1
     GROUP BY scans.id HAVING n <> (status = 'successful')`,
  )
  for (const { id, n } of wrong.all()) report('one credit for a successful scan', `${id}: ${n}`)
  const sums = db
    .query<{ balance: number; total: number }, []>(
      'SELECT balance, (SELECT coalesce(sum(amount), 0) FROM credit_entries) AS total FROM credit_balances',
    )
    .get()
  if (sums?.balance !== sums?.total) report('the balance is the sum', JSON.stringify(sums))
}

/** While reading is on, every pending file is in the reader's queue. Each file is read or given up at most once. */
function checkReading(db: Database, report: Report): void {
  const unqueued = db.query<{ id: string }, []>(
    `SELECT id FROM scans WHERE status = 'pending' AND document_id IS NOT NULL
     AND id NOT IN (SELECT scan_id FROM reading_jobs)
     AND NOT EXISTS (SELECT * FROM settings WHERE name = 'scan-export.reading' AND NOT value ->> 'isOn')`,
  )
  for (const { id } of unqueued.all()) report('what waits to be read is queued', id)
  const twice = db.query<{ id: string; n: number }, []>(
    `SELECT details ->> 'id' AS id, count(*) AS n FROM history
     WHERE action IN ('scan read', 'scan not read') GROUP BY 1 HAVING n > 1`,
  )
  for (const { id, n } of twice.all()) report('nothing is read twice', `${id}: ${n} times`)
}

type DocumentRow = { hash: string; bytes: number; state: string | null }

/** Every document has its file, byte for byte. A file that is being deleted belongs to no document. */
function checkDocuments(db: Database, dir: DataDir, report: Report): void {
  const rows = db
    .query<DocumentRow, []>(
      `SELECT DISTINCT documents.hash, documents.bytes, state FROM documents
       LEFT JOIN files ON files.hash = documents.hash AND kind = 'documents'`,
    )
    .all()
  for (const { hash, bytes, state } of rows) {
    if (state !== 'stored') report('a document has its file', `${hash} is ${state ?? 'unknown'}`)
    const found = hashOnDisk(dir.documents, hash)
    if (found !== hash) report('a document has its file', `${hash} is ${found} on the disk`)
    const { size } = Bun.file(join(dir.documents, hash.slice(0, 2), hash))
    if (size !== bytes) report('a document has its file', `${hash}: ${size} bytes, not ${bytes}`)
  }
  const unused = db.query<{ hash: string }, []>(
    `SELECT hash FROM files WHERE kind = 'documents' AND state = 'stored'
     AND hash NOT IN (SELECT hash FROM documents)`,
  )
  for (const { hash } of unused.all()) report('no orphan row', `the file ${hash} has no document`)
}

function orphanFiles(db: Database, dir: DataDir): string[] {
  const rows = db.query<{ kind: string; hash: string }, []>('SELECT kind, hash FROM files').all()
  const known = new Set(rows.map(({ kind, hash }) => `${kind}/${hash.slice(0, 2)}/${hash}`))
  return (['documents', 'images'] as const).flatMap((kind) =>
    filesBelow(dir[kind])
      .map((path) => `${kind}/${path}`)
      .filter((path) => !known.has(path)),
  )
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}

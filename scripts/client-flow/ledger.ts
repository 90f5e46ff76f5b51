import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Category } from '../../src/paper/categories.ts'

/** One scan as it was sent: what decides whether it must be delivered, and which others are its copies. */
export type Paper = {
  /** Never used twice: it tells which scan of the server is meant, also when the answer got lost. */
  filename: string
  category: Category
  /** It was sent with what another scanner read, so that it is successful at once and must be delivered. */
  eligible: boolean
  invoiceNo: string | null
  gstin: string | null
  vendorName: string | null
  invoiceDate: string | null
  /** SHA-256 of the document, hex. */
  document: string | null
}

/** What names scans in a call of mark-synced. */
export type Named = { ids: string[]; invoice_nos: string[] }

/**
 * A line of the ledger. `sending` and `marking` stand there before the request leaves for the first time, the others
 * after its answer: so the order of the lines says what must have happened before what.
 */
export type Entry = { user: string } & (
  | { type: 'sending'; key: string; papers: Paper[] }
  | { type: 'uploaded'; key: string; ids: string[] }
  | { type: 'delivered'; id: string; filename: string; invoice_no: string | null }
  | ({ type: 'marking' } & Named)
  | ({ type: 'acknowledged'; updated: number; synced_at: string } & Named)
)

export type Ledger<Line = Entry> = {
  /** On the disk when it returns. */
  append(entries: readonly Line[]): void
  close(): void
}

/** Opens a ledger to append to; an existing one is continued. */
export function openLedger<Line = Entry>(file: string): Ledger<Line> {
  const handle = openSync(file, 'a', 0o600)
  return {
    append(entries) {
      if (entries.length === 0) return
      writeSync(handle, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      fsyncSync(handle)
    },
    close: () => closeSync(handle),
  }
}

/** All whole lines of a ledger. A last line without its end was being written: nobody has relied on it yet. */
export function readLedger<Line = Entry>(file: string): Line[] {
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
}

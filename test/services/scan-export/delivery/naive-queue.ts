import * as fc from 'fast-check'
import { foldText } from '../../../../src/platform/text.ts'
import { documents, scans } from '../../../../src/services/scan-export/tables.ts'
import type { ScanService } from '../../../support/scan-service.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'

/*
 * The rules of the queue once more, as plainly as they can be said, over a list in memory: what the real one is
 * compared with.
 */

export type NaiveScan = {
  id: string
  user: string
  category: 'vendor_invoice' | 'purchase_order'
  createdAt: number
  number: string
  gstin: string
  vendor: string
  date: string
  content: string | undefined
  separately: boolean
  synced: boolean
  /** Its values are to be checked: it is not listed, and hides others as if it were. */
  held: boolean
}

const gstins = ['', '27AAPFU0939F1ZV', '29AAGCB7383J1Z4']

/** Few users, numbers and sellers, so that scans meet often. */
export const anyScan = fc.record({
  user: fc.constantFrom('ravi', 'meena'),
  category: fc.constantFrom('vendor_invoice' as const, 'purchase_order' as const),
  createdAt: fc
    .oneof(fc.nat(6), fc.constantFrom(29.9, 30, 30.00001, 31))
    .map((days) => noon - Math.round(days * dayMs)),
  number: fc.constantFrom('', ' ', 'A-1', ' A-1 ', 'A-2', 'a-1'),
  gstin: fc.constantFrom(...gstins),
  vendor: fc.constantFrom('', 'Acme Traders', 'ACME  traders', 'Bharat Stores'),
  date: fc.constantFrom('', '2026-11-01', '2026-11-02'),
  content: fc.constantFrom(undefined, undefined, 'one paper', 'another'),
  separately: fc.constantFrom(false, false, false, true),
  synced: fc.constantFrom(false, false, false, true),
  held: fc.constantFrom(false, false, false, true),
})

/** Enters scans into an emptied database, and returns what the model knows of them. */
export async function enterAll(
  service: ScanService,
  inputs: readonly Omit<NaiveScan, 'id'>[],
): Promise<NaiveScan[]> {
  await service.database.write((conn) => {
    conn.delete(scans).run()
    conn.delete(documents).run()
  })
  const entered = await Promise.all(inputs.map((input) => enter(service, input)))
  await service.database.write((conn) => {
    for (const { id, synced } of entered) {
      if (!synced) continue
      conn.$client.query('UPDATE scans SET synced_at = ? WHERE id = ?').run(noon, id)
      conn.$client.query('DELETE FROM waiting_scans WHERE scan_id = ?').run(id)
    }
  })
  return entered
}

async function enter(service: ScanService, input: Omit<NaiveScan, 'id'>): Promise<NaiveScan> {
  const { user, category, createdAt, number, gstin, vendor, date, content } = input
  const { separately: deliverSeparately, held } = input
  const metadata = { invoice_no: number, gstin, vendor_name: vendor, invoice_date: date }
  const id = await service.addScan({
    userId: user,
    category,
    createdAt,
    metadata,
    earlier: {
      deliverSeparately,
      held,
      correction: held ? { invoice_metadata: metadata, line_items: [] } : null,
    },
    ...(held ? { failureReason: 'The values are to be checked.' } : {}),
    ...(content === undefined ? {} : { content }),
  })
  return { id, ...input }
}

export type NaiveSelection = {
  user?: string | undefined
  category?: NaiveScan['category'] | undefined
  withSeller?: boolean
}

/** The unsynced list: of each number the oldest that the call selects, oldest first. */
export function naiveList(all: readonly NaiveScan[], selection: NaiveSelection): NaiveScan[] {
  const { user, category, withSeller = false } = selection
  const selected = all
    .filter((scan) => !scan.synced && scan.createdAt >= noon - 30 * dayMs)
    .filter((scan) => user === undefined || scan.user === user)
    .filter((scan) => category === undefined || scan.category === category)
    .toSorted(byAge)
  const seen = new Set<string>()
  const oldest = selected.filter((scan) => {
    const number = scan.number.trim()
    if (number === '' || scan.separately) return true
    const seller = scan.gstin === '' ? foldText(scan.vendor) : scan.gstin
    const key = withSeller ? JSON.stringify([seller, number]) : number
    return seen.size !== seen.add(key).size
  })
  return oldest.filter(({ held }) => !held)
}

/** What marking a scan by its id settles beside it. */
export function naiveCopies(all: readonly NaiveScan[], marked: NaiveScan): NaiveScan[] {
  return all.filter(
    (other) =>
      !other.synced &&
      !other.separately &&
      other.user === marked.user &&
      other.category === marked.category &&
      byAge(marked, other) < 0 &&
      isSamePaper(marked, other),
  )
}

function isSamePaper(a: NaiveScan, b: NaiveScan): boolean {
  if (a.content !== undefined && a.content === b.content) return true
  const number = a.number.trim()
  if (number === '' || number !== b.number.trim()) return false
  return (
    agree(a.gstin, b.gstin) &&
    agree(foldText(a.vendor), foldText(b.vendor)) &&
    agree(a.date, b.date)
  )
}

function agree(one: string, other: string): boolean {
  return one === '' || other === '' || one === other
}

function byAge(a: NaiveScan, b: NaiveScan): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

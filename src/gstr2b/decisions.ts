import { query, type Conn, type Params } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import type { ScanExportDeps } from '../services/scan-export/service.ts'
import { recordHistory } from './history.ts'
import { lt } from 'drizzle-orm'
import { deleteIn, findIn, insertInto } from '../platform/db/statements.ts'
import { gstr2bDecisions } from './tables.ts'

/** What a person may decide about a filed bill, or about a kept bill that is in no GSTR-2B. */
export const verdictsOfBill = ['same', 'apart', 'unsaid', 'asked', 'ignored', 'open'] as const

/**
 * `same`: it is the bill `billId`. `apart`: it is not. `unsaid`: takes `same` or `apart` back. `asked`: somebody asked the seller.
 * `ignored`: nothing needs to be done. `open`: takes `asked` or `ignored` back. `note`: the person's words.
 */
type BillVerdict = {
  subject: string
  verdict: (typeof verdictsOfBill)[number]
  billId?: string | undefined
  note?: string | undefined
}

/** A decision as stored. */
export type BillDecision = {
  subject: string
  billId: string | null
  notBills: readonly string[]
  mark: 'asked' | 'ignored' | null
  note: string
  decidedAt: number
}

/** The most bills that a filed bill is decided not to be. */
const notBillsMax = 100

/** The subject of a kept bill that is in no GSTR-2B. */
export function subjectOfBill(billId: string): string {
  return `bill:${billId}`
}

/** Stores decisions, all or none. Throws AppError `invalid_request`. */
export async function decideOnBills(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  verdicts: readonly BillVerdict[],
  by: string | null,
): Promise<void> {
  await database.write((conn) => {
    const now = clock.now()
    for (const verdict of verdicts) decide(conn, verdict, by, now)
    recordHistory(conn, now, {
      action: 'gstr-2b decided',
      ...(by === null ? {} : { userId: by }),
      details: { verdict: verdicts[0]?.verdict, bills: verdicts.length },
    })
  })
}

function decide(conn: Conn, verdict: BillVerdict, by: string | null, now: number): void {
  const { subject } = verdict
  const stored = findDecision(conn).get({ subject })
  const before =
    stored === undefined ? undecided : { ...stored, notBills: readIds(stored.notBills) }
  const after = changedBy(before, verdict)
  deleteDecision(conn).run({ subject })
  const says =
    after.billId !== null || after.mark !== null || after.notBills.length > 0 || after.note !== ''
  if (!says) return
  const { billId, notBills, mark, note } = after
  insertDecision(conn).run({
    subject,
    billId,
    notBills: JSON.stringify(notBills),
    mark,
    note,
    decidedAt: now,
    decidedBy: by,
  })
}

type Said = Pick<BillDecision, 'billId' | 'notBills' | 'mark' | 'note'>

const undecided: Said = { billId: null, notBills: [], mark: null, note: '' }

function changedBy(before: Said, { verdict, billId, note = before.note }: BillVerdict): Said {
  switch (verdict) {
    case 'same': {
      const id = requireBill(billId)
      return { ...before, note, billId: id, notBills: before.notBills.filter((one) => one !== id) }
    }
    case 'apart': {
      const id = requireBill(billId)
      const notBills = [...new Set([...before.notBills, id])].slice(-notBillsMax)
      return { ...before, note, billId: before.billId === id ? null : before.billId, notBills }
    }
    case 'unsaid': {
      const id = requireBill(billId)
      const notBills = before.notBills.filter((one) => one !== id)
      return { ...before, note, billId: before.billId === id ? null : before.billId, notBills }
    }
    case 'asked':
    case 'ignored':
      return { ...before, note, mark: verdict }
    case 'open':
      return { ...before, note, mark: null }
    default:
      return verdict satisfies never
  }
}

function requireBill(billId: string | undefined): string {
  if (billId !== undefined) return billId
  throw new AppError('invalid_request', 'Say which bill is meant.', { field: 'billId' })
}

export function readIds(text: string): string[] {
  const ids: unknown = JSON.parse(text)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

const insertDecision = insertInto(gstr2bDecisions)

const findDecision = findIn(gstr2bDecisions, 'subject')

const deleteDecision = deleteIn(gstr2bDecisions, 'subject')

export const listDecisions = query((conn) => conn.select().from(gstr2bDecisions))

export const deleteDecisionsBefore = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(gstr2bDecisions).where(lt(gstr2bDecisions.decidedAt, before)),
)

import { sql } from 'drizzle-orm'
import { query, snapshot, type Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import type { ScanExportDeps } from '../services/scan-export/service.ts'
import { readIds, listDecisions, type BillDecision } from './decisions.ts'
import { countMonths, type Counts } from './entries/counts.ts'
import { followDocuments, listKeptBills } from './kept-bills.ts'
import type { FiledBill, KeptBill } from './matching/bill.ts'
import { pairOf, type Decided } from './matching/match.ts'
import { placeBills, type Places } from './matching/places.ts'
import { filedBills, readRows, listMonthRows, listMonths, type MonthHead } from './months.ts'
import { gstr2bDecisions, gstr2bMonths, keptBills } from './tables.ts'

/** All months matched with all bills, and all decisions. */
export type Reconciliation = Places & {
  /** The imported months, the last first. */
  months: readonly MonthHead[]
  decisions: ReadonlyMap<string, BillDecision>
  /** Totals of the months that have lines. */
  counts: ReadonlyMap<string, Counts>
}

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names'>

/** The reconciliation as it stands now. Includes new documents, unless nothing can be written. */
export async function reconcile(deps: Deps): Promise<Reconciliation> {
  await bringUp(deps)
  return reconciled(deps.database.read).current()
}

/** Reading must not fail on a standby, on a full disk, or while another process writes. */
async function bringUp(deps: Deps): Promise<void> {
  if (deps.database.writeRefusal() !== undefined) return
  try {
    await followDocuments(deps)
  } catch (error) {
    if (!isRefusedForNow(error)) throw error
  }
}

function isRefusedForNow(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === 'out_of_space' || error.code === 'unavailable')
  )
}

const reconciled = query((conn) => new Reconciled(conn))

/** Kept only in memory, and computed anew when any part has changed. Nothing is stored. */
class Reconciled {
  readonly #conn: Conn
  #state = ''
  #known: Reconciliation | undefined
  /** By the `seq` of the month's import, which another import of the month does not share. */
  #filed = new Map<number, FiledBill[]>()

  constructor(conn: Conn) {
    this.#conn = conn
  }

  current(): Reconciliation {
    return snapshot(this.#conn, () => {
      const state = this.#stateNow()
      if (this.#known !== undefined && state === this.#state) return this.#known
      const known = this.#find()
      this.#state = state
      this.#known = known
      return known
    })
  }

  #stateNow(): string {
    return tableStates.map((find) => find(this.#conn).get()?.state).join(' ')
  }

  #find(): Reconciliation {
    const months = listMonths(this.#conn).all()
    this.#filed = new Map(months.map(({ seq, period }) => [seq, this.#filedIn(seq, period)]))
    const filed = [...this.#filed.values()].flat()
    const decisions = decisionsIn(this.#conn)
    const due = new Set(months.map(({ period }) => period))
    const places = placeBills(filed, billsIn(this.#conn), decidedIn(decisions), due)
    return { ...places, months, decisions, counts: countMonths(places, decisions) }
  }

  #filedIn(seq: number, period: string): FiledBill[] {
    const known = this.#filed.get(seq)
    if (known !== undefined) return known
    return filedBills(period, readRows(listMonthRows(this.#conn).get({ seq })?.rows ?? '[]'))
  }
}

/** Identify the states of the three tables: see tables.ts. */
const tableStates = [gstr2bMonths, keptBills, gstr2bDecisions].map((table) =>
  query((conn) =>
    conn.select({ state: sql<string>`count(*) || '/' || max(${table.seq})` }).from(table),
  ),
)

function billsIn(conn: Conn): KeptBill[] {
  return listKeptBills(conn)
    .all()
    .map(({ scanId, ...bill }) => ({ ...bill, id: scanId }))
}

function decisionsIn(conn: Conn): Map<string, BillDecision> {
  const all = listDecisions(conn).all()
  return new Map(
    all.map(({ subject, billId, notBills, mark, note, decidedAt }) => [
      subject,
      { subject, billId, notBills: readIds(notBills), mark, note, decidedAt },
    ]),
  )
}

function decidedIn(decisions: ReadonlyMap<string, BillDecision>): Decided {
  const linked = new Map<string, string>()
  const apart = new Set<string>()
  for (const { subject, billId, notBills } of decisions.values()) {
    if (billId !== null) linked.set(subject, billId)
    for (const id of notBills) apart.add(pairOf(subject, id))
  }
  return { linked, apart }
}

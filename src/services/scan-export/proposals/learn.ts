import { and, count, eq, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { deleteIn, insertInto, pickIn, storeIn } from '../../../platform/db/statements.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { normaliseDocument, readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { scans } from '../tables.ts'
import { workOff } from '../../../platform/turns.ts'
import { recordHistory } from '../history.ts'
import { countKnownSellers, forgetHabits } from '../reading/habits/habits.ts'
import { textAt } from '../../../paper/checks/document.ts'
import { billFacts, type Line } from '../../../paper/facts.ts'
import { documentOf } from '../../../paper/paper.ts'
import { learntBills, learntItems, learntSellers } from './tables.ts'

/*
 * What bills say about sellers and their products, in tables that outlive the bills. Daybook learns a bill when a person saves it, or when
 * it has read it without a doubt. It learns all others at night, before it deletes old bills.
 */

/** The most rows kept. Those that no bill mentioned for the longest time go first. A shop has some hundred sellers. */
const sellersMax = 5_000
const itemsMax = 50_000

/** Bills per query. */
const billsAtOnce = 50

type Deps = Pick<ScanExportDeps, 'rules' | 'names'>

/** Learns every bill that was read since the last run. Stops between two bills when the signal aborts. */
export async function learnNewBills(
  deps: Deps & Pick<ScanExportDeps, 'database'>,
  signal?: AbortSignal,
): Promise<void> {
  let position: Age = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }
  const slices = deps.database.writeEach(
    (conn) => listNewBills(conn).all({ ...position, limit: billsAtOnce }),
    { isPatient: true },
    (conn, some) => {
      let last = position
      for (const bill of some) {
        learnBill(conn, deps, bill.id)
        last = bill
      }
      return last
    },
  )
  for await (const last of slices) {
    position = last
    if (signal?.aborted === true) return
  }
  await deps.database.write(keepNewest, { alone: true })
}

/** Learns one bill as it stands now, instead of what Daybook learnt from it before. Learns nothing from a document that is no bill. */
export function learnBill(conn: Conn, deps: Deps, id: string): void {
  const stored = findBill(conn).get({ id })
  if (stored === undefined) return
  const before = findLearntBill(conn).get({ scanId: id })?.sellerSeq
  const bill = readStored(conn, deps, stored)
  const sellerSeq = bill === undefined ? nobody : learnSeller(conn, bill.seller, bill.day)
  if (bill !== undefined) {
    for (const item of bill.items) learnItem(conn).run({ ...item, sellerSeq, day: bill.day })
  }
  if (before === sellerSeq) return
  if (before !== undefined) takeBillFrom(conn, before)
  countBill(conn).run({ seq: sellerSeq })
  setLearntBill(conn).run({ scanId: id, sellerSeq })
}

/** Before a bill that came in by mistake is deleted. A seller that no other bill named is deleted with it. */
export function unlearnBill(conn: Conn, scanId: string): void {
  const learnt = findLearntBill(conn).get({ scanId })
  if (learnt === undefined) return
  takeBillFrom(conn, learnt.sellerSeq)
  deleteLearntBill(conn).run({ scanId })
}

/** Only bills: a purchase order says what the shop wanted, and a bank statement has no seller. */
const category = 'vendor_invoice'

/** The seller of a bill that names none. */
const nobody = 0

function readStored(conn: Conn, { rules, names }: Deps, { read, createdAt }: StoredBill) {
  const bill = readBill(normaliseDocument(readDocument(read), category, rules(conn).rules))
  if (bill === undefined) return undefined
  const name = names(conn).vendors.canonical(bill.seller.name) ?? bill.seller.name
  // A misread date in the future would come before all others for years.
  const came = new Date(createdAt).toISOString().slice(0, 10)
  const day = bill.day === null || bill.day > came ? came : bill.day
  return { ...bill, seller: { ...bill.seller, name }, day }
}

function learnSeller(conn: Conn, seller: SellerOnBill, day: string): number {
  const key = { foldedName: foldText(seller.name), gstin: seller.gstin }
  const known = findSeller(conn).get(key)
  if (known === undefined) insertSeller(conn).run({ ...key, ...seller, bills: 0, day })
  else if (day >= known.day) updateSeller(conn).run({ ...seller, seq: known.seq, day })
  return known?.seq ?? findSeller(conn).get(key)?.seq ?? nobody
}

function takeBillFrom(conn: Conn, seq: number): void {
  discountBill(conn).run({ seq })
  deleteUnnamed(conn).run({ seq })
}

function keepNewest(conn: Conn): void {
  deleteOldestSellers(conn).run({ kept: sellersMax })
  deleteOldestItems(conn).run({ kept: itemsMax })
}

type StoredBill = { createdAt: number; read: string }

const findBill = query((conn, { id }: Params<{ id: string }>) =>
  conn
    .select({
      createdAt: scans.createdAt,
      read: sql<string>`coalesce(${scans.correction}, ${scans.raw})`,
    })
    .from(scans)
    .where(and(eq(scans.id, id), eq(scans.category, category), eq(scans.status, 'successful'))),
)

/** A place in the order in which bills came in. */
type Age = { createdAt: number; id: string }

/** Bills after a position that were not learnt, the oldest first. Leaves out copies. */
const listNewBills = query((conn, { createdAt, id, limit }: Params<Age & { limit: number }>) =>
  conn
    .select({ id: scans.id, createdAt: scans.createdAt })
    .from(scans)
    .where(
      and(
        sql`(${scans.createdAt}, ${scans.id}) > (${createdAt}, ${id})`,
        eq(scans.category, category),
        eq(scans.status, 'successful'),
        sql`${scans.duplicateOf} IS NULL AND ${scans.sameAs} IS NULL`,
        sql`NOT EXISTS (SELECT 1 FROM ${learntBills} WHERE ${learntBills.scanId} = ${scans.id})`,
      ),
    )
    .orderBy(scans.createdAt, scans.id)
    .limit(limit),
)

type BySeq = Params<{ seq: number }>

const findSeller = pickIn(learntSellers, ['foldedName', 'gstin'], ['seq', 'day'])

const insertSeller = insertInto(learntSellers)

/** Keeps values that the newer bill does not have. */
const updateSeller = query(
  (conn, p: Params<Omit<SellerOnBill, 'gstin'> & { seq: number; day: string }>) =>
    conn
      .update(learntSellers)
      .set({
        name: sql`${p.name}`,
        day: sql`${p.day}`,
        state: sql`coalesce(${p.state}, ${learntSellers.state})`,
        placeOfSupply: sql`coalesce(${p.placeOfSupply}, ${learntSellers.placeOfSupply})`,
        terms: sql`coalesce(${p.terms}, ${learntSellers.terms})`,
      })
      .where(eq(learntSellers.seq, p.seq)),
)

const countBill = query((conn, { seq }: BySeq) =>
  conn
    .update(learntSellers)
    .set({ bills: sql`${learntSellers.bills} + 1` })
    .where(eq(learntSellers.seq, seq)),
)

const discountBill = query((conn, { seq }: BySeq) =>
  conn
    .update(learntSellers)
    .set({ bills: sql`${learntSellers.bills} - 1` })
    .where(eq(learntSellers.seq, seq)),
)

const deleteUnnamed = query((conn, { seq }: BySeq) =>
  conn
    .delete(learntSellers)
    .where(and(eq(learntSellers.seq, seq), sql`${learntSellers.bills} <= 0`)),
)

/** An older bill that comes in later changes nothing. Keeps values that the newer bill does not have. */
const learnItem = query((conn, p: Params<ItemOnBill & { sellerSeq: number; day: string }>) =>
  conn
    .insert(learntItems)
    .values({
      sellerSeq: p.sellerSeq,
      foldedName: p.foldedName,
      name: p.name,
      hsn: p.hsn,
      unit: p.unit,
      gstPct: p.gstPct,
      ratePaise: p.ratePaise,
      day: p.day,
      place: p.place,
    })
    .onConflictDoUpdate({
      target: [learntItems.sellerSeq, learntItems.foldedName],
      set: {
        name: sql`excluded.name`,
        hsn: sql`coalesce(excluded.hsn, ${learntItems.hsn})`,
        unit: sql`coalesce(excluded.unit, ${learntItems.unit})`,
        gstPct: sql`coalesce(excluded.gst_pct, ${learntItems.gstPct})`,
        ratePaise: sql`coalesce(excluded.rate_paise, ${learntItems.ratePaise})`,
        day: sql`excluded.day`,
        place: sql`excluded.place`,
      },
      setWhere: sql`excluded.day >= ${learntItems.day}`,
    }),
)

const findLearntBill = pickIn(learntBills, ['scanId'], ['sellerSeq'])

const setLearntBill = storeIn(learntBills, ['scanId'])

const deleteLearntBill = deleteIn(learntBills, 'scanId')

const deleteOldestSellers = query((conn, { kept }: Params<{ kept: number }>) =>
  conn
    .delete(learntSellers)
    .where(
      sql`${learntSellers.seq} IN (SELECT seq FROM learnt_sellers ORDER BY day DESC, seq DESC LIMIT -1 OFFSET ${kept})`,
    ),
)

const deleteOldestItems = query((conn, { kept }: Params<{ kept: number }>) =>
  conn
    .delete(learntItems)
    .where(
      sql`${learntItems}.rowid IN (SELECT rowid FROM learnt_items ORDER BY day DESC, rowid DESC LIMIT -1 OFFSET ${kept})`,
    ),
)

/** Rows that one statement deletes. */
const rowsAtOnce = 200

/** How many sellers and items Daybook can propose, and for how many sellers it knows how their bills look. */
export function countLearnt(conn: Conn): { sellers: number; items: number; habits: number } {
  const sellers = conn.select({ n: count() }).from(learntSellers).get()?.n ?? 0
  const items = conn.select({ n: count() }).from(learntItems).get()?.n ?? 0
  return { sellers, items, habits: countKnownSellers(conn) }
}

/** Forgets everything. `by` is the owner. Still remembers which bills were learnt, so that the nightly run does not learn them again. */
export async function forgetLearnt(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const details = countLearnt(conn)
    if (details.sellers + details.habits === 0) return
    forgetHabits(conn)
    recordHistory(conn, clock.now(), { action: 'proposals forgotten', userId: by, details })
  })
  while (!(await database.write(forgetSome, { alone: true })));
}

/** Returns whether nothing is left. */
function forgetSome(conn: Conn): boolean {
  return workOff(
    () => deleteSomeItems(conn).all().length + deleteSomeSellers(conn).all().length > 0,
  )
}

const deleteSomeItems = query((conn) =>
  conn
    .delete(learntItems)
    .where(sql`${learntItems}.rowid IN (SELECT rowid FROM learnt_items LIMIT ${rowsAtOnce})`)
    .returning({ place: learntItems.place }),
)

/** Sellers that have no items left. */
const deleteSomeSellers = query((conn) =>
  conn
    .delete(learntSellers)
    .where(
      sql`${learntSellers.seq} IN (SELECT seq FROM learnt_sellers
        WHERE NOT EXISTS (SELECT 1 FROM learnt_items WHERE seller_seq = seq) LIMIT ${rowsAtOnce})`,
    )
    .returning({ seq: learntSellers.seq }),
)

/** Lines to learn from one bill. No shop buys more of one seller at once. */
const linesMax = 200

/** Characters of a name, a code or a term. A longer text is none of these. */
const textMax = 200

/** What a bill says about its seller. `gstin` is '' where nobody read one. */
type SellerOnBill = {
  name: string
  gstin: string
  state: string | null
  placeOfSupply: string | null
  terms: string | null
}

/** What a bill says about one product. `place` is its line, from 0. */
type ItemOnBill = {
  foldedName: string
  name: string
  hsn: string | null
  unit: string | null
  gstPct: number | null
  ratePaise: number | null
  place: number
}

/**
 * What Daybook can learn from a normalised bill. Undefined for a bill without a seller, and for any other paper: a note or an estimate does
 * not say what the shop paid.
 */
function readBill(data: ScanData) {
  const document = documentOf(data, 'vendor_invoice')
  const facts = billFacts(document)
  const name = short(facts.seller.name)
  if (name === null || facts.kind !== 'bill') return undefined
  const { head } = document
  const seller: SellerOnBill = {
    name,
    gstin: facts.seller.gstin ?? '',
    state: short(textAt(head, 'state')),
    placeOfSupply: short(textAt(head, 'place_of_supply')),
    terms: short(textAt(head, 'payment_terms')),
  }
  return { seller, day: facts.day ?? null, items: itemsOf(facts.lines, facts.gstPercent) }
}

/** The first line of each product name. */
function itemsOf(lines: readonly Line[], usualPercent: number | undefined): ItemOnBill[] {
  const items = new Map<string, ItemOnBill>()
  for (const [place, line] of lines.slice(0, linesMax).entries()) {
    const name = short(line.productName) ?? short(line.description)
    if (name === null) continue
    const foldedName = foldText(name)
    if (items.has(foldedName)) continue
    items.set(foldedName, {
      foldedName,
      name,
      hsn: line.hsn ?? null,
      unit: short(line.printedUnit),
      gstPct: [line.gstPercent, usualPercent].find(isPercent) ?? null,
      ratePaise: inPaise(line.rate),
      place,
    })
  }
  return [...items.values()]
}

function isPercent(percent: number | undefined): boolean {
  return percent !== undefined && percent <= 100
}

function inPaise(rupees: number | undefined): number | null {
  // No rate has ten decimals of a paisa. A double's noise begins behind them.
  return rupees === undefined || rupees <= 0 ? null : Number((rupees * 100).toFixed(10))
}

function short(text = ''): string | null {
  return text === '' || text.length > textMax ? null : text
}

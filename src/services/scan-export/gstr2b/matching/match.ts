import type { FiledBill, KeptBill } from './bill.ts'
import { rungs, type How, type Rung } from './rungs.ts'
import { cleanNumber, financialYear } from './numbers.ts'

/** What people decided: which bill a filed one is (`key` → id), and which it is not (as `pairOf` writes it). */
export type Decided = {
  readonly linked: ReadonlyMap<string, string>
  readonly apart: ReadonlySet<string>
}

export type Link = { how: How; filed: FiledBill; bill: KeptBill }

/** What belongs together. Each filed bill and each kept one is in one link at most. */
export type Matching = {
  /** By the filed bill's id. */
  links: ReadonlyMap<string, Link>
  /** By the kept bill's id. */
  linksOfBills: ReadonlyMap<string, Link>
  /** What a later month says anew, by id → what it says. */
  replaced: ReadonlyMap<string, FiledBill>
  /** Bills that came twice, by id → the one that counts. */
  copies: ReadonlyMap<string, KeptBill>
}

export function pairOf(key: string, billId: string): string {
  return `${key}\n${billId}`
}

/**
 * Matches what suppliers filed with the bills that are kept, from the most certain sign to the least: what a person decided, then number
 * and amounts, number alone, a similar number, amounts alone, another registration. The order in which both come changes nothing.
 */
export function matchBills(
  filed: readonly FiledBill[],
  bills: readonly KeptBill[],
  decided: Decided,
): Matching {
  const replaced = replacedAmong(filed)
  const copies = copiesAmong(bills)
  const desk = new Desk(
    filed.filter(({ id }) => !replaced.has(id)).toSorted((a, b) => byText(a.id, b.id)),
    bills
      .filter(({ id }) => !copies.has(id))
      .toSorted((a, b) => byText(a.day, b.day) || byText(a.id, b.id)),
    decided.apart,
  )
  desk.linkDecided(decided.linked)
  for (const rung of rungs) desk.climb(rung)
  return { links: desk.links, linksOfBills: desk.linksOfBills, replaced, copies }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Bills of one supplier that may be a filed one and are looked at: those of the nearest days. */
const candidatesMax = 30

type Candidate = { filed: FiledBill; bill: KeptBill; rank: number; place: number }

/** What is not linked yet, in one order. */
class Desk {
  readonly links = new Map<string, Link>()
  readonly linksOfBills = new Map<string, Link>()
  readonly #filed: readonly FiledBill[]
  readonly #bills: readonly KeptBill[]
  readonly #apart: ReadonlySet<string>

  constructor(filed: readonly FiledBill[], bills: readonly KeptBill[], apart: ReadonlySet<string>) {
    this.#filed = filed
    this.#bills = bills
    this.#apart = apart
  }

  linkDecided(linked: Decided['linked']): void {
    if (linked.size === 0) return
    const byId = new Map(this.#bills.map((bill) => [bill.id, bill]))
    for (const filed of this.#filed) {
      const bill = byId.get(linked.get(filed.key) ?? '')
      if (bill !== undefined) this.#link({ how: 'decided', filed, bill })
    }
  }

  climb(rung: Rung): void {
    const found = this.#candidates(rung)
    const chosen = rung.isAlone === true ? aloneAmong(found) : found
    const order = chosen.toSorted((a, b) => a.rank - b.rank || a.place - b.place)
    for (const { filed, bill } of order) this.#link({ how: rung.how, filed, bill })
  }

  /** A link of what is linked already is none. */
  #link(link: Link): void {
    if (this.links.has(link.filed.id) || this.linksOfBills.has(link.bill.id)) return
    this.links.set(link.filed.id, link)
    this.linksOfBills.set(link.bill.id, link)
  }

  #candidates({ filedKeys, billKeys, fits, rank }: Rung): Candidate[] {
    const index = new Map<string, KeptBill[]>()
    for (const bill of this.#bills) {
      if (this.linksOfBills.has(bill.id)) continue
      for (const key of billKeys(bill)) {
        const same = index.get(key)
        if (same === undefined) index.set(key, [bill])
        else same.push(bill)
      }
    }
    const found: Candidate[] = []
    for (const filed of this.#filed) {
      if (this.links.has(filed.id)) continue
      const near = new Set(filedKeys(filed).flatMap((key) => nearest(index.get(key), filed.day)))
      for (const bill of near) {
        if (this.#apart.has(pairOf(filed.key, bill.id)) || !fits(filed, bill)) continue
        found.push({ filed, bill, rank: rank(filed, bill), place: found.length })
      }
    }
    return found
  }
}

/** Those around a day, of bills that are in the order of their days. */
function nearest(bills: readonly KeptBill[] | undefined, day: string): readonly KeptBill[] {
  if (bills === undefined || bills.length <= candidatesMax) return bills ?? []
  let [low, high] = [0, bills.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bills[middle]?.day ?? '') < day) low = middle + 1
    else high = middle
  }
  const first = Math.max(0, Math.min(low - candidatesMax / 2, bills.length - candidatesMax))
  return bills.slice(first, first + candidatesMax)
}

/** Where several could be meant nobody knows which. */
function aloneAmong(found: readonly Candidate[]): Candidate[] {
  const [ofFiled, ofBill] = [new Map<string, number>(), new Map<string, number>()]
  for (const { filed, bill } of found) {
    ofFiled.set(filed.id, (ofFiled.get(filed.id) ?? 0) + 1)
    ofBill.set(bill.id, (ofBill.get(bill.id) ?? 0) + 1)
  }
  return found.filter(({ filed, bill }) => ofFiled.get(filed.id) === 1 && ofBill.get(bill.id) === 1)
}

/* What does not count: bills that came twice, and what suppliers said otherwise later. */

/**
 * Filed bills that a later month amends, or brings once more with the same number and day, by id → what stands in their place.
 * What one month says twice counts twice: its supplier has to mend that. What the shop rejected takes nobody's place.
 */
function replacedAmong(filed: readonly FiledBill[]): Map<string, FiledBill> {
  const inOrder = filed.toSorted(
    (a, b) => compare(a.period, b.period) || amends(a) - amends(b) || compare(a.id, b.id),
  )
  const replaced = new Map<string, FiledBill>()
  const latest = new Map<string, FiledBill>()
  for (const bill of inOrder) {
    const own = identityOf(bill, bill.number, bill.day)
    const original =
      bill.originalNumber === '' ? own : identityOf(bill, bill.originalNumber, bill.originalDay)
    for (const identity of new Set([original, own])) {
      const before = latest.get(identity)
      if (before !== undefined && bill.isRejected) continue
      if (before !== undefined && isLater(bill, before)) replaced.set(before.id, bill)
      latest.set(identity, bill)
    }
  }
  return replaced
}

function amends({ section }: FiledBill): number {
  return section.endsWith('a') ? 1 : 0
}

function isLater(bill: FiledBill, before: FiledBill): boolean {
  return bill.id !== before.id && (bill.period !== before.period || bill.section !== before.section)
}

function identityOf({ gstin, kind }: FiledBill, number: string, day: string): string {
  return [gstin, kind, day, cleanNumber(number, day)].join('|')
}

/**
 * Bills that came before, by id → the first one: the same seller gives a number once a year (source: CGST Rules, rule 46(b)).
 * Some give it again all the same, and numbers are misread: so the day or the total has to be the same too.
 */
function copiesAmong(bills: readonly KeptBill[]): Map<string, KeptBill> {
  const inOrder = bills.toSorted((a, b) => a.seenAt - b.seenAt || compare(a.id, b.id))
  const copies = new Map<string, KeptBill>()
  const firsts = new Map<string, KeptBill[]>()
  for (const bill of inOrder) {
    const { gstin, kind, number, day } = bill
    const clean = cleanNumber(number, day)
    if (gstin === '' || clean === '') continue
    const identity = [gstin, kind, financialYear(day), clean].join('|')
    const before = firsts.get(identity)
    const first = before?.find((one) => isCopy(bill, one))
    if (first !== undefined) copies.set(bill.id, first)
    else if (before === undefined) firsts.set(identity, [bill])
    else before.push(bill)
  }
  return copies
}

function isCopy(bill: KeptBill, before: KeptBill): boolean {
  return (
    (bill.day !== '' && bill.day === before.day) ||
    (bill.total !== null && bill.total === before.total)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

import { type FiledBill, type KeptBill, taxOfBill, taxOfFiled } from './bill.ts'
import {
  cleanNumber,
  compare,
  financialYear,
  gstinDistance,
  likeness,
  mayBeOneYear,
  panOf,
} from './numbers.ts'
import { agreementOf, isOneSupply } from './differences.ts'

/** Decisions of people: which bill a filed bill is (`key` → id), and which it is not (as `pairOf` writes it). */
export type Decided = {
  readonly linked: ReadonlyMap<string, string>
  readonly apart: ReadonlySet<string>
}

export type Link = { how: How; filed: FiledBill; bill: KeptBill }

/** Which bills belong together. Each filed bill and each kept bill is in one link at most. */
export type Matching = {
  /** By the filed bill's id. */
  links: ReadonlyMap<string, Link>
  /** By the kept bill's id. */
  linksOfBills: ReadonlyMap<string, Link>
  /** Filed bills that a later month states again, by id → the later bill. */
  replaced: ReadonlyMap<string, FiledBill>
  /** Bills that came in twice, by id → the one that counts. */
  copies: ReadonlyMap<string, KeptBill>
}

export function pairOf(key: string, billId: string): string {
  return `${key}\n${billId}`
}

/**
 * Matches filed bills with kept bills, from the most certain sign to the least: a decision, then number and amounts, number alone, a
 * similar number, amounts alone, another registration. The order of the input does not matter.
 */
export function matchBills(
  filed: readonly FiledBill[],
  bills: readonly KeptBill[],
  decided: Decided,
): Matching {
  const replaced = replacedAmong(filed)
  const copies = copiesAmong(bills)
  const desk = new Desk(
    filed.filter(({ id }) => !replaced.has(id)).toSorted((a, b) => compare(a.id, b.id)),
    bills
      .filter(({ id }) => !copies.has(id))
      .toSorted((a, b) => compare(a.day, b.day) || compare(a.id, b.id)),
    decided.apart,
  )
  desk.linkDecided(decided.linked)
  for (const rung of rungs) desk.climb(rung)
  return { links: desk.links, linksOfBills: desk.linksOfBills, replaced, copies }
}

/** How many bills of a supplier are compared with a filed bill: those of the nearest days. */
const candidatesMax = 30

type Candidate = { filed: FiledBill; bill: KeptBill; rank: number; place: number }

/** The bills that are not linked yet, in a fixed order. */
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

  /** Does nothing when either side is linked already. */
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

/** The bills around a day. `bills` are sorted by day. */
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

/** Where several bills are possible, nobody knows which is meant. */
function aloneAmong(found: readonly Candidate[]): Candidate[] {
  const [ofFiled, ofBill] = [new Map<string, number>(), new Map<string, number>()]
  for (const { filed, bill } of found) {
    ofFiled.set(filed.id, (ofFiled.get(filed.id) ?? 0) + 1)
    ofBill.set(bill.id, (ofBill.get(bill.id) ?? 0) + 1)
  }
  return found.filter(({ filed, bill }) => ofFiled.get(filed.id) === 1 && ofBill.get(bill.id) === 1)
}

/* Bills that do not count: bills that came in twice, and filed bills that suppliers restated later. */

/**
 * Filed bills that a later month amends, or repeats with the same number and day, by id → the bill that replaces each. A bill that one
 * month states twice counts twice: its supplier must correct that. A bill that the shop rejected replaces none.
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
 * Bills that came in before, by id → the first one. A seller uses a number once a year (source: CGST Rules, rule 46(b)). Some reuse
 * numbers, and numbers are misread. So the day or the total must be the same too.
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

/** The sign by which a filed bill and a kept bill were matched. `decided`: a person decided. */
type How =
  | 'decided'
  | 'exact'
  | 'rounded'
  | 'number'
  | 'similar number'
  | 'amounts'
  | 'other registration'
  | 'misread GSTIN'

/** One sign. Bills with a common key are compared. Of several that fit, the lowest rank wins; with `isAlone`, none does. */
type Rung = {
  how: How
  filedKeys(filed: FiledBill): string[]
  billKeys(bill: KeptBill): string[]
  fits(filed: FiledBill, bill: KeptBill): boolean
  rank(filed: FiledBill, bill: KeptBill): number
  isAlone?: true
}

/** The most characters in which a misread GSTIN differs. */
const misreadMax = 2

type Keys = Pick<Rung, 'filedKeys' | 'billKeys' | 'rank'>

const bySupplierAndNumber: Keys = {
  billKeys(bill) {
    const number = numberOf(bill)
    return number === '' || bill.gstin === '' ? [] : [`${bill.gstin}|${sideOf(bill)}|${number}`]
  },
  filedKeys: (filed) =>
    numbersOf(filed).map((number) => `${filed.gstin}|${sideOf(filed)}|${number}`),
  rank: daysBetween,
}

const byNumber: Keys = {
  billKeys(bill) {
    const number = numberOf(bill)
    return number === '' ? [] : [`${sideOf(bill)}|${number}`]
  },
  filedKeys: (filed) =>
    filed.gstin === '' ? [] : numbersOf(filed).map((number) => `${sideOf(filed)}|${number}`),
  rank: daysBetween,
}

/** By total or by tax, in whole rupees and the rupees next to them: either may be misread, and the total may be rounded. */
const bySupplierAndAmount: Keys = {
  billKeys(bill) {
    if (bill.gstin === '') return []
    const tax = taxOfBill(bill)
    const start = `${bill.gstin}|${sideOf(bill)}`
    return [
      ...(bill.total === null ? [] : [`${start}|total|${rupeesOf(bill.total)}`]),
      ...(tax === null || tax === 0 ? [] : [`${start}|tax|${rupeesOf(tax)}`]),
    ]
  },
  filedKeys(filed) {
    if (filed.gstin === '') return []
    const start = `${filed.gstin}|${sideOf(filed)}`
    const [total, tax] = [rupeesOf(filed.value), rupeesOf(taxOfFiled(filed))]
    return [-1, 0, 1].flatMap((near) => [
      `${start}|total|${total + near}`,
      `${start}|tax|${tax + near}`,
    ])
  },
  rank: daysBetween,
}

/** The most certain sign comes first. */
const rungs: readonly Rung[] = [
  {
    how: 'exact',
    ...bySupplierAndNumber,
    fits: (filed, bill) =>
      isOneYear(filed, bill) && isOneSupply(filed, bill) && agreementOf(filed, bill) === 'equal',
  },
  {
    how: 'rounded',
    ...bySupplierAndNumber,
    fits: (filed, bill) =>
      isOneYear(filed, bill) && isOneSupply(filed, bill) && agrees(filed, bill),
  },
  { how: 'number', ...bySupplierAndNumber, fits: isOneYear },
  {
    how: 'similar number',
    ...bySupplierAndAmount,
    fits: (filed, bill) => isAlike(filed, bill) && isOneYear(filed, bill) && agrees(filed, bill),
    rank: (filed, bill) => -likenessOf(filed, bill) * daysMax + daysBetween(filed, bill),
  },
  {
    how: 'amounts',
    ...bySupplierAndAmount,
    fits: (filed, bill) => isOneDay(filed, bill) && agrees(filed, bill),
  },
  {
    how: 'amounts',
    ...bySupplierAndAmount,
    fits: (filed, bill) => isOneMonth(filed, bill) && agrees(filed, bill),
    isAlone: true,
  },
  {
    how: 'other registration',
    ...byNumber,
    fits: (filed, bill) =>
      panOf(filed.gstin) === panOf(bill.gstin) && isOneYear(filed, bill) && agrees(filed, bill),
  },
  {
    how: 'misread GSTIN',
    ...byNumber,
    fits: (filed, bill) =>
      (bill.gstin === '' || gstinDistance(filed.gstin, bill.gstin) <= misreadMax) &&
      isOneDay(filed, bill) &&
      agrees(filed, bill),
  },
]

/** A credit note matches only a credit note. */
function sideOf({ kind }: { kind: FiledBill['kind'] }): string {
  return kind === 'credit_note' ? 'credit' : 'bill'
}

/** Each number is cleaned once, however often it is compared. */
const cleaned = new WeakMap<KeptBill | FiledBill, readonly string[]>()

function numberOf(bill: KeptBill): string {
  const [number = ''] = cleanedOf(bill, () => [cleanNumber(bill.number, bill.day)])
  return number
}

/** The paper of an amendment may have the number that was filed first. */
function numbersOf(filed: FiledBill): readonly string[] {
  return cleanedOf(filed, () => {
    const { number, day, originalNumber, originalDay } = filed
    const numbers = [cleanNumber(number, day), cleanNumber(originalNumber, originalDay)]
    return [...new Set(numbers)].filter((clean) => clean !== '')
  })
}

function cleanedOf(bill: KeptBill | FiledBill, clean: () => readonly string[]): readonly string[] {
  const known = cleaned.get(bill)
  if (known !== undefined) return known
  const numbers = clean()
  cleaned.set(bill, numbers)
  return numbers
}

function isAlike(filed: FiledBill, bill: KeptBill): boolean {
  const alike = likenessOf(filed, bill)
  // The next bill of the same day may differ in one character too.
  return alike > 1 || (alike === 1 && isOneDay(filed, bill))
}

function likenessOf(filed: FiledBill, bill: KeptBill): number {
  const number = numberOf(bill)
  return Math.max(0, ...numbersOf(filed).map((own) => likeness(own, number)))
}

function agrees(filed: FiledBill, bill: KeptBill): boolean {
  const agreement = agreementOf(filed, bill)
  return agreement === 'equal' || agreement === 'rounded'
}

function isOneYear(filed: FiledBill, bill: KeptBill): boolean {
  return mayBeOneYear(filed.day, bill.day)
}

function isOneDay(filed: FiledBill, bill: KeptBill): boolean {
  return bill.day !== '' && filed.day === bill.day
}

function isOneMonth(filed: FiledBill, bill: KeptBill): boolean {
  return bill.day !== '' && filed.day.slice(0, 7) === bill.day.slice(0, 7)
}

function rupeesOf(paise: number): number {
  return Math.floor(paise / 100)
}

/** More days than a financial year has. */
const daysMax = 1_000

/** Days of a month, rounded up. The distance only tells which bill is nearest. */
const monthDays = 31

function daysBetween(filed: FiledBill, bill: KeptBill): number {
  if (filed.day === '' || bill.day === '') return daysMax - 1
  return Math.min(Math.abs(dayNumber(filed.day) - dayNumber(bill.day)), daysMax - 1)
}

function dayNumber(day: string): number {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months * monthDays + Number(day.slice(8))
}

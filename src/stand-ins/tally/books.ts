import { type Element, childrenNamed, textAt } from './xml.ts'

/* The data of a Tally: companies with masters, vouchers and unfinished imports. Plain data. */

export const masterKinds = [
  'GROUP',
  'LEDGER',
  'STOCKITEM',
  'UNIT',
  'GODOWN',
  'VOUCHERTYPE',
] as const
export type MasterKind = (typeof masterKinds)[number]

/** `reservedName` is Tally's own name, whatever somebody calls the master now; '' for a person's own masters. */
export type Master = {
  kind: MasterKind
  id: number
  alterId: number
  guid: string
  name: string
  reservedName: string
  fields: Element[]
}

/** `header` has the plain fields by their XML names, `lists` the entries, as imported or typed. */
export type Voucher = {
  id: number
  alterId: number
  guid: string
  /** The client's own key. Tally keeps it but never exports it. */
  remoteId?: string
  isCancelled: boolean
  header: Record<string, string>
  lists: Element[]
}

/** An import exception: Tally keeps it outside the accounts until a person finishes it. */
export type Held = { id: number; reason: string; element: Element }

export type Company = {
  number: string
  guid: string
  name: string
  /** yyyymmdd. Tally refuses vouchers dated before `booksFrom` or after `booksTo`. */
  booksFrom: string
  booksTo: string
  /** The period on Tally's screen. It limits a collection without filters. */
  periodFrom: string
  periodTo: string
  isLoaded: boolean
  gstin: string
  state: string
  /** The marks rise with every change except deletions. */
  altVchId: number
  altMstId: number
  lastVoucherId: number
  lastMasterId: number
  /** The last voucher numbers, by the name of the voucher type. */
  numbers: Record<string, number>
  masters: Record<MasterKind, Map<string, Master>>
  vouchers: Map<number, Voucher>
  held: Map<number, Held>
}

export function emptyMasters(): Company['masters'] {
  return {
    GROUP: new Map(),
    LEDGER: new Map(),
    STOCKITEM: new Map(),
    UNIT: new Map(),
    GODOWN: new Map(),
    VOUCHERTYPE: new Map(),
  }
}

/**
 * Names of masters are equal when this form is equal. Letter case, outer spaces, runs of spaces, and hyphen or slash for a space do not
 * matter. `AND` for `&`, an en dash, and another Unicode form of the same letters do matter.
 */
export function foldName(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[-/\s]+/g, ' ')
    .trim()
}

export function findMaster(company: Company, kind: MasterKind, name: string): Master | undefined {
  return company.masters[kind].get(foldName(name))
}

export function guidOf(company: Company, id: number): string {
  return `${company.guid}-${id.toString(16).padStart(8, '0')}`
}

/** The nearest of Tally's own groups above a person's group; '' when there is none. */
export function reservedGroup(company: Company, group: string): string {
  const seen = new Set<string>()
  for (let name = group; !seen.has(name);) {
    seen.add(name)
    const master = findMaster(company, 'GROUP', name)
    if (master === undefined || master.reservedName !== '') return master?.reservedName ?? ''
    name = fieldOf(master, 'PARENT')
  }
  return ''
}

/** The kind of a voucher type: `Purchase` for a person's own type below it. */
export function kindOfType(company: Company, type: string): string {
  const seen = new Set<string>()
  for (let name = type; !seen.has(name);) {
    seen.add(name)
    const master = findMaster(company, 'VOUCHERTYPE', name)
    if (master === undefined || master.reservedName !== '') return master?.reservedName ?? ''
    name = fieldOf(master, 'PARENT')
  }
  return ''
}

export function fieldOf(master: Master, name: string): string {
  return master.fields.find((field) => field.name === name)?.text.trim() ?? ''
}

/** A Tally amount in paise: debits are negative, credits positive. NaN for a text that is no amount. */
function paiseOf(text: string): number {
  return /^-?\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
}

export function amountOf(entry: Element): number {
  return paiseOf(textAt(entry, 'AMOUNT'))
}

export function amountText(paise: number): string {
  return (paise / 100).toFixed(2)
}

type Quantity = { number: number; unit: string }

/** Reads ` 10 Nos` or `10.5 Kg`. Undefined for a text that is no quantity. */
export function quantityOf(text: string): Quantity | undefined {
  const [, number, unit] = /^(-?\d+(?:\.\d+)?)\s*(.*)$/.exec(text.trim()) ?? []
  return number === undefined ? undefined : { number: Number(number), unit: unit?.trim() ?? '' }
}

/** The ledger entries of an invoice's goods, which stand under each item. */
export function allocations(lists: readonly Element[]): Element[] {
  return lists
    .filter(({ name }) => inventoryLists.has(name))
    .flatMap((item) => childrenNamed(item, 'ACCOUNTINGALLOCATIONS.LIST'))
}

export const inventoryLists: ReadonlySet<string> = new Set([
  'ALLINVENTORYENTRIES.LIST',
  'INVENTORYENTRIES.LIST',
])
export const ledgerLists: ReadonlySet<string> = new Set([
  'ALLLEDGERENTRIES.LIST',
  'LEDGERENTRIES.LIST',
])

import type { Element } from './xml.ts'

/* What a Tally holds: companies with their masters, vouchers and what an import left unfinished. Plain data. */

export const masterKinds = [
  'GROUP',
  'LEDGER',
  'STOCKITEM',
  'UNIT',
  'GODOWN',
  'VOUCHERTYPE',
] as const
export type MasterKind = (typeof masterKinds)[number]

/** `reservedName` is the name that Tally itself gave, whatever somebody calls it now; empty for a person's own. */
export type Master = {
  kind: MasterKind
  id: number
  alterId: number
  guid: string
  name: string
  reservedName: string
  fields: Element[]
}

/** `header` are the plain fields by their name in XML, `lists` the entries, as they were imported or typed. */
export type Voucher = {
  id: number
  alterId: number
  guid: string
  /** The client's own key: kept, and never shown in an export. */
  remoteId?: string
  isCancelled: boolean
  header: Record<string, string>
  lists: Element[]
}

/** An import exception: kept outside the books until a person finishes it. */
export type Held = { id: number; reason: string; element: Element }

export type Company = {
  number: string
  guid: string
  name: string
  /** yyyymmdd; vouchers of days before `booksFrom` or after `booksTo` are refused. */
  booksFrom: string
  booksTo: string
  /** The period that the screen shows, which bounds what a collection without filters gives. */
  periodFrom: string
  periodTo: string
  isLoaded: boolean
  gstin: string
  state: string
  /** Marks: they rise with every change, but for deletions. */
  altVchId: number
  altMstId: number
  lastVoucherId: number
  lastMasterId: number
  /** Voucher numbers given so far, by the name of the voucher type. */
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
 * The form in which names of masters are one: letter case, spaces around, runs of spaces, and hyphen or slash for a space
 * do not matter. `AND` for `&`, an en dash, and another Unicode form of the same letters do.
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

/** The group that Tally itself made, above a group of a person's own; empty when the chain ends nowhere. */
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

/** The kind of a voucher type: `Purchase` for one of somebody's own below it. */
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

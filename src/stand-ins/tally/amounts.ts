import type { Element } from './xml.ts'
import { childrenNamed, textAt } from './xml.ts'

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

export type Quantity = { number: number; unit: string }

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

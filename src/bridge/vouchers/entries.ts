import type { InvoiceAmounts, TaxAmount } from './amounts.ts'
import type { Lookup } from './lookup.ts'
import type { BillAllocation, LedgerEntry } from './voucher.ts'

/** Whether the shop buys or sells. */
export type Side = 'input' | 'output'

const goodsRoles = { input: 'purchase', output: 'sales' } as const

export type Invoice = {
  side: Side
  party: string
  amounts: InvoiceAmounts
  bill: BillAllocation
}

/**
 * The ledger entries of an invoice: the party, the goods by rate, other amounts, the taxes. For a purchase (`factor` 1), the party is
 * credited and everything else is debited. −1 reverses this.
 */
export function entriesOf(invoice: Invoice, factor: 1 | -1, lookup: Lookup): LedgerEntry[] {
  const { side, amounts } = invoice
  const goods = amounts.groups.map(({ percent, paise }) => ({
    ledger: goodsLedger(side, percent, lookup),
    paise,
    role: 'goods' as const,
    ...(percent !== undefined && { gstPercent: percent }),
  }))
  return [
    partyEntry(invoice, factor),
    ...turned([...goods, ...besideGoods(side, amounts, lookup)], factor),
  ]
}

/** The same without the goods, which are stock items with ledgers of their own. */
export function entriesBesideItems(
  invoice: Invoice,
  factor: 1 | -1,
  lookup: Lookup,
): LedgerEntry[] {
  const beside = besideGoods(invoice.side, invoice.amounts, lookup)
  return [partyEntry(invoice, factor), ...turned(beside, factor)]
}

/** The ledger for purchases or sales at one rate. */
export function goodsLedger(side: Side, percent: number | undefined, lookup: Lookup): string {
  const role = withRate(goodsRoles[side], percent)
  const what = side === 'input' ? 'purchases' : 'sales'
  return lookup.ledger(role, percent === undefined ? what : `${what} at ${percent}% GST`)
}

function partyEntry({ party, amounts, bill }: Invoice, factor: 1 | -1): LedgerEntry {
  return { ledger: party, paise: -amounts.total * factor, isParty: true, bill }
}

function besideGoods(side: Side, amounts: InvoiceAmounts, lookup: Lookup): LedgerEntry[] {
  const extras = amounts.extras.map(({ role, name, paise }): LedgerEntry => ({
    ledger: lookup.ledger(role, name),
    paise,
    role: role === 'round_off' ? 'round_off' : 'beside',
  }))
  return [...extras, ...byLedger(amounts.taxes.map((tax) => taxEntry(side, tax, lookup)))]
}

function taxEntry(side: Side, { head, percent, paise }: TaxAmount, lookup: Lookup): LedgerEntry {
  const name = `${side === 'input' ? 'Input' : 'Output'} ${head === 'cess' ? 'cess' : head.toUpperCase()}`
  const ours = percent === undefined ? name : `${name} ${percent}%`
  return { ledger: lookup.ledger(withRate(`${head}_${side}`, percent), ours), paise, role: head }
}

function withRate(role: string, percent: number | undefined): string {
  return percent === undefined ? role : `${role}:${percent}`
}

/** Joins entries to one for each ledger and tax head, so that the printed amount appears as printed. */
function byLedger(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const together = Map.groupBy(entries, ({ ledger, role }) => `${role} ${ledger}`)
  return [...together.values()].flatMap((same) => {
    const paise = same.reduce((sum, entry) => sum + entry.paise, 0)
    return same.slice(0, 1).map((entry) => ({ ...entry, paise }))
  })
}

function turned(entries: readonly LedgerEntry[], factor: 1 | -1): LedgerEntry[] {
  return entries
    .filter(({ paise }) => paise !== 0)
    .map((entry) => ({ ...entry, paise: entry.paise * factor }))
}

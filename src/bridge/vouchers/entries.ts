import type { InvoiceAmounts, TaxAmount, Extra } from './amounts.ts'
import type { Lookup } from './lookup.ts'
import { type BillAllocation, type LedgerEntry, type Paise, sumOf } from './voucher.ts'
import type { Charge } from '../../paper/checks/figures.ts'

/** Whether the shop buys or sells. */
type Side = 'input' | 'output'

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
    const paise = sumOf(same)
    return same.slice(0, 1).map((entry) => ({ ...entry, paise }))
  })
}

function turned(entries: readonly LedgerEntry[], factor: 1 | -1): LedgerEntry[] {
  return entries
    .filter(({ paise }) => paise !== 0)
    .map((entry) => ({ ...entry, paise: entry.paise * factor }))
}

/** The role of the ledger for a printed label. The first pattern that fits decides. */
const roles: readonly (readonly [RegExp, string])[] = [
  [/\btcs\b/i, 'tcs'],
  [/\btds\b/i, 'tds'],
  [/freight|transport|cartage|courier|deliver|shipping|postage|lorry|carriage/i, 'freight'],
]

const discountLabel = /disc|scheme|\bsch\b|rebate|coupon/i

/** Names for people, by role. */
const names: Readonly<Record<string, string>> = {
  tcs: 'TCS',
  tds: 'TDS',
  freight: 'freight',
  discount: 'discounts',
  charges: 'other charges of a bill',
  deduction: 'what a bill takes off',
  round_off: 'rounding off',
}

/** A charge or deduction of a paper, with the role of its ledger. */
export function extraOf({ key, paise }: Charge): Extra {
  return extra(roleOf(key, paise), paise)
}

/** The round-off of a total. Empty for 0. */
export function roundOffOf(paise: Paise): Extra[] {
  return paise === 0 ? [] : [extra('round_off', paise)]
}

/** The discount at the foot. Empty for 0. */
export function discountOf(paise: Paise): Extra[] {
  return paise === 0 ? [] : [extra('discount', -paise)]
}

function extra(role: string, paise: Paise): Extra {
  return { role, name: names[role] ?? role, paise }
}

function roleOf(label: string, paise: Paise): string {
  const named = roles.find(([pattern]) => pattern.test(label))?.[1]
  if (named !== undefined) return named
  if (paise > 0) return 'charges'
  return discountLabel.test(label) ? 'discount' : 'deduction'
}

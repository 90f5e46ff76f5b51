import type { SiteFacts, Goods } from './facts.ts'
import { allocate } from '../vouchers/amounts.ts'
import {
  type LedgerEntry,
  type Paise,
  type Problem,
  sumOf,
  type TaxHead,
  type Voucher,
} from '../vouchers/voucher.ts'
import { type JsonObject, textOf } from '../../platform/json/json.ts'
import { toRupees } from '../../platform/money.ts'

type Taxing = {
  voucher: Voucher
  site: SiteFacts
  plan: TaxPlan
  goods: readonly Goods[]
  /** The voucher's entries, with goods above zero. */
  upright: readonly LedgerEntry[]
  /** −1 for a return. */
  sign: 1 | -1
  isPurchase: boolean
}

type Row = { account: string; paise: Paise; isByRates?: boolean }

/** Taxes come first, so that later rows are not taxed. The remainder from rates and rounding goes to the round-off account. */
export function taxRows(taxing: Taxing): { rows: JsonObject[]; problems: Problem[] } {
  const { site, plan, upright } = taxing
  const beside = upright.filter(
    (entry) =>
      (entry.role === 'beside' && !plan.inner.includes(entry)) || entry.role === 'round_off',
  )
  const rest = sumOf(upright.filter(({ role }) => isHead(role))) - sumOf(plan.rows)
  const roundOff = textOf(site.company, 'round_off_account')
  const owed = reverseRows(taxing)
  const rows = [
    ...plan.rows,
    ...(owed ?? []),
    ...beside.map(({ ledger, paise }) => ({ account: ledger, paise })),
    ...(rest === 0 ? [] : [{ account: roundOff, paise: rest }]),
  ]
  const problems = [
    ...(owed === undefined ? [noReverseAccounts] : []),
    ...(rest !== 0 && roundOff === '' ? [noRoundOff] : []),
  ]
  return { rows: rows.map((row) => renderRow(row, taxing)), problems }
}

function renderRow(
  { account, paise, isByRates = false }: Row,
  { isPurchase, sign }: Taxing,
): JsonObject {
  const isDeducted = isPurchase && paise < 0
  const amount = toRupees((isDeducted ? -paise : paise) * sign)
  return {
    charge_type: isByRates ? 'On Net Total' : 'Actual',
    account_head: account,
    description: account,
    ...(isByRates ? { rate: 0 } : { tax_amount: amount }),
    ...(isPurchase && { category: 'Total', add_deduct_tax: isDeducted ? 'Deduct' : 'Add' }),
  }
}

/**
 * Under reverse charge the buyer both owes and claims the tax. Both rows appear, and the total stays. Undefined where ERPNext names no
 * accounts for them.
 */
function reverseRows({ site: { gst }, voucher: { tax }, goods }: Taxing): Row[] | undefined {
  if (tax.isReverseCharge !== true || gst === undefined) return []
  const isWithin = tax.partyState === undefined || tax.partyState === tax.placeOfSupply
  const heads = isWithin ? (['cgst', 'sgst'] as const) : (['igst'] as const)
  const rows: Row[] = []
  for (const head of heads) {
    const paise = taxOn(goods, head) ?? 0
    const accountOn = (side: string) =>
      gst.accounts.find((one) => one.side === side && one.head === head)?.account
    const [claimed, owed] = [accountOn('Input'), accountOn('Purchase Reverse Charge')]
    if (paise === 0) continue
    if (claimed === undefined || owed === undefined) return undefined
    rows.push({ account: claimed, paise }, { account: owed, paise: -paise })
  }
  return rows
}

const noReverseAccounts: Problem = {
  code: 'ledger_missing',
  field: 'master:Purchase Reverse Charge',
  message:
    'The buyer owes the tax on this bill, and GST Settings of ERPNext name no accounts for “Input” and “Purchase Reverse Charge”.',
}

const noRoundOff: Problem = {
  code: 'ledger_missing',
  field: 'master:Round Off Account',
  message:
    'The taxes of this bill are rounded otherwise than ERPNext does, and its company has no Round Off Account.',
}

/*
 * How a paper's taxes are entered in ERPNext. ERPNext spreads a tax amount over the lines by their amounts, whatever their rates. With
 * one rate, the printed amount can be sent as it is. With several rates only the rates can be sent, and ERPNext's result is sometimes off
 * by a paisa.
 */

export type TaxPlan = {
  rows: TaxRow[]
  /** Charges and discounts that the paper taxes together with the goods. */
  inner: readonly LedgerEntry[]
  /** The part of `inner` that is taken off before tax, above zero. */
  discount: Paise
  /** The part of `inner` that is charged; it gets lines of its own. */
  taxed: LedgerEntry[]
}

/** `paise` is the amount in ERPNext, also for rows by rates, which are sent without it. */
type TaxRow = { account: string; paise: Paise; isByRates: boolean }

type Taxed = {
  goods: readonly Goods[]
  heads: readonly LedgerEntry[]
  beside: readonly LedgerEntry[]
}

/** How far a tax that is sent as an amount may be off its rate (source: India Compliance). */
const offMaxPaise = 100

const nothing = { inner: [], discount: 0, taxed: [] }

/** Where ERPNext computes no taxes: the amounts as printed. */
export function plainPlan(heads: readonly LedgerEntry[]): TaxPlan {
  const rows = heads.map(({ ledger, paise }) => ({ account: ledger, paise, isByRates: false }))
  return { ...nothing, rows }
}

/** Undefined where the rates cannot explain the taxes. Amounts that are owed are above zero. */
export function planTaxes({ goods, heads, beside }: Taxed): TaxPlan | undefined {
  if (heads.length === 0) return { ...nothing, rows: [] }
  for (const inner of subsets(beside)) {
    const plan = planWith(goods, heads, inner)
    if (plan !== undefined) return plan
  }
  return undefined
}

function planWith(
  goods: readonly Goods[],
  heads: readonly LedgerEntry[],
  inner: readonly LedgerEntry[],
): TaxPlan | undefined {
  const discount = -sumOf(inner.filter(({ paise }) => paise < 0))
  const taxed = inner.filter(({ paise }) => paise > 0)
  const highest = Math.max(0, ...goods.map(({ percent = 0 }) => percent))
  const lines = [...goods, ...taxed.map(({ paise }) => ({ paise, percent: highest }))]
  const nets = discounted(lines, discount)
  const rates = new Set(lines.map(({ percent }) => percent))
  const rows = heads.map(({ ledger, paise, role }) => {
    const computed = taxOn(nets, role)
    if (computed === undefined || Math.abs(computed - paise) > offMaxPaise) return undefined
    const isByRates = rates.size > 1
    return { account: ledger, paise: isByRates ? computed : paise, isByRates }
  })
  const found = rows.filter((row) => row !== undefined)
  return found.length === rows.length ? { rows: found, inner, discount, taxed } : undefined
}

/** Computes a tax as ERPNext does: per line, and rounded once. Undefined for a line without a rate. */
function taxOn(
  lines: readonly { paise: Paise; percent?: number | undefined }[],
  role: LedgerEntry['role'],
): Paise | undefined {
  if (lines.some(({ percent }) => percent === undefined)) return undefined
  const share = role === 'igst' ? 100 : 200
  // Cess has its own rates, which no paper prints per line.
  if (role === 'cess') return undefined
  return Math.round(
    lines.reduce((sum, { paise, percent = 0 }) => sum + (paise * percent) / share, 0),
  )
}

export const isHead = (role: LedgerEntry['role']): role is TaxHead =>
  role === 'cgst' || role === 'sgst' || role === 'igst' || role === 'cess'

function discounted<Line extends { paise: Paise }>(
  lines: readonly Line[],
  discount: Paise,
): Line[] {
  const shares = allocate(
    discount,
    lines.map(({ paise }) => paise),
  )
  return lines.map((line, at) => ({ ...line, paise: line.paise - (shares[at] ?? 0) }))
}

/** The most amounts beside the goods to try. Each further amount doubles the combinations. */
const besideMax = 6

/** The empty subset first, then smaller before larger ones. */
function subsets(beside: readonly LedgerEntry[]): LedgerEntry[][] {
  if (beside.length > besideMax) return [[]]
  const all = Array.from({ length: 2 ** beside.length }, (_, bits) =>
    beside.filter((_entry, at) => (bits & (1 << at)) !== 0),
  )
  return all.toSorted((a, b) => a.length - b.length)
}

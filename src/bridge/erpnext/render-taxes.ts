import { toRupees } from '../../platform/money.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { textOf } from '../../platform/json/fields.ts'
import { sumOf } from '../vouchers/amounts.ts'
import type { LedgerEntry, Paise, Problem, Voucher } from '../vouchers/voucher.ts'
import type { SiteFacts } from './facts.ts'
import type { Goods } from './goods.ts'
import { isHead, type TaxPlan, taxOn } from './tax-rows.ts'

export type Taxing = {
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

import { toRupees } from '../../platform/money.ts'
import { foldText } from '../../platform/text.ts'
import type { Entered } from '../books.ts'
import { sumOf } from '../vouchers/amounts.ts'
import type { Paise, Voucher } from '../vouchers/voucher.ts'
import { doctypeOf, isOfBank } from './doctypes.ts'
import { bankSide, discountBeforeTax } from './read-back.ts'
import { isHead } from './tax-rows.ts'

/** Where ERPNext computes a tax from rates, it may differ from the paper by so much. The difference is rounded off there. */
const taxOffMaxPaise = 100

/**
 * How the voucher in ERPNext differs from what was sent, in sentences. Empty when both agree. Total, accounts and items must agree to the
 * paisa, except taxes from rates. A draft and a submitted document count as equal.
 */
export function differences(voucher: Voucher, entered: Entered): string[] {
  const said = headDifferences(voucher, entered)
  if (isOfBank(voucher.kind)) {
    const [sent, there] = [bankSide(voucher)?.paise ?? 0, entered.entries[0]?.paise ?? 0]
    return sent === there ? said : [...said, amountSentence('The amount', sent, there)]
  }
  const amounts = voucher.items.length > 0 ? itemDifferences : accountDifferences
  return [...said, ...totalDifference(voucher, entered), ...amounts(voucher, entered)]
}

function headDifferences(voucher: Voucher, entered: Entered): string[] {
  const { date, reference, party, kind } = voucher
  const said: string[] = []
  if (entered.isCancelled) said.push('It is cancelled there.')
  if (entered.voucherType !== doctypeOf(kind)) said.push(`It is a ${entered.voucherType} there.`)
  if (entered.date !== date) said.push(`It is dated ${entered.date} there instead of ${date}.`)
  if (isOfBank(kind)) return said
  if (foldText(entered.reference) !== foldText(reference)) {
    said.push(`Its number is “${entered.reference}” there instead of “${reference}”.`)
  }
  if (foldText(entered.party) !== foldText(party)) {
    said.push(`Its party is ${entered.party} there instead of ${party}.`)
  }
  return said
}

function totalDifference({ entries }: Voucher, { entries: [party] }: Entered): string[] {
  const sent = sumOf(entries.filter(({ isParty }) => isParty === true))
  return sent === party?.paise ? [] : [amountSentence('The total', sent, party?.paise ?? 0)]
}

/** Compares items only. ERPNext itself decides which account a stock item goes to. */
function itemDifferences(voucher: Voucher, entered: Entered): string[] {
  const sent = sumsBy(voucher.items, ({ item }) => item)
  const there = sumsBy(entered.items, ({ item }) => item)
  return [...sent.keys()].flatMap((item) => {
    const [was, is] = [sent.get(item) ?? 0, there.get(item) ?? 0]
    return was === is ? [] : [amountSentence(`The item ${item}`, was, is)]
  })
}

function accountDifferences({ entries }: Voucher, entered: Entered): string[] {
  const heads = new Set(
    entries.filter(({ role }) => isHead(role)).map(({ ledger }) => foldText(ledger)),
  )
  const sent = sumsBy(
    entries.filter(({ isParty }) => isParty !== true),
    ({ ledger }) => foldText(ledger),
  )
  const there = sumsBy(entered.entries.slice(1), ({ ledger }) => foldText(ledger))
  const off = [...sent.keys()].filter((ledger) => {
    const tolerance = heads.has(ledger) ? taxOffMaxPaise : 0
    return Math.abs((sent.get(ledger) ?? 0) - (there.get(ledger) ?? 0)) > tolerance
  })
  const missing = off.filter((ledger) => !there.has(ledger))
  const taken = missing.reduce((sum, ledger) => sum + (sent.get(ledger) ?? 0), 0)
  // Other entries of the document are in the total, which agrees: rounding, and tax that is both owed and claimed.
  return off
    .filter((ledger) => !missing.includes(ledger) || taken !== there.get(discountBeforeTax))
    .map((ledger) => amountSentence(ledger, sent.get(ledger) ?? 0, there.get(ledger) ?? 0))
}

function sumsBy<Row extends { paise: Paise }>(rows: readonly Row[], nameOf: (row: Row) => string) {
  const sums = new Map<string, Paise>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.paise)
  return sums
}

function amountSentence(what: string, sent: Paise, there: Paise): string {
  return `${what} is ${rupees(there)} there instead of ${rupees(sent)}.`
}

function rupees(paise: Paise): string {
  return `₹${toRupees(Math.abs(paise)).toFixed(2)}`
}

import { foldText } from '../../platform/text.ts'
import { toRupees } from '../../platform/money.ts'
import type { Entered } from '../books.ts'
import type { Paise, Voucher } from '../vouchers/voucher.ts'
import { isOfBank } from './render.ts'

/**
 * How the voucher in Tally differs from what was sent, in sentences. Empty when both agree. Tally changes some things although its answer
 * looks clean: it drops entries, references and dates, and splits names (source: measured on 7.1). Bill and bank allocations cannot be
 * read back this way and are not compared.
 */
export function differences(voucher: Voucher, entered: Entered): string[] {
  return [
    ...headerDifferences(voucher, entered),
    ...amountDifferences(voucher, entered),
    ...itemDifferences(voucher, entered),
  ]
}

function headerDifferences(voucher: Voucher, entered: Entered): string[] {
  const { date, reference, party, voucherType, isOptional = false } = voucher
  const said: string[] = []
  if (entered.isCancelled) said.push('It is cancelled there.')
  if (entered.isOptional !== isOptional) {
    said.push(isOptional ? 'It is no optional voucher there.' : 'It is an optional voucher there.')
  }
  if (entered.date !== date) said.push(`It is dated ${entered.date} there instead of ${date}.`)
  if (!isSameName(entered.voucherType, voucherType)) {
    said.push(`It is a ${entered.voucherType} there instead of a ${voucherType}.`)
  }
  if (foldText(entered.reference) !== foldText(reference)) {
    said.push(`Its number is “${entered.reference}” there instead of “${reference}”.`)
  }
  // For a bank voucher Tally returns the bank as the party.
  if (!isOfBank(voucher.kind) && !isSameName(entered.party, party)) {
    said.push(`Its party is ${entered.party} there instead of ${party}.`)
  }
  return said
}

function amountDifferences(voucher: Voucher, entered: Entered): string[] {
  const sent = sumsBy([...voucher.entries, ...voucher.items], ({ ledger }) => ledger)
  const there = sumsBy(entered.entries, ({ ledger }) => ledger)
  return differing(sent, there).map(({ name, sentPaise, therePaise }) => {
    if (therePaise === undefined) return `${name} (${rupees(sentPaise ?? 0)}) is not there.`
    if (sentPaise === undefined) return `${name} (${rupees(therePaise)}) was not sent.`
    return `${name} is ${rupees(therePaise)} there instead of ${rupees(sentPaise)}.`
  })
}

function itemDifferences(voucher: Voucher, entered: Entered): string[] {
  const sent = sumsBy(voucher.items, ({ item }) => item)
  const there = sumsBy(entered.items, ({ item }) => item)
  return differing(sent, there).map(({ name, sentPaise, therePaise }) => {
    if (therePaise === undefined) return `The item ${name} is not there.`
    if (sentPaise === undefined) return `The item ${name} was not sent.`
    return `The item ${name} is ${rupees(therePaise)} there instead of ${rupees(sentPaise)}.`
  })
}

type Sum = { name: string; paise: Paise }

/** Amounts by folded name. A ledger in several lines may read back as one line. */
function sumsBy<Row extends { paise: Paise }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const name = nameOf(row)
    const before = sums.get(foldName(name))?.paise ?? 0
    sums.set(foldName(name), { name, paise: before + row.paise })
  }
  return sums
}

function differing(sent: ReadonlyMap<string, Sum>, there: ReadonlyMap<string, Sum>) {
  const keys = new Set([...sent.keys(), ...there.keys()])
  return [...keys].flatMap((key) => {
    const [sentPaise, therePaise] = [sent.get(key)?.paise, there.get(key)?.paise]
    // Either side may leave out an amount of zero.
    if ((sentPaise ?? 0) === (therePaise ?? 0)) return []
    const name = sent.get(key)?.name ?? there.get(key)?.name ?? ''
    return [{ name, sentPaise, therePaise }]
  })
}

function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b)
}

/** Tally ignores case and outer spaces in names, and treats hyphen, slash and space between words as equal. */
function foldName(name: string): string {
  return foldText(name)
    .replace(/[-/ ]+/g, ' ')
    .trim()
}

/** Without a sign: Dr or Cr shows the side. */
function rupees(paise: Paise): string {
  const side = paise > 0 ? ' Dr' : ' Cr'
  return `₹${toRupees(Math.abs(paise)).toFixed(2)}${paise === 0 ? '' : side}`
}

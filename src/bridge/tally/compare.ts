import type { Entered } from '../books.ts'
import { keyIn } from '../keys.ts'
import { datesWithin, isQuotable } from './requests.ts'
import {
  isOfBank,
  lastDigits,
  type Paise,
  sameReference,
  sumUnder,
  type Voucher,
} from '../vouchers/voucher.ts'
import { toRupees } from '../../platform/money.ts'
import { foldText } from '../../platform/text.ts'

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

/*
 * Finds what somebody entered by hand, or from another scan of the same paper. A bill is recognised by party and number within a
 * financial year. A bank transaction is recognised by day, account and amount, because nobody types a bank's reference.
 */

/** Tally filters for the candidates. Undefined when the voucher has nothing to search for. */
export function likelyFilters(voucher: Voucher): string[] | undefined {
  if (isOfBank(voucher.kind)) return [datesWithin(voucher.date, voucher.date)]
  if (voucher.reference === '') return undefined
  // A party name with a quotation mark cannot be queried, so all vouchers of the year are read.
  const named = isQuotable(voucher.party) ? [`$PartyLedgerName = "${voucher.party}"`] : []
  // Without the digits each bill would read all bills of its seller: 228 ms for a bill of two hundred, instead of 7.
  const digits = lastDigits(voucher.reference)
  return digits === undefined ? named : [...named, `$Reference CONTAINS "${digits}"`]
}

export function likelyAmong(
  voucher: Voucher,
  ownKeys: readonly string[],
  entered: readonly Entered[],
): Entered[] {
  const isAlike = isOfBank(voucher.kind) ? sameMovement(voucher, ownKeys) : samePaper(voucher)
  return entered.filter((other) => !other.isCancelled && isAlike(other))
}

/**
 * Rows of one statement may be equal, so the document's own rows do not count. Rows of another statement count: statements overlap, and a
 * transfer between two accounts is in the statements of both.
 */
function sameMovement({ entries }: Voucher, ownKeys: readonly string[]) {
  const banks = entries.filter(({ bank }) => bank !== undefined)
  return (other: Entered): boolean =>
    !ownKeys.includes(keyIn(other.narration) ?? '') &&
    banks.some((mine) =>
      other.entries.some(
        ({ ledger, paise }) => paise === mine.paise && isNamed(ledger, mine.ledger),
      ),
    )
}

/** Any voucher type counts: shops have several types for purchases. A note with the same number has the party on the other side. */
function samePaper({ party, reference, entries }: Voucher) {
  const side = Math.sign(sumUnder(entries, party))
  return (other: Entered): boolean =>
    isNamed(other.party, party) &&
    sameReference(other.reference, reference) &&
    Math.sign(sumUnder(other.entries, party)) === side
}

function isNamed(name: string, other: string): boolean {
  return foldText(name) === foldText(other)
}

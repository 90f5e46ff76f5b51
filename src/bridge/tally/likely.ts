import { foldText } from '../../platform/text.ts'
import type { Entered } from '../books.ts'
import { keyIn } from '../keys.ts'
import { lastDigits, sameReference } from '../vouchers/reference.ts'
import type { Paise, Voucher } from '../vouchers/voucher.ts'
import { isOfBank } from './render.ts'
import { datesWithin, isQuotable } from './requests.ts'

/*
 * What somebody entered by hand, or from another scan of the same paper. A bill is known by its party and number in a
 * financial year; what a bank did by its day, account and amount, since nobody types a bank's reference.
 */

/** The filters to ask Tally with; undefined where there is nothing to know it by. */
export function likelyFilters(voucher: Voucher): string[] | undefined {
  if (isOfBank(voucher.kind)) return [datesWithin(voucher.date, voucher.date)]
  if (voucher.reference === '') return undefined
  // A name that cannot be asked for is looked for in all vouchers of the year.
  const named = isQuotable(voucher.party) ? [`$PartyLedgerName = "${voucher.party}"`] : []
  // Without them each bill would read all bills of its seller: 228 ms a bill of two hundred, instead of 7.
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
 * Two rows of a statement may be equal: none of its own counts. Those of another do, since statements overlap, and what goes
 * between two accounts stands in the statements of both.
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

/** Of any type: shops have several for purchases. A note of the same number has the party on the other side. */
function samePaper({ party, reference, entries }: Voucher) {
  const side = Math.sign(sumOf(entries, party))
  return (other: Entered): boolean =>
    isNamed(other.party, party) &&
    sameReference(other.reference, reference) &&
    Math.sign(sumOf(other.entries, party)) === side
}

function sumOf(entries: Entered['entries'], name: string): Paise {
  const named = entries.filter(({ ledger }) => isNamed(ledger, name))
  return named.reduce((sum, { paise }) => sum + paise, 0)
}

function isNamed(name: string, other: string): boolean {
  return foldText(name) === foldText(other)
}

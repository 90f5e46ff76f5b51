import { foldText } from '../../platform/text.ts'
import type { Entered } from '../books.ts'
import { keyIn } from '../keys.ts'
import { lastDigits, sameReference } from '../vouchers/reference.ts'
import type { Paise, Voucher } from '../vouchers/voucher.ts'
import { isOfBank } from './render.ts'
import { datesWithin, isQuotable } from './requests.ts'

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

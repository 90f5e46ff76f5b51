import { foldText } from '../platform/text.ts'
import type { Entered } from './books.ts'
import { type Desk, notedOf, type Work } from './desk.ts'
import type { Noted } from './journal/fold.ts'
import { keyIn, withoutMarker } from './keys.ts'
import type { Paise, Voucher } from './vouchers/voucher.ts'

/**
 * Notes that the accounts already have the voucher, entered by hand or from another document. Of several vouchers it prefers one that
 * agrees and that stands for no other part.
 */
export function notePresent(
  desk: Desk,
  { part, row }: Work,
  voucher: Voucher,
  present: readonly [Entered, ...Entered[]],
): Noted {
  const free = present.filter(({ guid }) => desk.journal.takenFor(guid, part).length === 0)
  const same = free.find((entered) => agrees(voucher, entered))
  const { guid, voucherNo, date } = same ?? free[0] ?? present[0]
  desk.journal.note(part, {
    step: 'already_present',
    detail: {
      code: 'duplicate_in_book',
      field: '',
      message: `Voucher ${voucherNo} of ${date} has the same ${knownBy(voucher)}.`,
      guid,
      voucherNo,
      isSame: same !== undefined,
      voucher,
      ...(row && { row }),
    },
  })
  return notedOf(desk, { part })
}

function knownBy({ reference }: Voucher): string {
  return reference === '' ? 'account and amount' : 'party and number'
}

/** Whether the voucher counts as entered without asking a person: party, amount and day agree. */
function agrees(voucher: Voucher, entered: Entered): boolean {
  return (
    !entered.isOptional &&
    entered.date === voucher.date &&
    amountOf(entered.entries, voucher.party) === amountOf(voucher.entries, voucher.party) &&
    isNoOtherRow(voucher, entered)
  )
}

function amountOf(entries: Entered['entries'], party: string): Paise {
  const named = entries.filter(({ ledger }) => foldText(ledger) === foldText(party))
  return named.reduce((sum, { paise }) => sum + paise, 0)
}

/** A bank may move the same amount several times a day. The narration tells such rows apart. */
function isNoOtherRow({ reference, narration }: Voucher, entered: Entered): boolean {
  if (reference !== '' || keyIn(entered.narration) === undefined) return true
  return foldText(withoutMarker(entered.narration)) === foldText(narration)
}

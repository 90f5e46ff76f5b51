import type { Books, Entered } from './books.ts'
import type { Noted } from './journal/fold.ts'
import { keyIn } from './keys.ts'
import { sameReference, type Voucher } from './vouchers/voucher.ts'
import type { ImportCode } from '../platform/import-codes.ts'

/*
 * Decides what to do with a part, from the journal and from what the accounts show under its key. The bridge sends nothing that this
 * function did not decide. Sending a voucher again overwrites what a person changed, restores a cancelled voucher, and duplicates a
 * voucher that waits as an exception.
 */

/** What happened, according to the journal. */
export type Past =
  | 'unsent'
  /** Sent, with no answer in the journal. */
  | 'unanswered'
  /** The accounts accepted the voucher. */
  | 'accepted'
  /** The accounts hold the voucher as an exception. */
  | 'exception'
  /** Read back from the accounts as it was sent. */
  | 'entered'
  /** Once in the accounts, then deleted or cancelled there. */
  | 'removed'

/** What the accounts show under the key: no voucher, an equal voucher, one with other values, several, a cancelled one. */
export type Found = 'none' | 'equal' | 'different' | 'several' | 'cancelled'

export type Evidence = {
  past: Past
  found: Found
  /** Somebody changed a voucher in the accounts since the bridge sent this one. It may be this one. */
  hasMoved: boolean
  /** The voucher has stock lines. We never measured whether the accounts recognise such a voucher when it is sent twice. */
  hasItems: boolean
  /** The document changed since the bridge sent it. */
  isChanged: boolean
  /** A person asked the bridge to go on. */
  isAsked: boolean
  /**
   * The person also said that the exception is deleted in the accounts. Otherwise finishing the exception would create a second voucher.
   */
  isDeleted: boolean
  /** How often the bridge sent the voucher. */
  attempts: number
}

type Next = { act: 'send' } | { act: 'verified' } | { act: 'parked' | 'removed'; code: ImportCode }

/** After so many sends without an answer a person decides: the voucher itself may crash the accounting system. */
export const attemptsMax = 3

export function decide(evidence: Evidence): Next {
  const { past, found, isChanged } = evidence
  switch (found) {
    case 'several':
      return { act: 'parked', code: 'duplicate_in_book' }
    case 'cancelled':
      return { act: 'removed', code: 'removed_in_book' }
    case 'equal':
      return { act: 'verified' }
    case 'different':
      // Keep what a person changed or finished in the accounts, unless the document changed as well.
      return (past === 'entered' || past === 'exception') && !isChanged
        ? { act: 'verified' }
        : { act: 'parked', code: codeOfDifference(past) }
    case 'none':
      return decideWhenMissing(evidence)
  }
}

export function pastOf(noted: Noted): Past {
  if (noted.step === 'removed') return 'removed'
  if (!noted.wasSent) return 'unsent'
  if (noted.verified !== undefined) return 'entered'
  return noted.answered ?? 'unanswered'
}

function decideWhenMissing({
  past,
  hasMoved,
  hasItems,
  isAsked,
  isDeleted,
  attempts,
}: Evidence): Next {
  const send: Next = { act: 'send' }
  if (past === 'unsent' || (isAsked && past !== 'entered' && past !== 'exception')) return send
  switch (past) {
    case 'unanswered':
      if (attempts >= attemptsMax || (hasMoved && hasItems)) break
      return send
    case 'exception':
      return isAsked && isDeleted ? send : { act: 'parked', code: 'exception_parked' }
    case 'entered':
    case 'removed':
      return { act: 'removed', code: 'removed_in_book' }
    case 'accepted':
      break
  }
  return { act: 'parked', code: 'outcome_unknown' }
}

/**
 * A difference right after sending is the accounts' own rewriting. A later difference comes from a person or from a corrected document.
 */
function codeOfDifference(past: Past): ImportCode {
  return past === 'accepted' || past === 'unanswered' ? 'other' : 'changed_since'
}

export type Look = { found: Found; entered: Entered | undefined; differences: string[] }

/**
 * What the accounts have under a key, compared with the voucher that should be there. After a send, an empty search near the voucher's
 * day proves nothing: somebody may have moved the voucher. Then all years are searched.
 */
export async function look(
  books: Books,
  key: string,
  noted: Noted,
  voucher: Voucher,
): Promise<Look> {
  const near = await books.withKey(key, voucher.date, 'near')
  const all =
    near.length === 0 && noted.wasSent ? await inAllYears(books, key, noted, voucher) : near
  const [entered] = all
  if (entered === undefined) return { found: 'none', entered, differences: [] }
  if (all.length > 1) {
    const numbers = all.map(({ voucherNo }) => voucherNo).join(', ')
    return { found: 'several', entered, differences: [`The books have it as ${numbers}.`] }
  }
  if (entered.isCancelled) return { found: 'cancelled', entered, differences: [] }
  const differences = books.differences(voucher, entered)
  return { found: differences.length === 0 ? 'equal' : 'different', entered, differences }
}

/** Finds the voucher by its key, or by the guid that was read back. Rewriting a narration removes the key. */
export async function inAllYears(
  books: Books,
  key: string,
  { verified }: Noted,
  voucher: Voucher,
): Promise<Entered[]> {
  const found = await books.withKey(key, voucher.date, 'wide')
  if (found.length > 0 || verified === undefined) return found
  return (await books.withGuid(verified.guid)).filter((entered) => isSameVoucher(voucher, entered))
}

/** Accounts that went back to an earlier state give the same guid to the next voucher. So an entry or the reference must agree too. */
function isSameVoucher({ entries, reference }: Voucher, entered: Entered): boolean {
  if (keyIn(entered.narration) !== undefined) return false
  const has = ({ ledger, paise }: Entered['entries'][number]) =>
    entered.entries.some((other) => other.ledger === ledger && other.paise === paise)
  return entries.some(has) || sameReference(reference, entered.reference)
}

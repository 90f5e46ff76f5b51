import type { ImportCode } from '../platform/import-codes.ts'
import type { Noted } from './journal/fold.ts'

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

export type Next =
  { act: 'send' } | { act: 'verified' } | { act: 'parked' | 'removed'; code: ImportCode }

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

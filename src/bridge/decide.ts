import type { ImportCode } from '../platform/import-codes.ts'
import type { Noted } from './journal/fold.ts'

/*
 * What to do with a part, from what the journal says happened to it and from what the books show under its key. This is
 * the whole of it: nothing is sent that this did not decide. A voucher that is sent again overwrites what a person changed
 * in it, brings a cancelled one back, and doubles one that waits as an exception.
 */

/** What the journal says happened. */
export type Past =
  | 'unsent'
  /** It was sent, and no answer was noted. */
  | 'unanswered'
  /** The books said that they took it. */
  | 'accepted'
  /** The books kept it as an exception. */
  | 'exception'
  /** It was read back as it was sent. */
  | 'entered'
  /** It was there, and then it was gone or cancelled. */
  | 'removed'

/** What the books show under the key: no voucher, one as it should be, one with other values, several, a cancelled one. */
export type Found = 'none' | 'equal' | 'different' | 'several' | 'cancelled'

export type Evidence = {
  past: Past
  found: Found
  /** Somebody changed a voucher of the books since it was sent: this one perhaps. */
  hasMoved: boolean
  /** A voucher with lines of stock: whether the books know it again when it is sent twice was never measured. */
  hasItems: boolean
  /** The document became another since it was sent. */
  isChanged: boolean
  /** A person said "go on". */
  isAsked: boolean
  /** And that what the books keep as an exception is deleted there: else there would be two once somebody finishes that. */
  isDeleted: boolean
  /** How often it was sent. */
  attempts: number
}

export type Next =
  { act: 'send' } | { act: 'verified' } | { act: 'parked' | 'removed'; code: ImportCode }

/** What gets no answer so often is left to a person: it may be what makes the books stop. */
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
      // What a person changed in the books, or entered where they did not take it, stays, unless the document says something new.
      return (past === 'entered' || past === 'exception') && !isChanged
        ? { act: 'verified' }
        : { act: 'parked', code: codeOfDifference(past) }
    case 'none':
      return ofNothing(evidence)
  }
}

export function pastOf(noted: Noted): Past {
  if (noted.step === 'removed') return 'removed'
  if (!noted.wasSent) return 'unsent'
  if (noted.verified !== undefined) return 'entered'
  return noted.answered ?? 'unanswered'
}

function ofNothing({ past, hasMoved, hasItems, isAsked, isDeleted, attempts }: Evidence): Next {
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

/** The books rewrite some things without a word, a person others, and a document may have been corrected. */
function codeOfDifference(past: Past): ImportCode {
  return past === 'accepted' || past === 'unanswered' ? 'other' : 'changed_since'
}

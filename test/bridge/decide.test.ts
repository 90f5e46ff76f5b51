import { describe, expect, test } from 'bun:test'
import {
  attemptsMax,
  decide,
  type Evidence,
  type Found,
  type Past,
} from '../../src/bridge/decide.ts'

const quiet: Omit<Evidence, 'past' | 'found'> = {
  hasMoved: false,
  hasItems: false,
  isChanged: false,
  isAsked: false,
  isDeleted: false,
  attempts: 1,
}

describe('what is done after a crash, row by row', () => {
  test.each<[string, Partial<Evidence> & { past: Past; found: Found }, string]>([
    ['nothing was noted, nothing is there', { past: 'unsent', found: 'none' }, 'send'],
    ['the journal was lost, the voucher is there', { past: 'unsent', found: 'equal' }, 'verified'],
    [
      'the journal was lost, it was edited',
      { past: 'unsent', found: 'different' },
      'parked changed_since',
    ],
    [
      'the journal was lost, it was cancelled',
      { past: 'unsent', found: 'cancelled' },
      'removed removed_in_book',
    ],
    ['no answer, it is there', { past: 'unanswered', found: 'equal' }, 'verified'],
    ['no answer, nothing there, nobody wrote', { past: 'unanswered', found: 'none' }, 'send'],
    [
      'no answer, nothing there, somebody wrote',
      { past: 'unanswered', found: 'none', hasMoved: true },
      'send',
    ],
    [
      'no answer, nobody wrote, lines of stock',
      { past: 'unanswered', found: 'none', hasItems: true },
      'send',
    ],
    [
      'no answer, somebody wrote, lines of stock',
      { past: 'unanswered', found: 'none', hasMoved: true, hasItems: true },
      'parked outcome_unknown',
    ],
    [
      'the same, and a person looked',
      { past: 'unanswered', found: 'none', hasMoved: true, hasItems: true, isAsked: true },
      'send',
    ],
    [
      'no answer for the third time',
      { past: 'unanswered', found: 'none', attempts: attemptsMax },
      'parked outcome_unknown',
    ],
    [
      'no answer, two of them',
      { past: 'unanswered', found: 'several' },
      'parked duplicate_in_book',
    ],
    ['no answer, another one', { past: 'unanswered', found: 'different' }, 'parked other'],
    ['taken, and it is there', { past: 'accepted', found: 'equal' }, 'verified'],
    ['taken, and it is not there', { past: 'accepted', found: 'none' }, 'parked outcome_unknown'],
    ['taken, and the books rewrote it', { past: 'accepted', found: 'different' }, 'parked other'],
    ['kept as an exception', { past: 'exception', found: 'none' }, 'parked exception_parked'],
    [
      'kept as an exception, and a person says "try again"',
      { past: 'exception', found: 'none', isAsked: true },
      'parked exception_parked',
    ],
    [
      'likewise, and it is deleted there',
      { past: 'exception', found: 'none', isAsked: true, isDeleted: true },
      'send',
    ],
    ['an exception that somebody finished', { past: 'exception', found: 'equal' }, 'verified'],
    [
      'an exception that somebody finished with other values',
      { past: 'exception', found: 'different' },
      'verified',
    ],
    ['entered, and still there', { past: 'entered', found: 'equal' }, 'verified'],
    ['entered, and edited by a person', { past: 'entered', found: 'different' }, 'verified'],
    [
      'entered, and the document was corrected',
      { past: 'entered', found: 'different', isChanged: true },
      'parked changed_since',
    ],
    [
      'entered, and both were corrected alike',
      { past: 'entered', found: 'equal', isChanged: true },
      'verified',
    ],
    [
      'entered, and deleted by a person',
      { past: 'entered', found: 'none' },
      'removed removed_in_book',
    ],
    [
      'entered, and cancelled by a person',
      { past: 'entered', found: 'cancelled' },
      'removed removed_in_book',
    ],
    [
      'deleted, and a person asks for it',
      { past: 'removed', found: 'none', isAsked: true },
      'send',
    ],
    [
      'cancelled, whatever a person asks',
      { past: 'removed', found: 'cancelled', isAsked: true },
      'removed removed_in_book',
    ],
    ['deleted, and brought back in the books', { past: 'removed', found: 'equal' }, 'verified'],
  ])('%s', (_, evidence, expected) => {
    const next = decide({ ...quiet, ...evidence })
    expect('code' in next ? `${next.act} ${next.code}` : next.act).toBe(expected)
  })
})

describe('whatever happened', () => {
  const all = everything()

  test('nothing is sent over a voucher that is there, cancelled or not', () => {
    const sent = all.filter((evidence) => decide(evidence).act === 'send')
    expect(new Set(sent.map(({ found }) => found))).toEqual(new Set(['none']))
  })

  test('what the books took, kept or lost is sent again by a person alone', () => {
    const known: Past[] = ['accepted', 'exception', 'entered', 'removed']
    const sent = all.filter(
      (evidence) => known.includes(evidence.past) && decide(evidence).act === 'send',
    )
    expect(sent.every(({ isAsked }) => isAsked)).toBe(true)
  })

  test('what the books keep as an exception is sent again only when a person says that it is deleted there', () => {
    const sent = all.filter(
      (evidence) => evidence.past === 'exception' && decide(evidence).act === 'send',
    )
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.every(({ isAsked, isDeleted }) => isAsked && isDeleted)).toBe(true)
  })

  test('only one voucher that is not cancelled counts as entered', () => {
    const verified = all.filter((evidence) => decide(evidence).act === 'verified')
    expect(new Set(verified.map(({ found }) => found))).toEqual(new Set(['equal', 'different']))
    const different = verified.filter(({ found }) => found === 'different')
    expect(new Set(different.map(({ past }) => past))).toEqual(new Set(['exception', 'entered']))
  })
})

/** Every case that there is. */
function everything(): Evidence[] {
  const pasts: Past[] = ['unsent', 'unanswered', 'accepted', 'exception', 'entered', 'removed']
  const finds: Found[] = ['none', 'equal', 'different', 'several', 'cancelled']
  const either = [false, true]
  return pasts.flatMap((past) =>
    finds.flatMap((found) =>
      either.flatMap((hasMoved) =>
        either.flatMap((hasItems) =>
          either.flatMap((isChanged) =>
            [
              { isAsked: false, isDeleted: false },
              { isAsked: true, isDeleted: false },
              { isAsked: true, isDeleted: true },
            ].flatMap((asked) =>
              [0, 1, attemptsMax].map((attempts) => ({
                past,
                found,
                hasMoved,
                hasItems,
                isChanged,
                ...asked,
                attempts,
              })),
            ),
          ),
        ),
      ),
    ),
  )
}

import type { Voucher } from '../vouchers/voucher.ts'
import type { Intent, Learned, Row, Step, Trouble, Verified, Written } from './lines.ts'

/** What the lines of a part come to. */
export type Noted = {
  /** The last thing that happened to it; `none` before anything did. What people said is beside it. */
  step: Exclude<Step, 'retry' | 'learned'> | 'none'
  /** Whether the books may have it: it was sent, and they did not refuse it. */
  wasSent: boolean
  /** The last that was sent. */
  intent?: Intent
  /** How the books answered that; undefined when no answer was noted. */
  answered?: 'accepted' | 'exception'
  /** The voucher that it became. */
  verified?: Verified
  /** What the books were told, or have: a document that says something else was changed. */
  voucher?: Voucher | undefined
  trouble?: Trouble
  /** The state of the document that the books were told, or have. */
  revision?: string | number | undefined
  /** What others know of it, while nothing was sent, read or said here: what it said, and which row it was, is not known. */
  learned?: Learned | undefined
  /** The row of the statement that this was said of. */
  row?: Row | undefined
  /** How it stood when it was acknowledged: a step, of which some are what a person said. */
  ackedAs?: string
  /** A person said "go on" since the last thing that happened. */
  isAsked: boolean
  /** A person said that what the books have already is another paper. */
  isAnother: boolean
  /** A person said that what the books kept as an exception is deleted there, since the last thing that happened. */
  isDeleted: boolean
  /** What the books have already is this paper beyond doubt. */
  isSame: boolean
  /** How often it was sent. */
  attempts: number
  /** Milliseconds since the epoch; 0 before anything happened. */
  firstAt: number
  lastAt: number
}

const nothing: Noted = {
  step: 'none',
  wasSent: false,
  isAsked: false,
  isAnother: false,
  isDeleted: false,
  isSame: false,
  attempts: 0,
  firstAt: 0,
  lastAt: 0,
}

export function fold(lines: readonly Written[]): Noted {
  return lines.reduce(
    (noted, line) => ({
      ...after(noted, line),
      row: rowIn(line) ?? noted.row,
      firstAt: noted.firstAt || line.at,
      lastAt: line.at,
    }),
    nothing,
  )
}

function rowIn({ detail }: Written): Row | undefined {
  return 'row' in detail ? detail.row : undefined
}

function after(noted: Noted, line: Written): Noted {
  const { answered: _, trouble: __, ...before } = noted
  switch (line.step) {
    case 'intent': {
      const { verified: ___, learned: ____, ...unread } = before
      return {
        ...unread,
        step: 'intent',
        intent: line.detail,
        voucher: line.detail.voucher,
        revision: line.detail.revision,
        wasSent: true,
        isAsked: false,
        attempts: noted.attempts + 1,
      }
    }
    case 'answered':
      return { ...noted, step: 'answered', answered: line.detail.outcome }
    case 'unknown':
    case 'submitting':
      return { ...noted, step: line.step }
    case 'rejected':
      return { ...before, step: 'rejected', wasSent: false, isAsked: false, trouble: line.detail }
    case 'verified':
      return {
        ...before,
        step: 'verified',
        verified: line.detail,
        voucher: line.detail.voucher ?? noted.voucher,
        revision: line.detail.revision ?? noted.revision,
        learned: undefined,
        wasSent: true,
        isAsked: false,
      }
    case 'already_present': {
      const { isSame = false, voucher = noted.voucher, row: _row, ...trouble } = line.detail
      return { ...noted, step: line.step, isAsked: false, trouble, isSame, voucher }
    }
    case 'parked':
    case 'removed': {
      const { row: _row, ...trouble } = line.detail
      return { ...noted, step: line.step, isAsked: false, trouble }
    }
    case 'retry': {
      const isAnother = noted.isAnother || line.detail.isAnother === true
      return { ...noted, isAsked: true, isAnother, isDeleted: line.detail.isDeleted === true }
    }
    case 'learned':
      return afterLearned(before, line.detail)
    case 'acked':
      return { ...before, step: 'acked', ackedAs: line.detail.as, isAsked: false }
    case 'settled':
    case 'dropped':
      return { ...before, step: line.step, learned: undefined, isAsked: false }
  }
}

/** As if it had happened here, instead of what was learned before: only that nobody knows any more what was sent. */
function afterLearned(noted: Noted, learned: Learned): Noted {
  const { verified: _, ...before } = noted
  const { as, attempts, voucher, revision, code, field, message } = learned
  if (as === 'settled' || as === 'dropped') return { ...before, learned, step: as, isAsked: false }
  const verified = voucher && { ...voucher, masterId: 0, alterId: 0, mark: 0 }
  return {
    ...before,
    learned,
    revision,
    step: stepOf[as],
    wasSent: true,
    ...answeredBy(as),
    ...(verified && { verified }),
    ...(as !== 'unanswered' && { trouble: { code, field, message } }),
    isAsked: false,
    attempts: Math.max(before.attempts, attempts),
  }
}

const stepOf = {
  exception: 'parked',
  unanswered: 'unknown',
  unknown: 'parked',
  removed: 'removed',
  entered: 'parked',
} as const

/** As if the books had said that they took what nobody knows of: it is never sent again by itself. */
function answeredBy(as: keyof typeof stepOf): Pick<Noted, 'answered'> {
  if (as === 'exception') return { answered: 'exception' }
  return as === 'unknown' || as === 'entered' ? { answered: 'accepted' } : {}
}

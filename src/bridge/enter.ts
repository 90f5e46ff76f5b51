import type { Entered } from './books.ts'
import { decide, type Evidence, type Found, pastOf, type Look, look } from './decide.ts'
import {
  type Desk,
  hasChanged,
  isOfOtherState,
  isToSubmit,
  notedOf,
  noteVerified,
  park,
  type Work,
  requireMark,
} from './desk.ts'
import type { Noted, Written } from './journal/fold.ts'
import { keyIn, withoutMarker } from './keys.ts'
import { shifted } from './shifted.ts'
import { type Problem, sumUnder, type Voucher } from './vouchers/voucher.ts'
import { foldText } from '../platform/text.ts'

/**
 * Obstacles are looked up again after ten minutes, then after twice as long each time, up to six hours (in milliseconds). A person who
 * says "try again" need not wait.
 */
const lookAgainMs = 10 * 60_000
const lookAgainMaxMs = 6 * 60 * 60_000

/** What the accounts refused is sent or submitted again after a minute, then after twice as long each time, up to six hours. */
const refusedWaitMs = 60_000
const refusedWaitMaxMs = 6 * 60 * 60_000

/**
 * Takes one part as far as possible: into the accounts, or up to an obstacle. Safe to interrupt anywhere and to repeat. Throws AppError
 * `unavailable` when the accounts do not answer, `conflict` when they went back to an earlier state.
 */
export async function enter(desk: Desk, work: Work): Promise<Noted> {
  const noted = notedOf(desk, work)
  if (work.isHeld === true && !noted.isAsked) return park(desk, work, 'parked', shifted)
  if (mustWait(desk, work, noted) || (isDone(noted, work) && !isWaitingAgain(noted, work)))
    return noted
  const past = pastOf(noted)
  const [problem] = work.problems
  if (problem !== undefined && past === 'unsent') return park(desk, work, 'parked', problem)
  if (past === 'entered' && !noted.isAsked && isUnmakeable(work)) {
    return park(desk, work, 'parked', notAsEntered(problem))
  }
  const voucher = voucherToFind(noted, work)
  if (voucher === undefined) return noted
  const next = await conclude(desk, work, noted, voucher)
  return next === 'send' ? await send(desk, work, noted) : notedOf(desk, work)
}

/** Whether the document may be acknowledged: it is in the accounts, or a person said that nothing more is to be done. */
export function isDone(noted: Noted, work: Work): boolean {
  switch (noted.step) {
    case 'settled':
    case 'dropped':
      return !noted.isAsked
    case 'already_present':
      return noted.isSame && work.whenPresent === 'acknowledge' && isUpToDate(noted, work)
    case 'acked':
      if (isTakenOffList(noted)) return !noted.isAsked
      return isUpToDate(noted, work)
    case 'verified':
      return noted.verified?.isDraft !== true && isUpToDate(noted, work)
    default:
      return false
  }
}

/** A person took the part off the list. Later changes of the document do not matter. */
function isTakenOffList({ ackedAs = '' }: Noted): boolean {
  return ['settled', 'dropped', 'already_present'].includes(ackedAs)
}

/** Somebody put the document back, or Daybook lost the acknowledgement. A look tells whether the voucher is still in the accounts. */
function isWaitingAgain(noted: Noted, { isWanted }: Work): boolean {
  return noted.step === 'acked' && isWanted && !isTakenOffList(noted)
}

function isUpToDate(noted: Noted, work: Work): boolean {
  return !noted.isAsked && !isUnmakeable(work) && !hasChanged(noted, work)
}

/** The document waits, and no voucher can be made of it now. Nobody knows whether the accounts have that state. */
function isUnmakeable(work: Work): boolean {
  return work.isWanted && !isMakeable(work)
}

function isMakeable({ voucher, problems }: Work): boolean {
  return voucher !== undefined && problems.length === 0
}

function notAsEntered(problem: Problem | undefined): Problem {
  const message = `It was entered, and changed since to what cannot be entered. ${problem?.message ?? ''}`
  return { code: 'changed_since', field: '', message: message.trim() }
}

/** Looks the part up in the accounts and notes the outcome. */
async function conclude(
  desk: Desk,
  work: Work,
  noted: Noted,
  voucher: Voucher,
): Promise<'send' | 'done'> {
  const { books, lookedAt, clock } = desk
  const seen = await look(books, work.key, noted, voucher)
  lookedAt.set(work.key, clock.now())
  const next = decide(await evidenceOf(desk, work, noted, { found: seen.found, voucher }))
  if (next.act === 'send') return 'send'
  if (next.act === 'verified') await noteEntered(desk, work, noted, seen)
  else
    park(desk, work, next.act, { code: next.code, field: '', message: seen.differences.join(' ') })
  return 'done'
}

/** The voucher is in the accounts as it should be. Submits it too, if it is a draft to submit. */
async function noteEntered(
  desk: Desk,
  work: Work,
  noted: Noted,
  { entered, differences }: Look,
): Promise<void> {
  const isMeant = entered !== undefined && isToSubmit(desk, entered, work.voucher ?? noted.voucher)
  if (isMeant && differences.length > 0) return parkChanged(desk, work, differences)
  noteVerified(desk, work, noted, entered)
  const { books, journal } = desk
  if (!isMeant || books.submit === undefined) return
  const { guid } = entered
  journal.note(work.part, { step: 'submitting', detail: { guid } })
  const answer = await books.submit(entered)
  // Submitting twice does no harm. Read the draft's state instead of trusting the answer.
  const [now] = await books.withGuid(guid)
  if (now?.isOptional === false) return noteVerified(desk, work, notedOf(desk, work), now)
  const told = 'message' in answer ? answer.message : ''
  const message = `It is there as a draft, and could not be submitted. ${told}`.trim()
  park(desk, work, 'parked', { code: 'refused', field: '', message })
}

/** A changed draft is submitted only when a person says so. */
function parkChanged(desk: Desk, work: Work, differences: readonly string[]): void {
  const why = 'It is there as a draft that was changed: submit it there, or put it back.'
  const message = [why, ...differences].join(' ')
  park(desk, work, 'parked', { code: 'changed_since', field: '', message })
}

async function evidenceOf(
  { books }: Desk,
  work: Work,
  noted: Noted,
  { found, voucher }: { found: Found; voucher: Voucher },
): Promise<Evidence> {
  const { intent, wasSent, isAsked, isDeleted, attempts } = noted
  const isSought = found === 'none' && wasSent
  return {
    past: pastOf(noted),
    found,
    // If another bridge sent it, nobody knows the mark before.
    hasMoved: isSought && (intent === undefined || (await books.mark()) !== intent.mark),
    hasItems: voucher.items.length > 0,
    isChanged: hasChanged(noted, work) || isOfOtherState(noted, work),
    isAsked,
    isDeleted,
    attempts,
  }
}

async function send(desk: Desk, work: Work, noted: Noted): Promise<Noted> {
  const { books, journal } = desk
  const sendable = await sendableOf(desk, work, noted)
  if (sendable === undefined) return noted.wasSent ? parkUnknown(desk, work) : noted
  const { voucher, text } = sendable
  const [problem] = await books.check(voucher)
  if (problem !== undefined) return park(desk, work, 'parked', problem)
  const [first, ...others] = noted.isAnother ? [] : await books.likely(voucher, work.ownKeys)
  if (first !== undefined) return notePresent(desk, work, voucher, [first, ...others])
  const mark = await books.mark()
  requireMark(journal, mark)
  const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const { key, part, row } = work
  const parts = work.parts || (noted.intent?.parts ?? 0)
  const revision = isMakeable(work) ? work.revision : (noted.intent?.revision ?? '')
  const { company } = books
  await desk.requireLease?.()
  const detail = { key, sha256, text, voucher, company, mark, parts, revision, ...(row && { row }) }
  journal.note(part, { step: 'intent', detail })
  await write(desk, work, text)
  const after = notedOf(desk, work)
  // If the voucher is still missing, a later round sends it again, if at all.
  if (after.step !== 'rejected') await conclude(desk, work, after, voucher)
  return notedOf(desk, work)
}

/** Nobody waits for this document in Daybook, so do not search all years for it again and again. */
function parkUnknown(desk: Desk, work: Work): Noted {
  return park(desk, work, 'parked', { code: 'outcome_unknown', field: '', message: '' })
}

async function write({ books, journal }: Desk, { part }: Work, text: string): Promise<void> {
  const answer = await books.write(text)
  switch (answer.outcome) {
    case 'accepted':
    case 'exception':
      journal.note(part, {
        step: 'answered',
        detail: { outcome: answer.outcome, raw: answer.raw },
      })
      return
    case 'refused': {
      const { code, message, raw } = answer
      journal.note(part, { step: 'rejected', detail: { code, field: '', message, raw } })
      return
    }
    case 'unknown':
      journal.note(part, { step: 'unknown', detail: { message: answer.message } })
  }
}

/**
 * What to send. If a first send got no answer, the same bytes: the first may still arrive. A document that is no longer delivered, or of
 * which no voucher can be made now, is sent as before when a person asks.
 */
async function sendableOf({ books }: Desk, work: Work, noted: Noted) {
  if (!work.isWanted && !noted.isAsked) return undefined
  const { intent } = noted
  const isAsBefore = work.problems.length > 0 || !hasChanged(noted, work)
  const voucher = isAsBefore ? (intent?.voucher ?? work.voucher) : work.voucher
  if (voucher === undefined) return undefined
  const isSame = voucher === intent?.voucher && pastOf(noted) === 'unanswered'
  return { voucher, text: isSame ? intent.text : await books.render(voucher, work.key) }
}

/**
 * The voucher to look for: until it was read back, what was sent; from then on, what the document says. A voucher dated with the day of
 * entry keeps that day.
 */
function voucherToFind(noted: Noted, work: Work): Voucher | undefined {
  const sent = noted.intent?.voucher
  if (pastOf(noted) !== 'entered') return sent ?? work.voucher
  return hasChanged(noted, work) ? work.voucher : (noted.voucher ?? work.voucher ?? sent)
}

/** Waits for a person, or until some time has passed. */
function mustWait({ clock, lookedAt, journal }: Desk, { key, part }: Work, noted: Noted): boolean {
  if (noted.isAsked) return false
  const now = clock.now()
  if (isRefusedDraft(noted)) {
    return isWithin(now, noted.lastAt, refusedWait(submitsOf(journal.linesOf(part))))
  }
  switch (noted.step) {
    case 'already_present':
      return true
    case 'rejected':
      return isWithin(now, noted.lastAt, refusedWait(noted.attempts))
    case 'parked':
    case 'removed': {
      const looked = lookedAt.get(key) ?? 0
      const wait = Math.max(lookAgainMs, looked - noted.lastAt)
      return noted.wasSent && isWithin(now, looked, Math.min(wait, lookAgainMaxMs))
    }
    default:
      return false
  }
}

/** When to send again what the accounts refused, in milliseconds since the epoch. */
export function refusedUntil({ attempts, lastAt }: Noted): number {
  return lastAt + refusedWait(attempts)
}

/** In milliseconds, after so many attempts. */
function refusedWait(tries: number): number {
  return Math.min(refusedWaitMs * 2 ** (tries - 1), refusedWaitMaxMs)
}

/** The voucher is in the accounts as a draft, and the accounts refused to submit it. */
function isRefusedDraft({ step, verified, trouble }: Noted): boolean {
  return step === 'parked' && verified?.isDraft === true && trouble?.code === 'refused'
}

/** How often the bridge tried to submit the draft since reading it back. */
function submitsOf(lines: readonly Written[]): number {
  const since = lines.slice(lines.findLastIndex(({ step }) => step === 'verified') + 1)
  return since.filter(({ step }) => step === 'submitting').length
}

/** False for a time in the future, noted while the clock was ahead. */
function isWithin(now: number, since: number, waitMs: number): boolean {
  return now >= since && now < since + waitMs
}

/**
 * Notes that the accounts already have the voucher, entered by hand or from another document. Of several vouchers it prefers one that
 * agrees and that stands for no other part.
 */
function notePresent(
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
    sumUnder(entered.entries, voucher.party) === sumUnder(voucher.entries, voucher.party) &&
    isNoOtherRow(voucher, entered)
  )
}

/** A bank may move the same amount several times a day. The narration tells such rows apart. */
function isNoOtherRow({ reference, narration }: Voucher, entered: Entered): boolean {
  if (reference !== '' || keyIn(entered.narration) === undefined) return true
  return foldText(withoutMarker(entered.narration)) === foldText(narration)
}

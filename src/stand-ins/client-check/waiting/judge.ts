import type { About, Result } from '../scenario.ts'
import { type Desk, type Document, heldOf, type Told } from './desk.ts'
import type { Waiting, WaitingPlay } from './waiting.ts'

const nothingAsked = 'Your client did not ask for what waits.'
const unseen =
  'Whether something was booked twice could not be seen: name what your client booked with --booked, or let it send import-results.'

/** Grades one scenario by what came. */
export function judge<D extends Document>(
  about: About,
  play: WaitingPlay,
  desk: Desk<D>,
  booked: Booked,
  { nameOf, wrongAmount }: Pick<Waiting<D>, 'nameOf' | 'wrongAmount'>,
): Result {
  const named = (id: string): string => {
    const held = heldOf(desk, id)
    return held === undefined ? `What has the id ${id}` : nameOf(held.document)
  }
  if (!play.isShown()) {
    const reason = desk.asked === 0 ? nothingAsked : (play.notShown ?? nothingAsked)
    return { ...about, grade: 'not_shown', problems: [reason], notes: [] }
  }
  const problems = [
    ...unsettled(play, desk, named),
    ...(play.problems?.() ?? []),
    ...wronglyBooked(desk, booked, named, wrongAmount),
    ...desk.held.flatMap(({ document }) => {
      const said = isLeftToPerson(desk, document.id) ? [] : (booked?.get(document.id) ?? [])
      return said.flatMap((text) => wrongAmount?.(document, text) ?? [])
    }),
  ]
  const isSeen = booked !== undefined || desk.told.some(({ voucher }) => voucher !== '')
  return {
    ...about,
    grade: problems.length === 0 ? 'passed' : 'failed',
    problems,
    notes: isSeen ? [] : [unseen],
  }
}

/** Whether what must be dealt with is. */
export function isSettled(play: WaitingPlay, desk: Desk<Document>): boolean {
  return unsettledIds(play, desk).length === 0
}

function unsettledIds(play: WaitingPlay, desk: Desk<Document>): string[] {
  const refused = new Set(
    desk.told.filter(({ outcome }) => outcome !== 'imported').map(({ id }) => id),
  )
  const marked = new Set(
    desk.held.filter(({ isMarked }) => isMarked).map(({ document: { id } }) => id),
  )
  return play.wanted().filter((id) => !marked.has(id) && !refused.has(id))
}

type Named = (id: string) => string

function unsettled(play: WaitingPlay, desk: Desk<Document>, named: Named): string[] {
  return unsettledIds(play, desk).map(
    (id) => `${named(id)} was neither acknowledged nor reported as one that cannot be booked.`,
  )
}

/** What the client told of it last asks somebody to look: what is booked of it meanwhile is known not to be right. */
function isLeftToPerson({ told }: Desk<Document>, id: string): boolean {
  const last = told.findLast((each) => each.id === id)
  return last !== undefined && last.outcome !== 'imported'
}

function wronglyBooked<D extends Document>(
  desk: Desk<D>,
  booked: Booked,
  named: Named,
  wrongAmount: Waiting<D>['wrongAmount'],
): string[] {
  return [
    ...desk.held.flatMap(({ document, isMarked }) => {
      const { id } = document
      const times = booked?.get(id)?.length
      if (booked === undefined) return []
      if ((times ?? 0) > 1) return [`${named(id)} was booked ${times} times.`]
      // What is booked with nothing is right when it is not booked at all.
      const isNothing = wrongAmount !== undefined && wrongAmount(document, '0') === undefined
      const isMissing = isMarked && times === undefined && !isNothing
      return isMissing ? [`${named(id)} was acknowledged, but it is not booked.`] : []
    }),
    ...twoVouchers(desk),
  ]
}

/** Two vouchers of one part, by what the client itself told. */
function twoVouchers(desk: Desk<Document>): string[] {
  const vouchers = new Map<string, Set<string>>()
  for (const told of desk.told.filter(({ voucher }) => voucher !== '')) {
    const known = vouchers.get(partOf(told)) ?? new Set()
    vouchers.set(partOf(told), known.add(told.voucher))
  }
  return [...vouchers]
    .filter(([, known]) => known.size > 1)
    .map(([part, known]) => `${part} became ${known.size} vouchers: ${[...known].join(', ')}.`)
}

function partOf({ id, part }: Told): string {
  return part === 0 ? id : `${id}, part ${part},`
}

/** What the client has in its books: by id, what stands behind it each time. Undefined: nobody can tell. */
type Booked = ReadonlyMap<string, readonly string[]> | undefined

/** Reads a list of ids, one a line; what follows an id on its line is kept as it is. */
export function readBooked(text: string): NonNullable<Booked> {
  const booked = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, id = '', behind = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line.trim()) ?? []
    if (id !== '') booked.set(id, [...(booked.get(id) ?? []), behind])
  }
  return booked
}

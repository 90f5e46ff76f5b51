import type { Desk, Told } from './desk.ts'
import type { Play, Result, Scenario } from './scenario.ts'

/** How often the client has each id in its books; undefined: nobody can tell. */
export type Booked = ReadonlyMap<string, number> | undefined

const nothingAsked = 'Your client did not ask for what waits.'
const unseen =
  'Whether something was booked twice could not be seen: name what your client booked with --booked, or let it send import-results.'

/** Grades one scenario by what came. */
export function judge(scenario: Scenario, play: Play, desk: Desk, booked: Booked): Result {
  const { name, title, why } = scenario
  const about = { name, title, why }
  if (!play.isShown()) {
    const reason = desk.asked === 0 ? nothingAsked : (play.notShown ?? nothingAsked)
    return { ...about, grade: 'not_shown', problems: [reason], notes: [] }
  }
  const problems = [
    ...unsettled(play, desk),
    ...(play.problems?.() ?? []),
    ...wronglyBooked(desk, booked),
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
export function isSettled(play: Play, desk: Desk): boolean {
  return unsettledIds(play, desk).length === 0
}

function unsettledIds(play: Play, desk: Desk): string[] {
  const refused = new Set(
    desk.told.filter(({ outcome }) => outcome !== 'imported').map(({ id }) => id),
  )
  const marked = new Set(desk.held.filter(({ isMarked }) => isMarked).map(({ bill: { id } }) => id))
  return play.wanted().filter((id) => !marked.has(id) && !refused.has(id))
}

function unsettled(play: Play, desk: Desk): string[] {
  return unsettledIds(play, desk).map(
    (id) =>
      `${nameOf(desk, id)} was neither acknowledged nor reported as one that cannot be booked.`,
  )
}

function wronglyBooked(desk: Desk, booked: Booked): string[] {
  return [
    ...desk.held.flatMap(({ bill: { id }, isMarked }) => {
      const times = booked?.get(id)
      if (booked === undefined) return []
      if ((times ?? 0) > 1) return [`${nameOf(desk, id)} was booked ${times} times.`]
      const isMissing = isMarked && times === undefined
      return isMissing ? [`${nameOf(desk, id)} was acknowledged, but it is not booked.`] : []
    }),
    ...twoVouchers(desk),
  ]
}

/** Two vouchers of one part, by what the client itself told. */
function twoVouchers(desk: Desk): string[] {
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

function nameOf(desk: Desk, id: string): string {
  const held = desk.held.find(({ bill }) => bill.id === id)
  const number = held?.bill.invoice_no
  return number === undefined ? `The document ${id}` : `The document ${number} (${id})`
}

import type { Scenario, About, Call, Play, PlayDeps, Request, Result } from '../scenario.ts'
import {
  answerOf,
  type Desk,
  endLeases,
  type Held,
  heldOf,
  kindOf,
  openDesk,
  type Shop,
  type Told,
  type WaitingKind,
} from './desk.ts'

/** A running scenario with documents or orders that wait. */
type WaitingPlay = Play<WaitingKind> & {
  /** The ids that the client must acknowledge, or report as impossible to book. */
  wanted(): string[]
}

export type WaitingScenario = About & {
  begin(desk: Desk, deps: PlayDeps): Promise<WaitingPlay>
}

/** How the documents of a profile are made, and their names. */
export type Supply = {
  shop: Shop
  /** In the plural. */
  noun: string
  /** In the singular. */
  one: 'document' | 'order'
  /** Adds a document for each description, the first one the oldest unless the descriptions have times. */
  letWait(desk: Desk, abouts: readonly { createdAt?: number }[]): Promise<Held[]>
  /** Puts an acknowledged document back, so that it waits again. */
  putBack(desk: Desk, id: string): Promise<unknown>
}

/** The time between two documents, in milliseconds. */
const apartMs = 60_000

/** Makes `letWait` from `put`, which stores one document by its description. */
export function lettingWait<Described>(
  put: (daybook: Desk['daybook'], about: Described & { createdAt: number }) => Promise<Held>,
) {
  return async ({ daybook, held, now }: Desk, abouts: readonly Described[]): Promise<Held[]> => {
    const [added, at]: [Held[], number] = [[], now()]
    for (const [index, about] of abouts.entries()) {
      const createdAt = at - (abouts.length - index) * apartMs
      added.push(await put(daybook, { createdAt, ...about }))
    }
    held.push(...added)
    return added
  }
}

/** Gives each run of a scenario a desk of its own. */
export function staged(shop: Shop, { begin, ...about }: WaitingScenario): Scenario {
  return {
    ...about,
    async begin(deps) {
      const desk = openDesk(deps)
      const play = await begin(desk, deps)
      let isOver = false
      return {
        async fault(request) {
          const call = callOf(shop, request)
          if (call.kind === 'list') desk.asked += 1
          return isOver ? undefined : await play.fault?.(call)
        },
        async answer(request) {
          const answer = await answerOf(shop, desk, request)
          if (!isOver) await play.after?.(callOf(shop, request))
          return answer
        },
        isSettled: () => unsettledIds(play, desk).length === 0,
        resumesAt: () => play.resumesAt?.() ?? 0,
        // A client that makes rounds has one worker, so nobody uses the leases of its last round any more.
        nextRound: async () => await endLeases(desk),
        end: () => void (isOver = true),
        given: () => [...desk.given],
        judge: (books) =>
          judge(about, play, desk, books === undefined ? undefined : readBooked(books)),
      }
    },
  }
}

function callOf(shop: Shop, request: Request): Call<WaitingKind> {
  return { kind: kindOf(shop, request), at: request.now, body: request.body }
}

const nothingAsked = 'Your client did not ask for what waits.'
const unseen =
  'Whether something was booked twice could not be seen: name what your client booked with --booked, or let it send import-results.'

/** Grades one scenario by what the client did. */
function judge(about: About, play: WaitingPlay, desk: Desk, booked: Booked): Result {
  if (!play.isShown()) {
    const reason = desk.asked === 0 ? nothingAsked : (play.notShown ?? nothingAsked)
    return { ...about, grade: 'not_shown', problems: [reason], notes: [] }
  }
  const problems = [
    ...unsettledIds(play, desk).map((id) => {
      const name = heldOf(desk, id)?.name ?? `What has the id ${id}`
      return `${name} was neither acknowledged nor reported as one that cannot be booked.`
    }),
    ...(play.problems?.() ?? []),
    ...(booked === undefined ? [] : desk.held.flatMap((held) => timesBooked(desk, booked, held))),
    ...twoVouchers(desk),
    ...(booked === undefined ? [] : desk.held.flatMap((held) => wrongAmounts(desk, booked, held))),
  ]
  const isSeen = booked !== undefined || desk.told.some(({ voucher }) => voucher !== '')
  return {
    ...about,
    grade: problems.length === 0 ? 'passed' : 'failed',
    problems,
    notes: isSeen ? [] : [unseen],
  }
}

/** The wanted ids that the client has neither acknowledged nor reported. */
function unsettledIds(play: WaitingPlay, { told, marked }: Desk): string[] {
  const refused = new Set(told.filter(({ outcome }) => outcome !== 'imported').map(({ id }) => id))
  return play.wanted().filter((id) => !marked.has(id) && !refused.has(id))
}

function timesBooked({ marked }: Desk, booked: Booked, { id, name, due }: Held): string[] {
  const times = booked?.get(id)?.length ?? 0
  if (times > 1) return [`${name} was booked ${times} times.`]
  // A document over nothing need not be booked.
  const isMissing = marked.has(id) && times === 0 && due?.paise !== 0
  return isMissing ? [`${name} was acknowledged, but it is not booked.`] : []
}

/** An amount in rupees at the beginning of a text. */
const amount = /^\s*(\d{1,12}(?:\.\d{1,2})?)(?!\S)/

/** Wrong amounts in the client's list, if the list has amounts. */
function wrongAmounts({ told }: Desk, booked: Booked, { id, name, due }: Held): string[] {
  const last = told.findLast((each) => each.id === id)
  // The client's latest report asks a person to look, so the amount may still be wrong.
  const isLeftToPerson = last !== undefined && last.outcome !== 'imported'
  if (due === undefined || isLeftToPerson) return []
  return (booked?.get(id) ?? []).flatMap((said) => {
    const [, text] = amount.exec(said) ?? []
    const isRight = text === undefined || Math.round(Number(text) * 100) === due.paise
    return isRight ? [] : [`${name} was booked with ${text}: ${due.why}.`]
  })
}

/** Parts for which the client reported several vouchers. */
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

/** The client's own list of its entries: by id, the rest of each line. Undefined if nobody provides it. */
type Booked = ReadonlyMap<string, readonly string[]> | undefined

/** Reads a list with an id on each line. Keeps the rest of the line as it is. */
export function readBooked(text: string): NonNullable<Booked> {
  const booked = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, id = '', behind = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line.trim()) ?? []
    if (id !== '') booked.set(id, [...(booked.get(id) ?? []), behind])
  }
  return booked
}

import type { About, Call, Fault } from './scenario.ts'

/** The most calls of a patient client while it is refused: a few tries by several workers. */
const triesMax = 10

/** Calls this soon after the first refusal were already on their way, in milliseconds. */
const graceMs = 250

/** A refusal for a while. Calls of the kinds `from` begin it, and calls of the kinds `of` are refused. */
export type Refusal<Kind extends string> = About & {
  fault: Extract<Fault, { kind: 'refuse' }>
  from: readonly Kind[]
  of: readonly Kind[]
}

/** Refuses calls for a while, and counts how often and how early the client asks again. */
export function refuseForAWhile<Kind extends string>(
  { fault, from, of }: Pick<Refusal<Kind>, 'fault' | 'from' | 'of'>,
  seconds: number,
) {
  const isTimed = fault.status === 429
  let until = 0
  let tries = 0
  let early = 0
  return {
    fault({ kind, at }: Call<Kind>): Fault | undefined {
      if (until === 0 && from.includes(kind)) until = at + seconds * 1000
      if (!of.includes(kind) || at >= until) return undefined
      tries += 1
      if (at > until - seconds * 1000 + graceMs) early += 1
      return isTimed ? { ...fault, retryAfter: seconds } : fault
    },
    isShown: () => tries > 0,
    problems: () => [
      ...(tries > triesMax
        ? [`It asked ${tries} times within ${seconds} seconds while it was refused.`]
        : []),
      ...(isTimed && early > 0
        ? [`It asked ${early} times before the ${seconds} seconds of Retry-After were over.`]
        : []),
    ],
    resumesAt: () => until,
  }
}

/** A slow answer takes this many times as long as a refusal lasts. */
const slowTimes = 5

/** Answers the first call of some kinds slowly, and counts how often the client sends the same call meanwhile. */
export function answerSlowly<Kind extends string>(of: readonly Kind[], refusedSeconds: number) {
  const ms = refusedSeconds * 1000 * slowTimes
  let first: Call<Kind> | undefined
  let again = 0
  return {
    fault(call: Call<Kind>): Fault | undefined {
      if (!of.includes(call.kind)) return undefined
      if (first !== undefined) {
        const isMeanwhile = call.at > first.at + graceMs && call.at < first.at + ms
        if (isMeanwhile && isRepeat(first, call)) again += 1
        return undefined
      }
      first = call
      return { kind: 'slow', ms }
    },
    isShown: () => first !== undefined,
    problems: () =>
      again > 0 ? [`It asked ${again} times more while it was being answered.`] : [],
  }
}

/** Whether a call repeats the first one. Other workers may send other calls meanwhile. */
function isRepeat(first: Call<string>, { kind, body }: Call<string>): boolean {
  return kind === first.kind && Bun.deepEquals(body, first.body)
}

type Kinds<Kind extends string> = Pick<Refusal<Kind>, 'from' | 'of'>

/** The refusals that every service has, for some kinds of calls. */
export function refusals<Kind extends string>(
  kinds: Kinds<Kind>,
  may: string,
  back: string,
): readonly Refusal<Kind>[] {
  return [
    {
      ...kinds,
      name: 'unauthorized',
      title: 'The key is refused with 401 for a while',
      why: 'Somebody revoked the key, or its last day is over. Stop, tell a person, and ask again later: asking faster opens nothing.',
      fault: { kind: 'refuse', status: 401, message: 'This key was revoked.' },
    },
    {
      ...kinds,
      name: 'forbidden',
      title: 'The call is refused with 403 for a while',
      why: 'The key may not do this. Stop, tell a person, and ask again later.',
      fault: { kind: 'refuse', status: 403, message: `This key may not ${may}.` },
    },
    {
      ...kinds,
      name: 'too_many',
      title: 'The call is refused with 429 and Retry-After',
      why: 'An owner set a rate for the key. Wait as many seconds as Retry-After says.',
      fault: { kind: 'refuse', status: 429, message: 'This key calls too often.' },
    },
    {
      ...kinds,
      name: 'back_off',
      title: `${back} fails with 500 for a while`,
      why: 'Whatever is the matter, a client that asks again at once makes it worse. Wait longer each time, and go on when it answers.',
      fault: { kind: 'refuse', status: 500, message: 'Something went wrong inside Daybook.' },
    },
  ]
}

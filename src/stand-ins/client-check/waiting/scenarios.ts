import { refuseForAWhile, refusals, type Refusal, answerSlowly } from '../patience.ts'
import type { About, Fault } from '../scenario.ts'
import { type Document, idsOf, isGiven, type Held } from './desk.ts'
import type { Supply, WaitingScenario, WaitingKind } from './waiting.ts'

/** What can be the matter with the list itself. `kept`: what becomes of what is not acknowledged. */
export function listScenarios<D extends Document>(
  supply: Supply<D>,
  kept: string,
): readonly WaitingScenario<D>[] {
  return [plain(supply, kept), sameTime(supply), twice(supply), restored(supply), listCut(supply)]
}

function plain<D extends Document>({ noun, letWait }: Supply<D>, kept: string): WaitingScenario<D> {
  return {
    name: 'plain',
    title: `Three ${noun} are fetched, booked and acknowledged`,
    why: `What is not acknowledged comes again with each call${kept}.`,
    begin(desk, { now }) {
      const held = letWait(desk, now(), 3)
      return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
    },
  }
}

function sameTime<D extends Document>({ noun, one, letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'same_time',
    title: `Seven ${noun} came at the same time, three in an answer`,
    why: `A client that keeps the time of the last ${one} and goes on behind it loses those of the same time. Go on with \`next\`, or fetch until nothing waits.`,
    begin(desk, { now }) {
      desk.pageMax = 3
      const held = letWait(desk, now(), 7, true)
      return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
    },
  }
}

function twice<D extends Document>({ one, letWait }: Supply<D>): WaitingScenario<D> {
  const article = one === 'order' ? 'an' : 'a'
  return {
    name: 'twice',
    title: `One answer carries ${article} ${one} twice`,
    why: `Lists move while they are read. The id says that it is the same ${one}: it is booked once.`,
    begin(desk, { now }) {
      const held = letWait(desk, now(), 3)
      desk.arrange = (page) => [...page, ...page.slice(0, 1)]
      return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
    },
  }
}

function restored<D extends Document>({ noun, letWait, putBack }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'restored',
    title: 'What was acknowledged waits again',
    why: 'So it is after Daybook was restored from a backup. Acknowledge it once more, and book nothing.',
    begin(desk, { now }) {
      const held = letWait(desk, now(), 2)
      let isPutBack = false
      return {
        after() {
          if (isPutBack || !held.every(({ isMarked }) => isMarked)) return
          isPutBack = true
          for (const each of held) {
            putBack?.(each.document)
            Object.assign(each, { isMarked: false, given: 0, leasedUntil: 0 })
          }
        },
        wanted: () => idsOf(held),
        isShown: () => isPutBack,
        notShown: `Your client did not acknowledge both ${noun}.`,
      }
    },
  }
}

function listCut<D extends Document>({ letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'list_cut',
    title: 'The connection ends in the midst of the list',
    why: 'Half an answer is none. Fetch again with the next round.',
    begin(desk, { now }) {
      const held = letWait(desk, now(), 2)
      let isCut = false
      return {
        fault({ kind }) {
          if (kind !== 'list' || isCut) return undefined
          isCut = true
          return { kind: 'half' }
        },
        wanted: () => idsOf(held),
        isShown: () => isCut,
      }
    },
  }
}

/** The lists are refused for a while. */
export function refusalScenarios<D extends Document>(
  supply: Supply<D>,
): readonly WaitingScenario<D>[] {
  const lists = { from: ['list'], of: ['list'] } as const
  return refusals<WaitingKind>(lists, `fetch ${supply.noun}`, 'The list').map((refusal) =>
    refusalScenario(supply, refusal),
  )
}

export function refusalScenario<D extends Document>(
  { letWait }: Supply<D>,
  { name, title, why, ...refusal }: Refusal<WaitingKind>,
): WaitingScenario<D> {
  return {
    name,
    title,
    why,
    begin(desk, { now, refusedSeconds }) {
      const held = letWait(desk, now(), 2)
      return { ...refuseForAWhile(refusal, refusedSeconds), wanted: () => idsOf(held) }
    },
  }
}

export function slowList<D extends Document>({ letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'slow',
    title: 'The list takes its time',
    why: 'A large page over a slow line, or a computer that is busy. Wait for the answer, a minute if need be: who asks again meanwhile makes it slower.',
    begin(desk, { now, refusedSeconds }) {
      const held = letWait(desk, now(), 2)
      return {
        ...answerSlowly<WaitingKind>(['list'], refusedSeconds),
        wanted: () => idsOf(held),
      }
    },
  }
}

type FaultyMark = About & { fault: Fault }

/** An acknowledgement goes wrong. */
export function acknowledgingScenarios<D extends Document>(
  supply: Supply<D>,
): readonly WaitingScenario<D>[] {
  const { one } = supply
  const faulty: readonly FaultyMark[] = [
    {
      name: 'failed_after',
      title: 'An acknowledgement counts, and is answered with 500',
      why: 'The answer does not say whether it counted, and a repeat is safe. Repeat it, or fetch again: what counted is not listed any more.',
      fault: { kind: 'fail_after' },
    },
    {
      name: 'lost_answer',
      title: 'An acknowledgement counts, and its answer is lost',
      why: 'The connection ends after Daybook wrote it down. Repeat it, or fetch again, and book nothing twice.',
      fault: { kind: 'cut_after' },
    },
    {
      name: 'lost_request',
      title: 'An acknowledgement does not arrive',
      why: `The ${one} is booked and still waits: it comes again. Look into your own books by its id, acknowledge it, and book nothing.`,
      fault: { kind: 'cut_before' },
    },
    {
      name: 'killed',
      title: 'The client is killed between booking and acknowledging',
      why: `As in a power cut. After the start the same ${one} comes again: it is in your books already, and is only acknowledged.`,
      fault: { kind: 'kill' },
    },
  ]
  return faulty.map((each) => faultyMark(supply, each))
}

/** The first acknowledgement goes wrong. Then one more document comes: the client has to go on. */
function faultyMark<D extends Document>(
  { letWait }: Supply<D>,
  { fault, ...about }: FaultyMark,
): WaitingScenario<D> {
  return {
    ...about,
    begin(desk, { now }) {
      const first = letWait(desk, now(), 3)
      let later: Held<D>[] = []
      return {
        fault({ kind }) {
          if (kind !== 'mark' || later.length > 0) return undefined
          later = letWait(desk, now(), 1)
          return fault
        },
        wanted: () => idsOf([...first, ...later]),
        isShown: () => later.length > 0,
        notShown: 'Your client acknowledged nothing.',
      }
    },
  }
}

export function leaseOver<D extends Document>({ noun, letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'lease_over',
    title: `A lease is over before its ${noun} are acknowledged`,
    why: 'Another worker was given them meanwhile. An acknowledgement with `fence` counts and is answered `late`, and somebody is asked to look; without it nobody learns that it may be booked twice.',
    begin(desk, { now }) {
      const held = letWait(desk, now(), 2)
      return {
        after({ kind }) {
          if (kind === 'list' && held.some(({ fence }) => fence > 0)) desk.isOvertaken = true
        },
        wanted: () => idsOf(held),
        isShown: () => held.some(({ fence }) => fence > 0),
        notShown: 'Your client does not ask for leases: one worker needs none.',
        problems() {
          const leased = new Set(idsOf(held.filter(({ fence }) => fence > 0)))
          const bare = desk.acknowledged.filter(
            ({ id, fence }) => leased.has(id) && fence === undefined,
          )
          return bare.map(
            ({ id }) =>
              `It acknowledged ${id}, which it had leased, without the fence of its lease.`,
          )
        },
      }
    },
  }
}

/** The first document changes when it is about to be acknowledged. */
export function changedMeanwhile<D extends Document>(
  { one, letWait }: Supply<D>,
  about: About,
  change: (document: D) => void,
): WaitingScenario<D> {
  return {
    ...about,
    begin(desk, { now }) {
      const held = letWait(desk, now(), 2)
      const [first] = held
      let isChanged = false
      return {
        fault({ kind }) {
          if (kind === 'mark' && !isChanged && first !== undefined) {
            isChanged = true
            change(first.document)
          }
          return undefined
        },
        wanted: () => idsOf(held),
        isShown: () =>
          desk.acknowledged.some(({ id, status }) => isOf(first, id) && status === 'stale'),
        notShown: `Your client acknowledges without \`revision\`: it cannot learn that ${one === 'order' ? 'an' : 'a'} ${one} changed after it was fetched.`,
        problems() {
          const ofFirst = desk.acknowledged.filter(({ id }) => isOf(first, id))
          const stale = ofFirst.findIndex(({ status }) => status === 'stale')
          const blind = ofFirst.slice(stale + 1).some(({ revision }) => revision === undefined)
          return blind
            ? [
                `After \`stale\` it acknowledged the ${one} without a revision, whatever it says now.`,
              ]
            : []
        },
      }
    },
  }
}

function isOf(held: Held<Document> | undefined, id: string): boolean {
  return held?.document.id === id
}

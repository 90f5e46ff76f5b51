import { refuseForAWhile, refusals, type Refusal, answerSlowly } from '../patience.ts'
import type { About, Fault } from '../scenario.ts'
import { type Desk, endLeases, type Held, overtake, type WaitingKind } from './desk.ts'
import type { Supply, WaitingScenario } from './waiting.ts'

/** Descriptions of `count` plain documents, all of one time if given. */
function plainOnes(count: number, about: { createdAt?: number } = {}) {
  return Array.from({ length: count }, () => about)
}

function idsOf(held: readonly Held[]): string[] {
  return held.map(({ id }) => id)
}

/** For a scenario that the client meets as soon as it gets one of the documents. */
export function wantedOnceGiven({ given }: Desk, held: readonly Held[], wanted = held) {
  return { wanted: () => idsOf(wanted), isShown: () => held.some(({ id }) => given.has(id)) }
}

/** Scenarios about the list itself. `kept`: the end of the sentence about documents that nobody acknowledges. */
export function listScenarios(supply: Supply, kept: string): readonly WaitingScenario[] {
  return [plain(supply, kept), sameTime(supply), twice(supply), restored(supply), listCut(supply)]
}

function plain({ noun, letWait }: Supply, kept: string): WaitingScenario {
  return {
    name: 'plain',
    title: `Three ${noun} are fetched, booked and acknowledged`,
    why: `What is not acknowledged comes again with each call${kept}.`,
    async begin(desk) {
      const held = await letWait(desk, plainOnes(3))
      return wantedOnceGiven(desk, held)
    },
  }
}

function sameTime({ noun, one, letWait }: Supply): WaitingScenario {
  return {
    name: 'same_time',
    title: `Seven ${noun} came at the same time, three in an answer`,
    why: `A client that keeps the time of the last ${one} and goes on behind it loses those of the same time. Go on with \`next\`, or fetch until nothing waits.`,
    async begin(desk) {
      desk.pageMax = 3
      const held = await letWait(desk, plainOnes(7, { createdAt: desk.now() }))
      return wantedOnceGiven(desk, held)
    },
  }
}

function twice({ one, letWait }: Supply): WaitingScenario {
  const article = one === 'order' ? 'an' : 'a'
  return {
    name: 'twice',
    title: `One answer carries ${article} ${one} twice`,
    why: `Lists move while they are read. The id says that it is the same ${one}: it is booked once.`,
    async begin(desk) {
      const held = await letWait(desk, plainOnes(3))
      desk.isTwice = true
      return wantedOnceGiven(desk, held)
    },
  }
}

function restored({ noun, letWait, putBack }: Supply): WaitingScenario {
  return {
    name: 'restored',
    title: 'What was acknowledged waits again',
    why: 'So it is after Daybook was restored from a backup. Acknowledge it once more, and book nothing.',
    async begin(desk) {
      const held = await letWait(desk, plainOnes(2))
      let isPutBack = false
      return {
        async after() {
          if (isPutBack || !held.every(({ id }) => desk.marked.has(id))) return
          isPutBack = true
          await endLeases(desk)
          for (const { id } of held) {
            await putBack(desk, id)
            desk.marked.delete(id)
            desk.given.delete(id)
          }
        },
        wanted: () => idsOf(held),
        isShown: () => isPutBack,
        notShown: `Your client did not acknowledge both ${noun}.`,
      }
    },
  }
}

function listCut({ letWait }: Supply): WaitingScenario {
  return {
    name: 'list_cut',
    title: 'The connection ends in the midst of the list',
    why: 'Half an answer is none. Fetch again with the next round.',
    async begin(desk) {
      const held = await letWait(desk, plainOnes(2))
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

/** Daybook refuses the list for a while. */
export function refusalScenarios(supply: Supply): readonly WaitingScenario[] {
  const lists = { from: ['list'], of: ['list'] } as const
  return refusals<WaitingKind>(lists, `fetch ${supply.noun}`, 'The list').map((refusal) =>
    refusalScenario(supply, refusal),
  )
}

export function refusalScenario(
  { letWait }: Supply,
  { name, title, why, ...refusal }: Refusal<WaitingKind>,
): WaitingScenario {
  return {
    name,
    title,
    why,
    async begin(desk, { refusedSeconds }) {
      const held = await letWait(desk, plainOnes(2))
      return { ...refuseForAWhile(refusal, refusedSeconds), wanted: () => idsOf(held) }
    },
  }
}

export function slowList({ letWait }: Supply): WaitingScenario {
  return {
    name: 'slow',
    title: 'The list takes its time',
    why: 'A large page over a slow line, or a computer that is busy. Wait for the answer, a minute if need be: who asks again meanwhile makes it slower.',
    async begin(desk, { refusedSeconds }) {
      const held = await letWait(desk, plainOnes(2))
      return {
        ...answerSlowly<WaitingKind>(['list'], refusedSeconds),
        wanted: () => idsOf(held),
      }
    },
  }
}

type FaultyMark = About & { fault: Fault }

/** An acknowledgement goes wrong. */
export function acknowledgingScenarios(supply: Supply): readonly WaitingScenario[] {
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
function faultyMark({ letWait }: Supply, { fault, ...about }: FaultyMark): WaitingScenario {
  return {
    ...about,
    async begin(desk) {
      const first = await letWait(desk, plainOnes(3))
      let [isDone, later]: [boolean, Held[]] = [false, []]
      return {
        async fault({ kind }) {
          if (kind !== 'mark' || isDone) return undefined
          isDone = true
          later = await letWait(desk, plainOnes(1))
          return fault
        },
        wanted: () => idsOf([...first, ...later]),
        isShown: () => isDone,
        notShown: 'Your client acknowledged nothing.',
      }
    },
  }
}

export function leaseOver({ shop, noun, letWait }: Supply): WaitingScenario {
  return {
    name: 'lease_over',
    title: `A lease is over before its ${noun} are acknowledged`,
    why: 'Another worker was given them meanwhile. An acknowledgement with `fence` counts and is answered `late`, and somebody is asked to look; without it nobody learns that it may be booked twice.',
    async begin(desk) {
      const held = await letWait(desk, plainOnes(2))
      const isLeased = ({ id }: Pick<Held, 'id'>): boolean => desk.leased.has(id)
      return {
        async after({ kind }) {
          if (kind === 'list' && held.some(isLeased)) await overtake(shop, desk)
        },
        wanted: () => idsOf(held),
        isShown: () => held.some(isLeased),
        notShown: 'Your client does not ask for leases: one worker needs none.',
        problems() {
          const bare = desk.acknowledged.filter(
            (each) => isLeased(each) && each.fence === undefined,
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
export function changedMeanwhile(
  { one, letWait }: Supply,
  about: About,
  change: (desk: Desk, held: Held) => Promise<unknown>,
): WaitingScenario {
  return {
    ...about,
    async begin(desk) {
      const held = await letWait(desk, plainOnes(2))
      const [first] = held
      let isChanged = false
      return {
        async fault({ kind }) {
          if (kind === 'mark' && !isChanged && first !== undefined) {
            isChanged = true
            await change(desk, first)
          }
          return undefined
        },
        wanted: () => idsOf(held),
        isShown: () => desk.acknowledged.some(({ id, isStale }) => id === first?.id && isStale),
        notShown: `Your client acknowledges without \`revision\`: it cannot learn that ${one === 'order' ? 'an' : 'a'} ${one} changed after it was fetched.`,
        problems() {
          const ofFirst = desk.acknowledged.filter(({ id }) => id === first?.id)
          const stale = ofFirst.findIndex(({ isStale }) => isStale)
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

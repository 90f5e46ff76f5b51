import { type Document, idsOf, isGiven } from './desk.ts'
import type { Supply, WaitingScenario } from './waiting.ts'

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

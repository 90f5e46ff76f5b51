import type { Scenario } from '../scenario.ts'
import { isGiven, idsOf, letWait, plainBills } from './bills.ts'

const plain: Scenario = {
  name: 'plain',
  title: 'Three documents are fetched, booked and acknowledged',
  why: 'What is not acknowledged comes again with each call, until it is deleted after 30 days.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), plainBills(3))
    return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
  },
}

const sameTime: Scenario = {
  name: 'same_time',
  title: 'Seven documents came at the same time, three in an answer',
  why: 'A client that keeps the time of the last document and goes on behind it loses those of the same time. Go on with `next`, or fetch until nothing waits.',
  begin(desk, { now }) {
    desk.pageMax = 3
    const createdAt = now()
    const held = letWait(
      desk,
      now(),
      [...plainBills(7)].map(() => ({ createdAt })),
    )
    return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
  },
}

const twice: Scenario = {
  name: 'twice',
  title: 'One answer carries a document twice',
  why: 'Lists move while they are read. The id says that it is the same document: it is booked once.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), plainBills(3))
    desk.arrange = (page) => [...page, ...page.slice(0, 1)]
    return { wanted: () => idsOf(held), isShown: () => isGiven(held) }
  },
}

const restored: Scenario = {
  name: 'restored',
  title: 'What was acknowledged waits again',
  why: 'So it is after Daybook was restored from a backup. Acknowledge it once more, and book nothing.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), plainBills(2))
    let isPutBack = false
    return {
      after() {
        if (isPutBack || !held.every(({ isMarked }) => isMarked)) return
        isPutBack = true
        for (const each of held) Object.assign(each, { isMarked: false, given: 0, leasedUntil: 0 })
      },
      wanted: () => idsOf(held),
      isShown: () => isPutBack,
      notShown: 'Your client did not acknowledge both documents.',
    }
  },
}

const listCut: Scenario = {
  name: 'list_cut',
  title: 'The connection ends in the midst of the list',
  why: 'Half an answer is none. Fetch again with the next round.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), plainBills(2))
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

export const listScenarios: readonly Scenario[] = [plain, sameTime, twice, restored, listCut]

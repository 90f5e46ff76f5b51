import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Books } from '../../src/bridge/books.ts'
import type { Lease } from '../../src/bridge/daybook/waiting.ts'
import { dryRun, runOnce } from '../../src/bridge/run.ts'
import { leaseSeconds } from '../../src/bridge/lease.ts'
import type { OpenBridge } from '../../src/bridge/open.ts'
import { knownBridges } from '../../src/books/mapping/take-report.ts'
import { AppError } from '../../src/platform/errors.ts'
import { type BridgedShop, openBridgedShop, resultsIn, waitingIn } from '../support/bridge.ts'

let bridged: BridgedShop

/** How far the clock of the bridge is ahead, in milliseconds. */
let ahead: number

beforeEach(async () => {
  bridged = await openBridgedShop()
  ahead = 0
  bridged.bridge.clock = { now: () => Date.now() + ahead }
})

afterEach(() => bridged.close())

/** Does something when a bridge has sent its first voucher, before it hears of that. */
function afterFirstSent(bridge: OpenBridge, act: () => Promise<unknown>): void {
  let sent = 0
  wrapWrite(bridge, async (text, write) => {
    const answer = await write(text)
    sent += 1
    if (sent === 1) await act()
    return answer
  })
}

/** The same before Tally gets it. */
function beforeFirstSent(bridge: OpenBridge, act: () => Promise<unknown>): void {
  let asked = 0
  wrapWrite(bridge, async (text, write) => {
    asked += 1
    if (asked === 1) await act()
    return await write(text)
  })
}

type Write = Books['write']

function wrapWrite(bridge: OpenBridge, write: (text: string, inner: Write) => ReturnType<Write>) {
  const { books } = bridge
  bridge.books = { ...books, write: (text) => write(text, books.write) }
}

function pass(seconds: number): void {
  ahead += seconds * 1000
}

/** How a bridge is told how long leases shall last, in order. */
function renewals(bridge: OpenBridge): number[] {
  const { daybook } = bridge
  const asked: number[] = []
  bridge.daybook = {
    ...daybook,
    renew(lease, seconds) {
      asked.push(seconds)
      return daybook.renew(lease, seconds)
    },
  }
  return asked
}

/** What a bridge has taken, as it goes on. */
function takenBy(bridge: OpenBridge): Lease[] {
  const { daybook } = bridge
  const taken: Lease[] = []
  bridge.daybook = {
    ...daybook,
    async *leased(leasing) {
      for await (const page of daybook.leased(leasing)) {
        if (page.lease !== undefined) taken.push(page.lease)
        yield page
      }
    },
  }
  return taken
}

/** As when the time of all that a bridge holds is over: others are given it, and it is not told. */
async function end(bridge: OpenBridge, taken: readonly Lease[]): Promise<void> {
  for (const lease of taken) await bridge.daybook.renew(lease, 0)
  pass(leaseSeconds)
}

const waiting = () => waitingIn(bridged)

describe('two bridges of one company', () => {
  test('are never given the same bill', async () => {
    await bridged.addBill({ number: 'ONE' })
    const other = bridged.another()
    beforeFirstSent(bridged.bridge, async () => {
      await bridged.addBill({ number: 'TWO' })
      expect(await runOnce(other)).toMatchObject({ entered: 1 })
    })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    expect(bridged.tally.imports()).toHaveLength(2)
    expect(references()).toEqual(['TWO', 'ONE'])
    expect(await waiting()).toEqual([])
  })

  test('leave to each other what the other works on, also when somebody asked for it', async () => {
    const id = await bridged.addBill()
    const other = bridged.another()
    bridged.tally.next('cutBeforeCommit')
    await runOnce(other)
    other.journal.note({ subject: `scan:${id}`, part: 0 }, { step: 'retry', detail: { by: 'x' } })
    bridged.restart()
    beforeFirstSent(bridged.bridge, async () => {
      expect(await runOnce(other)).toMatchObject({ entered: 0, waiting: 0 })
      expect(bridged.tally.vouchers()).toEqual([])
    })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    await runOnce(other)
    expect(references()).toEqual(['OSW/118'])
  })
})

describe('a page', () => {
  test('is given back when it was worked through, whatever stays', async () => {
    const id = await bridged.addBill()
    bridged.confirm({ ...(await bridged.bridge.daybook.mappings()), parties: [] })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 0, waiting: 1 })
    expect(await waiting()).toEqual([id])
  })

  test('is leased longer at half of its time, and not before', async () => {
    await bridged.addBill({ number: 'ONE' })
    await bridged.addBill({ number: 'TWO' })
    await bridged.addBill({ number: 'THREE' })
    const asked = renewals(bridged.bridge)
    let sent = 0
    wrapWrite(bridged.bridge, async (text, write) => {
      sent += 1
      pass(sent === 1 ? leaseSeconds / 2 - 60 : 60)
      return await write(text)
    })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 3 })
    expect(asked).toEqual([leaseSeconds, 0])
  })

  test('ends at once when its lease is over: what is sent is read back and acknowledged, nothing more is sent', async () => {
    const one = await bridged.addBill({ number: 'ONE' })
    const two = await bridged.addBill({ number: 'TWO' })
    const taken = takenBy(bridged.bridge)
    afterFirstSent(bridged.bridge, () => end(bridged.bridge, taken))
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    expect(bridged.tally.imports()).toHaveLength(1)
    expect(await waiting()).toEqual([two])
    expect(resultsIn(bridged, one)).toMatchObject([{ outcome: 'imported', code: '' }])
  })

  test('that another bridge was given is entered once, and the late acknowledgement is flagged', async () => {
    const one = await bridged.addBill({ number: 'ONE' })
    await bridged.addBill({ number: 'TWO' })
    const other = bridged.another()
    const taken = takenBy(bridged.bridge)
    afterFirstSent(bridged.bridge, async () => {
      await end(bridged.bridge, taken)
      expect(await runOnce(other)).toMatchObject({ entered: 2 })
    })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    expect(bridged.tally.imports()).toHaveLength(2)
    expect(references()).toEqual(['ONE', 'TWO'])
    const codes = resultsIn(bridged, one).map(({ code }) => code)
    expect(codes).toContain('duplicate_in_book')
  })

  test('that is being worked on when the bridge is killed need not be waited for', async () => {
    await bridged.addBill({ number: 'ONE' })
    await bridged.addBill({ number: 'TWO' })
    const gone = new AppError('unavailable', 'Daybook does not answer.')
    bridged.withDaybook(() => ({ renew: () => Promise.reject(gone) }))
    wrapWrite(bridged.bridge, () => Promise.reject(gone))
    expect(await runOnce(bridged.bridge)).toHaveProperty('problem')
    expect(await waiting()).toEqual([])
    bridged.restart()
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 2 })
    expect(references()).toEqual(['ONE', 'TWO'])
  })

  test('of which the answer was lost need not be waited for either', async () => {
    await bridged.addBill()
    const { daybook } = bridged.bridge
    bridged.bridge.daybook = {
      ...daybook,
      async *leased(leasing) {
        for await (const page of daybook.leased(leasing)) {
          if (page.isGiven) throw new AppError('unavailable', 'Daybook does not answer.')
          yield page
        }
      },
    }
    expect(await runOnce(bridged.bridge)).toHaveProperty('problem')
    expect(await waiting()).toEqual([])
    bridged.bridge.daybook = daybook
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
  })

  test('of a lease that Daybook forgot, as by a restore, keeps no start from working', async () => {
    await bridged.addBill()
    const { daybook } = bridged.bridge
    const gone = new AppError('unavailable', 'Daybook does not answer.')
    bridged.bridge.daybook = { ...daybook, renew: () => Promise.reject(gone) }
    wrapWrite(bridged.bridge, () => Promise.reject(gone))
    await runOnce(bridged.bridge)
    await bridged.shop.database.write((conn) => {
      conn.$client.run('DELETE FROM leased')
      conn.$client.run('DELETE FROM leases')
    })
    bridged.restart()
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
  })
})

describe('a key for web orders that is refused', () => {
  test('keeps no bill waiting, whatever was leased under it, and is told', async () => {
    const lease = { kind: 'order', id: crypto.randomUUID() }
    writeFileSync(join(bridged.bridge.folder, 'leases.json'), JSON.stringify([lease]))
    bridged.pairing.ordersKey = 'dbk_nobody'
    bridged.restart()
    await bridged.addBill({ number: 'ONE' })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    await bridged.addBill({ number: 'TWO' })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    bridged.restart()
    await bridged.addBill({ number: 'THREE' })
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    const [report] = knownBridges(bridged.shop, Date.now())
    expect(report?.sentence).toStartWith('Tally is ready. Web orders do not come: Daybook: ')
    expect(references()).toEqual(['ONE', 'TWO', 'THREE'])
  })
})

test('a dry run shows its vouchers also where the key for web orders is refused, and says so', async () => {
  bridged.pairing.ordersKey = 'dbk_nobody'
  bridged.restart()
  await bridged.addBill({ number: 'ONE' })
  const refusals: string[] = []
  const shown = dryRun(bridged.bridge, ({ message }) => refusals.push(message))
  expect(await Array.fromAsync(shown)).toMatchObject([{ reference: 'ONE', problems: [] }])
  expect(refusals).toEqual([expect.stringMatching(/^Daybook: /)])
})

describe('a bridge that is alone', () => {
  test('hears of no other when it acknowledges what it had sent under a lease before', async () => {
    const id = await bridged.addBill()
    const { daybook } = bridged.bridge
    const gone = new AppError('unavailable', 'Daybook does not answer.')
    bridged.bridge.daybook = { ...daybook, acknowledge: () => Promise.reject(gone) }
    expect(await runOnce(bridged.bridge)).toHaveProperty('problem')
    expect(await waiting()).toEqual([id])
    // It was given the bill once more, and the answer came to nothing.
    const lease = { kind: 'scan', id: crypto.randomUUID() } as const
    const next = () => Promise.resolve(lease)
    const leasing = { seconds: leaseSeconds, next, isDue: () => true }
    for await (const page of daybook.leased(leasing)) {
      if (page.isGiven) await daybook.renew(lease, 0)
      break
    }
    bridged.bridge.daybook = { ...daybook, async *leased() {} }
    expect(await runOnce(bridged.bridge)).not.toHaveProperty('problem')
    expect(await waiting()).toEqual([])
    expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'imported', code: '' }])
  })
})

function references(): (string | undefined)[] {
  return bridged.tally.vouchers().map(({ header }) => header['REFERENCE'])
}

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { settleScanImports } from '../../src/services/scan-export/delivery/entered.ts'
import {
  type BridgedShop,
  openBridgedShop,
  sampleMappings,
  stranger,
  waitingIn,
} from '../support/bridge.ts'
import { commitsIn } from '../support/wal.ts'

let bridged: BridgedShop

const dayMs = 24 * 60 * 60_000

/** How often something was leased. */
let leases: number

/** Today, at half past five in India: a new day is a reason of its own to look again, and none begins in these tests. */
const morning = Math.floor(Date.now() / dayMs) * dayMs

/** How far the clock of the bridge is ahead, in milliseconds. */
let ahead: number

const parties = [...sampleMappings.parties, { ...stranger, ledger: 'Pune Cable House' }]

beforeEach(async () => {
  bridged = await openBridgedShop()
  leases = 0
  ahead = 0
  bridged.bridge.clock = { now: () => morning + ahead }
  bridged.withDaybook((daybook) => ({
    leased: (leasing) =>
      daybook.leased({
        ...leasing,
        next(kind) {
          leases += 1
          return leasing.next(kind)
        },
      }),
  }))
})

afterEach(() => bridged.close())

describe('what waits for a person', () => {
  let id: string

  beforeEach(async () => {
    id = await bridged.addBill({ seller: stranger })
    expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    expect(leases).toBe(1)
    leases = 0
  })

  test('is not leased anew while nothing changes, costs no commit, and counts as waiting', async () => {
    const { database } = bridged.shop.dir
    await round()
    const before = commitsIn(database)
    for (let time = 0; time < 3; time++) {
      expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    }
    expect(commitsIn(database)).toBe(before)
    expect(leases).toBe(0)
    expect(await waitingIn(bridged)).toEqual([id])
  })

  test('goes in at once when somebody confirms what it waits for', async () => {
    bridged.confirm({ ...sampleMappings, parties })
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
  })

  test('is worked on when somebody says "try again"', async () => {
    await settleScanImports(bridged.shop.deps, [id], 'again', bridged.shop.users.owner)
    await round()
    expect(leases).toBe(1)
  })

  test('is looked at when a master of the books changed, and ten minutes later anyway', async () => {
    const ledger = { name: 'New & Sons', parent: 'Sundry Creditors', field: 'party:|New & Sons' }
    await bridged.bridge.books.createLedger({ ...ledger, gstin: '', state: '' })
    await round()
    expect(leases).toBe(1)
    ahead = 9 * 60_000
    await round()
    expect(leases).toBe(1)
    ahead = 10 * 60_000 + 1
    await round()
    expect(leases).toBe(2)
  })

  test('keeps no other: what comes in beside it goes in with the next round', async () => {
    await bridged.addBill({ number: 'NEW' })
    expect(await round()).toMatchObject({ entered: 1, waiting: 1 })
  })

  test('is worked on by another bridge that has what it waits for', async () => {
    await round()
    const other = bridged.another()
    bridged.confirm({ ...sampleMappings, parties })
    expect(await runOnce(other)).toMatchObject({ entered: 1 })
    expect(await round()).toMatchObject({ entered: 0, waiting: 0 })
  })
})

test('a round with nothing to do leases nothing and costs no commit', async () => {
  await round()
  const { database } = bridged.shop.dir
  await round()
  const before = commitsIn(database)
  await round()
  expect([leases, commitsIn(database)]).toEqual([0, before])
})

const round = () => runOnce(bridged.bridge)

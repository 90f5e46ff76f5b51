import { beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bringMasters } from '../../src/bridge/bring-masters.ts'
import { runOnce } from '../../src/bridge/run.ts'
import { createLedger, tallyBooks } from '../../src/bridge/tally/tally.ts'
import { tallyAt } from '../../src/bridge/tally/transport.ts'
import { watch } from '../../src/bridge/round.ts'
import { usualBooks } from '../../src/books/mapping/companies.ts'
import { countMasters } from '../../src/books/mapping/master-queries.ts'
import { AppError } from '../../src/platform/errors.ts'
import { type BridgedShop, eachBridgedShop, resultsIn } from '../support/bridge.ts'

const shop = 'Kulkarni General Stores'

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('what was entered is not taken for deleted', () => {
  let id: string

  beforeEach(async () => {
    id = await bridged.addBill()
    await round()
    bridged.restart()
  })

  test('while its company is closed', async () => {
    bridged.tally.person.unloads(shop)
    expect(watch(bridged.bridge)).rejects.toThrow('not open')
    expect(removed()).toEqual([])
  })

  test('while its company is closed between two readings', async () => {
    bridged.withBooks(() => ({
      ours: () => Promise.resolve([]),
      withKey: () => Promise.resolve([]),
      withGuid() {
        bridged.tally.person.unloads(shop)
        return Promise.resolve([])
      },
    }))
    expect(watch(bridged.bridge)).rejects.toThrow('not open')
    expect(removed()).toEqual([])
  })

  test('since the clock stands years behind', async () => {
    const clock = { now: () => Date.parse('2015-01-01T00:00:00Z') }
    const { tally, bridge } = bridged
    const books = tallyBooks(tallyAt(tally.url), tally.url, bridge.books.company, clock)
    expect(await watch({ ...bridge, clock, books })).toEqual([])
    expect(removed()).toEqual([])
  })

  test('for good: what is there again is told', async () => {
    const { tally } = bridged
    const before = tally.snapshot()
    tally.person.deletes(tally.vouchers()[0]?.id ?? 0)
    await round()
    expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'parked', code: 'removed_in_book' }])
    tally.restoreTo(before)
    bridged.restart()
    await round()
    expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'imported' }])
    expect(bridged.bridge.journal.endingIn(['acked'])).toHaveLength(1)
    expect(tally.imports()).toHaveLength(1)
  })

  test('and what cannot be looked after keeps nothing out', async () => {
    await bridged.addBill({ number: 'OSW/119' })
    bridged.withBooks(() => ({ ours: silent }))
    expect(await round()).toMatchObject({ entered: 1 })
  })
})

describe('ledgers of a person', () => {
  test('are not written over when the list of them was cut off', async () => {
    const { tally, bridge } = bridged
    tally.next('truncate')
    const ledger = { name: 'Om Sai Wholesale', parent: 'Indirect Expenses', field: 'party:|x' }
    const made = createLedger(tallyAt(tally.url), bridge.books.company, {
      ...ledger,
      gstin: '',
      state: '',
    })
    expect(made).rejects.toThrow('cut off')
    expect(tally.imports()).toEqual([])
  })

  test('are not made while the company is closed', async () => {
    const { tally, bridge } = bridged
    tally.person.unloads(shop)
    const ledger = { name: 'New & Sons', parent: 'Sundry Creditors', field: 'party:|New & Sons' }
    const made = bridge.books.createLedger({ ...ledger, gstin: '', state: '' })
    expect(made).rejects.toThrow('not open')
    expect(tally.imports()).toEqual([])
  })
})

test('what Tally holds stays in Daybook when its company is closed while it is read', async () => {
  const { bridge, tally } = bridged
  await bringMasters(bridge)
  const { read } = bridged.shop.database
  const counted = () => countMasters(read).all({ books: usualBooks(read) ?? 0 })
  const before = counted()
  rmSync(join(bridge.folder, 'masters.json'))
  const { books } = bridge
  const closing = {
    masterMark: () => books.masterMark(),
    masters(...asked: Parameters<typeof books.masters>) {
      if (asked[0] === 'item') tally.person.unloads(shop)
      return books.masters(...asked)
    },
  }
  expect(bringMasters({ ...bridge, books: closing })).rejects.toThrow('not open')
  expect(before.length).toBeGreaterThan(0)
  expect(counted()).toEqual(before)
})

const round = () => runOnce(bridged.bridge)

const removed = () => bridged.bridge.journal.endingIn(['removed'])

const silent = () => Promise.reject(new AppError('unavailable', 'Tally does not answer.'))

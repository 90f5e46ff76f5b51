import { beforeEach, describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { knownBridges } from '../../src/books/mapping/take-report.ts'
import { AppError } from '../../src/platform/errors.ts'
import { putBackScan } from '../../src/services/scan-export/delivery/put-back.ts'
import {
  type BridgedShop,
  eachBridgedShop,
  placeOrder,
  resultsIn,
  sampleMappings,
  stranger,
  waitingIn,
} from '../support/bridge.ts'

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('a round', () => {
  test('enters what waits in Tally, acknowledges it, and tells its voucher', async () => {
    const id = await bridged.addBill()
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(bridged.tally.vouchers()).toMatchObject([
      { header: { PARTYLEDGERNAME: 'Om Sai Wholesale', REFERENCE: 'OSW/118' } },
    ])
    expect(await waiting()).toEqual([])
    expect(resultsOf(id)).toMatchObject([{ outcome: 'imported' }])
  })

  test('has nothing to do the next time, nor after a start', async () => {
    await bridged.addBill()
    await round()
    bridged.restart()
    expect(await round()).toMatchObject({ entered: 0, waiting: 0 })
    expect(bridged.tally.imports()).toHaveLength(1)
  })

  test('says how Tally is, and how many wait', async () => {
    await bridged.addBill({ seller: stranger })
    await round()
    expect(knownBridges(bridged.shop, Date.now())).toMatchObject([
      { system: 'tally', health: 'ready', waiting: 1, isSilent: false },
    ])
    bridged.tally.crash()
    await round()
    expect(knownBridges(bridged.shop, Date.now())).toMatchObject([{ health: 'closed' }])
  })

  test('enters nothing while another company is open', async () => {
    const id = await bridged.addBill()
    bridged.tally.person.unloads('Kulkarni General Stores')
    expect(await round()).toMatchObject({ condition: { health: 'no_company' } })
    expect(await waiting()).toEqual([id])
  })

  test('says how Tally is before it begins: the first may take long', async () => {
    bridged.withDaybook((daybook) => ({
      mappings() {
        expect(knownBridges(bridged.shop, Date.now())).toMatchObject([{ health: 'ready' }])
        return daybook.mappings()
      },
    }))
    expect(await round()).toMatchObject({ entered: 0 })
  })

  test('that is told to stop ends with the bill under way', async () => {
    await bridged.addBill({ number: 'ONE' })
    await bridged.addBill({ number: 'TWO' })
    const stop = new AbortController()
    bridged.withDaybook((daybook) => ({
      acknowledge(acknowledged) {
        stop.abort()
        return daybook.acknowledge(acknowledged)
      },
    }))
    expect(await runOnce(bridged.bridge, stop.signal)).toMatchObject({ entered: 1 })
    expect(await waiting()).toHaveLength(1)
    expect(bridged.tally.vouchers()).toHaveLength(1)
  })

  test('fails without Daybook, and says so', async () => {
    bridged.withDaybook(() => ({
      mappings: () => Promise.reject(new AppError('unavailable', 'Daybook does not answer.')),
    }))
    expect(await round()).toEqual({ problem: 'Daybook does not answer.' })
  })
})

describe('a document that cannot be entered', () => {
  test('keeps no other, is told with its cause, and goes in when somebody said what it is', async () => {
    const id = await bridged.addBill({ number: 'X/1', seller: stranger })
    await bridged.addBill()
    expect(await round()).toMatchObject({ entered: 1, waiting: 1 })
    expect(resultsOf(id)).toMatchObject([
      {
        outcome: 'parked',
        code: 'ledger_missing',
        field: `party:${stranger.gstin}|${stranger.name}`,
      },
    ])
    const parties = [...sampleMappings.parties, { ...stranger, ledger: 'Pune Cable House' }]
    bridged.confirm({ ...sampleMappings, parties })
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(resultsOf(id)).toMatchObject([{ outcome: 'imported', code: '' }])
  })

  test('since this program fails on it keeps no other either', async () => {
    await bridged.addBill({ number: 'BAD' })
    await bridged.addBill({ number: 'GOOD' })
    bridged.withBooks((books) => ({
      render(voucher, key) {
        if (voucher.reference === 'BAD') throw new TypeError('a fault')
        return books.render(voucher, key)
      },
    }))
    expect(await round()).toMatchObject({ entered: 1, waiting: 1 })
    expect(await waiting()).toHaveLength(1)
  })

  test('is told once, not in every round', async () => {
    await bridged.addBill({ seller: stranger })
    await round()
    let told = 0
    bridged.withDaybook((daybook) => ({
      tell(results) {
        told += results.length
        return daybook.tell(results)
      },
    }))
    await round()
    expect(told).toBe(0)
  })
})

describe('an acknowledgement', () => {
  test('whose answer is lost is made again, and nothing is sent again', async () => {
    await bridged.addBill()
    bridged.withDaybook((daybook) => ({
      async acknowledge(acknowledged) {
        await daybook.acknowledge(acknowledged)
        throw new AppError('unavailable', 'Daybook does not answer.')
      },
    }))
    expect(await round()).toHaveProperty('problem')
    expect(await waiting()).toEqual([])
    bridged.restart()
    await round()
    expect(bridged.bridge.journal.endingIn(['acked'])).toHaveLength(1)
    expect(bridged.tally.imports()).toHaveLength(1)
  })

  test('that was never made is made after a start, and nothing is sent again', async () => {
    await bridged.addBill()
    bridged.withDaybook(() => ({
      acknowledge: () => Promise.reject(new AppError('unavailable', 'Killed.')),
    }))
    await round()
    expect(await waiting()).toHaveLength(1)
    bridged.restart()
    expect(await round()).toMatchObject({ entered: 1 })
    expect(await waiting()).toEqual([])
    expect(bridged.tally.imports()).toHaveLength(1)
  })

  test('that Daybook forgot, as after a restore, is made again, and nothing is sent again', async () => {
    const id = await bridged.addBill()
    await round()
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    expect(await waiting()).toEqual([id])
    expect(await round()).toMatchObject({ entered: 1 })
    expect(await waiting()).toEqual([])
    expect(bridged.tally.imports()).toHaveLength(1)
  })
})

describe('a document that changes while it is entered', () => {
  test('is not acknowledged as it was', async () => {
    await bridged.addBill()
    const { daybook } = bridged.bridge
    bridged.bridge.daybook = {
      ...daybook,
      acknowledge: (one) => daybook.acknowledge({ ...one, revision: 'ffffffffffffffff' }),
    }
    expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    expect(await waiting()).toHaveLength(1)
    bridged.bridge.daybook = daybook
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(bridged.tally.imports()).toHaveLength(1)
  })
})

describe('a statement', () => {
  beforeEach(() =>
    bridged.shop.addScan({
      category: 'bank_entry',
      metadata: { account_number: '123', opening_balance: 1000, closing_balance: 1500 },
      lines: [
        { date: '2026-08-03', description: 'CHQ PAID', debit: 500, balance: 500 },
        { date: '2026-08-04', description: 'NEFT IN', credit: 1000, balance: 1500 },
      ],
    }),
  )

  test('is acknowledged when each of its rows is in the books', async () => {
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(bridged.tally.vouchers().map(({ header }) => header['VOUCHERTYPENAME'])).toEqual([
      'Payment',
      'Receipt',
    ])
    expect(await waiting()).toEqual([])
  })

  test('of which one row is entered is not acknowledged while it is held', async () => {
    const { books, daybook } = bridged.bridge
    let written = 0
    const silent = new AppError('unavailable', 'Tally does not answer.')
    bridged.bridge.books = {
      ...books,
      write: (text) => (written++ === 0 ? books.write(text) : Promise.reject(silent)),
    }
    expect(await round()).toHaveProperty('problem')
    bridged.restart()
    bridged.bridge.daybook = { ...daybook, async *leased() {} }
    await round()
    expect(await waiting()).toHaveLength(1)
    bridged.restart()
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(bridged.tally.vouchers()).toHaveLength(2)
  })

  test('of which no second row was met yet is not acknowledged either', async () => {
    const { books, daybook } = bridged.bridge
    let looked = 0
    const silent = new AppError('unavailable', 'Tally does not answer.')
    bridged.bridge.books = {
      ...books,
      check: (voucher) => (looked++ === 0 ? books.check(voucher) : Promise.reject(silent)),
    }
    expect(await round()).toHaveProperty('problem')
    bridged.restart()
    bridged.bridge.daybook = { ...daybook, async *leased() {} }
    await round()
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a web order', () => {
  test('becomes a sales order, and is acknowledged', async () => {
    const { shop, tally } = bridged
    await placeOrder(bridged)
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(tally.vouchers()).toMatchObject([{ header: { VOUCHERTYPENAME: 'Sales Order' } }])
    const left = await shop.store('GET', '/api/public/v1/orders/unsynced')
    expect(left.json['waiting']).toBe(0)
  })
})

const round = () => runOnce(bridged.bridge)
const waiting = () => waitingIn(bridged)
const resultsOf = (id: string) => resultsIn(bridged, id)

import { beforeEach, describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { AppError } from '../../src/platform/errors.ts'
import { correctScan } from '../../src/services/scan-export/scans/change-scan.ts'
import {
  type BridgedShop,
  eachBridgedShop,
  omSai,
  placeOrder,
  resultsIn,
  sampleMappings,
  waitingIn,
} from '../support/bridge.ts'

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('a bill that is in the books, and not acknowledged yet', () => {
  let id: string

  beforeEach(async () => {
    id = await bridged.addBill()
    bridged.withDaybook(() => ({
      acknowledge: () => Promise.reject(new AppError('unavailable', 'Killed.')),
    }))
    await round()
    bridged.restart()
  })

  test('and is held with another total is not acknowledged as it was', async () => {
    await correct(2_200)
    expect(await waitingIn(bridged)).toEqual([])
    await round()
    await correct(2_100)
    expect(await waitingIn(bridged)).toEqual([id])
    expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'parked', code: 'changed_since' }])
    expect(bridged.tally.imports()).toHaveLength(1)
  })

  test('and that no voucher can be made of any more waits for a person', async () => {
    bridged.confirm({ ...sampleMappings, parties: [] })
    expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    expect(await waitingIn(bridged)).toEqual([id])
    expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'parked', code: 'changed_since' }])
    bridged.confirm(sampleMappings)
    bridged.restart()
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(bridged.tally.imports()).toHaveLength(1)
  })

  test('and that Daybook delivers no more is acknowledged in the state that was sent', async () => {
    bridged.withDaybook(() => ({ async *waiting() {} }))
    await round()
    expect(await waitingIn(bridged)).toEqual([])
  })

  /** To a taxable value of 2,000 rupees; its taxes come to 2,100. */
  async function correct(total: number): Promise<void> {
    const bill = {
      invoice_metadata: {
        invoice_no: 'OSW/118',
        invoice_date: '2026-08-03',
        vendor_name: omSai.name,
        gstin: omSai.gstin,
        taxable_value: 2_000,
        cgst: 50,
        sgst: 50,
        total,
      },
      line_items: [
        { description: 'Rice', hsn: '1006', qty: 2, rate: 1_000, amount: 2_000, gst_rate: 5 },
      ],
    }
    await correctScan(bridged.shop.deps, id, bill, bridged.shop.users.owner)
  }
})

test('an order that changed while it was entered is not acknowledged', async () => {
  await placeOrder(bridged)
  const { daybook } = bridged.bridge
  bridged.bridge.daybook = {
    ...daybook,
    acknowledge: (one) => daybook.acknowledge({ ...one, revision: 9_999 }),
  }
  expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
  expect(bridged.bridge.journal.endingIn(['acked'])).toEqual([])
  bridged.bridge.daybook = daybook
  expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
  expect(bridged.tally.imports()).toHaveLength(1)
})

const round = () => runOnce(bridged.bridge)

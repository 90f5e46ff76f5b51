import { describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { putBackScan } from '../../src/services/scan-export/delivery/put-back.ts'
import { type BridgedShop, eachBridgedShop, resultsIn, waitingIn } from '../support/bridge.ts'

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('a document that is put back', () => {
  test('is not acknowledged when its voucher was deleted meanwhile, nor sent', async () => {
    const id = await bridged.addBill()
    await round()
    bridged.tally.person.deletes(bridged.tally.vouchers()[0]?.id ?? 0)
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    expect(resultsOf(id)).toMatchObject([{ outcome: 'parked', code: 'removed_in_book' }])
    expect(await waiting()).toEqual([id])
    expect(bridged.tally.vouchers()).toEqual([])
  })

  test('is acknowledged when a person edited its voucher, narration and all', async () => {
    const id = await bridged.addBill()
    await round()
    const voucher = bridged.tally.vouchers()[0]?.id ?? 0
    bridged.tally.person.edits(voucher, { narration: 'Diwali', reference: 'A 1' })
    bridged.restart()
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(resultsOf(id)).toMatchObject([{ outcome: 'imported' }])
    expect(bridged.tally.imports()).toHaveLength(1)
  })
})

const round = () => runOnce(bridged.bridge)
const waiting = () => waitingIn(bridged)
const resultsOf = (id: string) => resultsIn(bridged, id)

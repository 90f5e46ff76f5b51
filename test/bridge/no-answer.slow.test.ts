import { describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { AppError } from '../../src/platform/errors.ts'
import { type BridgedShop, eachBridgedShop, resultsIn, waitingIn } from '../support/bridge.ts'

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('no answer of Tally', () => {
  test('for one document alone keeps no other waiting', async () => {
    const id = await bridged.addBill({ number: 'BAD' })
    await bridged.addBill({ number: 'GOOD' })
    const cutOff = new AppError('unavailable', "Tally's answer was cut off.", { health: 'silent' })
    bridged.withBooks((books) => ({
      likely: (voucher, ownKeys) =>
        voucher.reference === 'BAD' ? Promise.reject(cutOff) : books.likely(voucher, ownKeys),
    }))
    expect(await round()).toMatchObject({ entered: 1, waiting: 1 })
    expect(await waitingIn(bridged)).toEqual([id])
    expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'failed', message: cutOff.message }])
  })

  test('is told as soon as it was waited for once', async () => {
    await bridged.addBill()
    const { books, daybook } = bridged.bridge
    const silent = new AppError('unavailable', 'Tally does not answer.', { health: 'silent' })
    const told: string[] = []
    const report = (said: Parameters<typeof daybook.report>[0]) => {
      told.push(said.health)
      return daybook.report(said)
    }
    bridged.bridge.daybook = { ...daybook, report }
    const toldBefore: string[][] = []
    const asked = () => {
      toldBefore.push([...told])
      return Promise.reject(silent)
    }
    bridged.bridge.books = {
      ...books,
      likely() {
        // From now on a dialog is open.
        bridged.bridge.books.mark = asked
        bridged.bridge.books.health = asked
        return Promise.reject(silent)
      },
    }
    expect(await round()).toEqual({ problem: silent.message })
    expect(toldBefore).toEqual([['ready', 'silent']])
  })

  test('since it closed ends the round', async () => {
    await bridged.addBill()
    bridged.withBooks((books) => ({
      check(voucher) {
        bridged.tally.crash()
        return books.check(voucher)
      },
    }))
    expect(await round()).toHaveProperty('problem')
  })
})

const round = () => runOnce(bridged.bridge)

import { describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { decide, type decisionKinds } from '../../src/books/mapping/decisions.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import {
  type BridgedShop,
  eachBridgedShop,
  resultsIn,
  stranger,
  waitingIn,
} from '../support/bridge.ts'

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('what a person decides at the console', () => {
  test('by hand: it is acknowledged and never sent', async () => {
    const id = await bridged.addBill({ seller: stranger })
    await round()
    await say('by_hand', id)
    expect(await round()).toMatchObject({ entered: 1 })
    expect(await waiting()).toEqual([])
    expect(bridged.tally.imports()).toEqual([])
  })

  test('drop: likewise, and it is told as dropped', async () => {
    const id = await bridged.addBill({ seller: stranger })
    await round()
    await say('drop', id)
    await round()
    expect(await waiting()).toEqual([])
    expect(resultsOf(id)).toMatchObject([{ outcome: 'dropped' }])
    expect(bridged.tally.imports()).toEqual([])
  })

  test('try again: what was deleted in the books is entered again, though it waits no more', async () => {
    const id = await bridged.addBill()
    await round()
    const voucher = bridged.tally.vouchers()[0]?.id ?? 0
    bridged.tally.person.deletes(voucher)
    bridged.restart()
    await round()
    expect(resultsOf(id)).toMatchObject([{ outcome: 'parked', code: 'removed_in_book' }])
    expect(bridged.tally.vouchers()).toEqual([])
    await say('retry', id)
    await round()
    expect(bridged.tally.vouchers()).toHaveLength(1)
    expect(resultsOf(id)).toMatchObject([{ outcome: 'imported' }])
  })

  test('a ledger is made in Tally, once, and never over one that is there', async () => {
    const detail = { name: 'Pune Tea Co', parent: 'Sundry Creditors', field: 'party:|Pune Tea Co' }
    await say('create_ledger', '', detail)
    await say('create_ledger', '', { ...detail, name: 'pune-tea co' })
    await say('create_ledger', '', { ...detail, name: 'Orphan', parent: 'No Such Group' })
    await round()
    expect(bridged.tally.imports()).toHaveLength(2)
    const ledgers = bridged.tally.companies()[0]?.masters.LEDGER
    expect([...(ledgers?.values() ?? [])].map(({ name }) => name)).toContain('Pune Tea Co')
    expect(await Array.fromAsync(bridged.bridge.daybook.decisions())).toEqual([])
  })
})

const round = () => runOnce(bridged.bridge)
const waiting = () => waitingIn(bridged)
const resultsOf = (id: string) => resultsIn(bridged, id)

async function say(
  kind: (typeof decisionKinds)[number],
  id: string,
  detail: JsonObject = {},
): Promise<void> {
  await bridged.shop.database.write((conn) =>
    decide(conn, { kind, subject: id === '' ? '' : `scan:${id}`, detail }, null, Date.now()),
  )
}

import { describe, expect, test } from 'bun:test'
import { runOnce } from '../../src/bridge/run.ts'
import { decide, type decisionKinds } from '../../src/books/mapping/decisions.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { settleScanImports } from '../../src/services/scan-export/delivery/entered.ts'
import { correctScan } from '../../src/services/scan-export/scans/change-scan.ts'
import { type BridgedShop, eachBridgedShop, resultsIn, sampleMappings } from '../support/bridge.ts'

const opening = { date: '2026-08-03', description: 'HEADING', debit: 1 }
const upi = { date: '2026-08-03', description: 'UPI A', debit: 500 }
const neft = { date: '2026-08-04', description: 'NEFT B', vendor_name: 'Nobody', debit: 700 }
const later = { ...neft, date: '2026-08-06', description: 'NEFT D', debit: 750 }
const charge = { date: '2026-08-05', description: 'UPI C', debit: 900 }

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

describe('a statement that is tried again', () => {
  test('leaves what was deleted in the books, until its row is asked for', async () => {
    const id = await bridged.shop.addScan(statement([upi, neft]))
    await round()
    bridged.tally.person.deletes(bridged.tally.vouchers()[0]?.id ?? 0)
    bridged.restart()
    await round()
    expect(codesOf(id)).toEqual(['removed_in_book', 'ledger_missing'])
    confirmNobody()
    await settleScanImports(bridged.shop.deps, [id], 'again', bridged.shop.users.owner)
    await round()
    expect(narrations()).toEqual(['NEFT B'])
    expect(resultsIn(bridged, id)).toMatchObject([{ isOpen: true }, { isOpen: false }])
    await retry(id, { part: 0 })
    await round()
    expect(narrations()).toEqual(['NEFT B', 'UPI A'])
  })

  test('as another paper enters what was found in the books, and no other row', async () => {
    bridged.tally.person.types({
      type: 'Payment',
      date: '20260803',
      party: bank,
      entries: [
        { ledger: 'Suspense', paise: 50_000 },
        { ledger: bank, paise: -50_000 },
      ],
    })
    const id = await bridged.shop.addScan(statement([upi, charge]))
    await round()
    bridged.tally.person.deletes(bridged.tally.vouchers().at(-1)?.id ?? 0)
    bridged.restart()
    await round()
    expect(codesOf(id)).toEqual(['duplicate_in_book', 'removed_in_book'])
    await retry(id, { detail: { another: true } })
    await round()
    expect(narrations()).toEqual(['', 'UPI A'])
  })

  test('says so when no row goes on by itself', async () => {
    const id = await bridged.shop.addScan(statement([upi, charge]))
    await round()
    await retry(id)
    await round()
    const lines = bridged.bridge.journal.linesOf({ subject: `scan:${id}`, part: 0 })
    expect(lines.map(({ step }) => step)).not.toContain('retry')
    expect(await Array.fromAsync(bridged.bridge.daybook.decisions())).toEqual([])
  })
})

test('a statement that is acknowledged leaves each row the voucher that it became', async () => {
  const id = await bridged.shop.addScan(statement([upi, charge]))
  await round()
  expect(resultsIn(bridged, id).map(({ voucherNo }) => voucherNo)).toEqual(['1', '2'])
})

describe('a statement of which a row is taken out after others were entered', () => {
  test.each([
    ['between two of them', [upi, neft, charge], [upi, charge]],
    ['above what is not entered yet', [opening, upi, neft, charge], [upi, neft, charge]],
  ])('(%s) is not entered twice', async (_, before, after) => {
    const id = await bridged.shop.addScan(statement(before))
    await round()
    const entered = narrations()
    await correct(id, after)
    confirmNobody()
    expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
    expect(narrations()).toEqual(entered)
    expect(codesOf(id)).toContain('changed_since')
  })

  test('waits, also where what went in moved and nothing shows it', async () => {
    const id = await bridged.shop.addScan(statement([upi, neft, charge]))
    await round()
    confirmNobody()
    await correct(id, [upi, { ...neft, debit: 701 }])
    await round()
    expect(narrations()).toEqual(['UPI A', 'UPI C'])
    await retry(id, { part: 1 })
    await round()
    expect(narrations()).toEqual(['UPI A', 'UPI C', 'NEFT B'])
  })

  test('does not wait when only what is not entered was corrected', async () => {
    const id = await bridged.shop.addScan(statement([upi, neft, charge]))
    await round()
    confirmNobody()
    await correct(id, [upi, { ...neft, debit: 701 }, charge])
    expect(await round()).toMatchObject({ entered: 1, waiting: 0 })
    expect(narrations()).toEqual(['UPI A', 'UPI C', 'NEFT B'])
  })
})

describe('a row of a statement that a person took off the list', () => {
  test.each(['by_hand', 'drop'] as const)(
    '(%s) stays so when a row comes in above it, and nothing is entered in its old place unasked',
    async (kind) => {
      const id = await settledFirst(kind)
      await correct(id, [opening, neft, later])
      confirmNobody()
      await round()
      expect(narrations()).not.toContain('NEFT B')
      expect(codesOf(id)[0]).toBe('changed_since')
      await retry(id, { part: 0 })
      await round()
      expect(narrations()).toEqual(expect.arrayContaining(['HEADING', 'NEFT D']))
      expect(narrations()).not.toContain('NEFT B')
      expect(narrations()).toHaveLength(2)
    },
  )

  test('stays so when a row above it is taken out', async () => {
    const id = await bridged.shop.addScan(statement([later, neft]))
    await round()
    await say('by_hand', id, { part: 1 })
    await round()
    await correct(id, [neft])
    confirmNobody()
    await round()
    expect(narrations()).toEqual([])
  })

  test('of two that say the same is one: the other goes in', async () => {
    const id = await bridged.shop.addScan(statement([neft, neft, later]))
    await round()
    await say('by_hand', id, { part: 0 })
    await round()
    confirmNobody()
    await round()
    expect(narrations().toSorted()).toEqual(['NEFT B', 'NEFT D'])
  })

  test('stays so when it is corrected in its place', async () => {
    const id = await settledFirst('by_hand')
    await correct(id, [{ ...neft, description: 'NEFT B corrected' }, later])
    confirmNobody()
    expect(await round()).toMatchObject({ entered: 1 })
    expect(narrations()).toEqual(['NEFT D'])
  })

  test.each(['by_hand', 'drop'] as const)(
    '(%s) and is taken out while another comes in leaves what moved into its place to a person',
    async (kind) => {
      const between = { ...neft, date: '2026-08-05', description: 'NEFT C' }
      const id = await bridged.shop.addScan(statement([neft, between, later]))
      await round()
      await say(kind, id, { part: 1 })
      await round()
      await correct(id, [neft, later, { ...later, description: 'NEFT E' }])
      confirmNobody()
      expect(await round()).toMatchObject({ entered: 0, waiting: 1 })
      expect(codesOf(id)[1]).toBe('changed_since')
      await retry(id, { part: 1 })
      expect(await round()).toMatchObject({ entered: 1 })
      expect(narrations().toSorted()).toEqual(['NEFT B', 'NEFT D', 'NEFT E'])
    },
  )

  test('and that nobody finds again leaves what is new to a person', async () => {
    const id = await settledFirst('drop')
    await correct(id, [opening, { ...neft, description: 'NEFT B corrected' }, later])
    confirmNobody()
    await round()
    expect(narrations()).toEqual([])
    expect(new Set(codesOf(id))).toEqual(new Set(['changed_since']))
  })
})

/** Both wait for the ledger of Nobody; the first of them is settled or dropped. */
async function settledFirst(kind: 'by_hand' | 'drop'): Promise<string> {
  const id = await bridged.shop.addScan(statement([neft, later]))
  await round()
  expect(codesOf(id)).toEqual(['ledger_missing', 'ledger_missing'])
  await say(kind, id, { part: 0 })
  await round()
  return id
}

const bank = 'HDFC Bank Current A/c'
const round = () => runOnce(bridged.bridge)
const codesOf = (id: string) => resultsIn(bridged, id).map(({ code }) => code)

function narrations() {
  return bridged.tally
    .vouchers()
    .map(({ header }) => (header['NARRATION'] ?? '').replace(/ \[DB:.*/, ''))
}

function statement(lines: JsonObject[]) {
  return { category: 'bank_entry' as const, metadata: { account_number: '123' }, lines }
}

async function correct(id: string, rows: JsonObject[]) {
  const document = { invoice_metadata: { account_number: '123' }, line_items: rows }
  await correctScan(bridged.shop.deps, id, document, bridged.shop.users.owner)
}

function confirmNobody() {
  const parties = [{ gstin: '', name: 'Nobody', ledger: 'Om Sai Wholesale' }]
  bridged.confirm({ ...sampleMappings, parties: [...sampleMappings.parties, ...parties] })
}

type About = { part?: number; detail?: JsonObject }

const retry = (id: string, about: About = {}) => say('retry', id, about)

async function say(kind: (typeof decisionKinds)[number], id: string, about: About) {
  await bridged.shop.database.write((conn) =>
    decide(conn, { kind, subject: `scan:${id}`, ...about }, null, Date.now()),
  )
}

import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { learn } from '../../src/bridge/learn.ts'
import type { OpenBridge } from '../../src/bridge/open.ts'
import { runOnce } from '../../src/bridge/run.ts'
import type { Element } from '../../src/stand-ins/tally/xml.ts'
import { decide, type decisionKinds } from '../../src/books/mapping/decisions.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { putBackScan } from '../../src/services/scan-export/delivery/put-back.ts'
import { settleScanImports } from '../../src/services/scan-export/delivery/entered.ts'
import { correctScan } from '../../src/services/scan-export/scans/change-scan.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import { owner } from '../support/shop.ts'
import {
  billOf,
  type BridgedShop,
  eachBridgedShop,
  resultsIn,
  sampleMappings,
  stranger,
  waitingIn,
} from '../support/bridge.ts'

/*
 * What only one journal knows, an exception, a deletion, a decision, is known to Daybook too: a bridge that lost its folder, and another
 * one of the same company, goes by it.
 */

let bridged: BridgedShop

eachBridgedShop((opened) => (bridged = opened))

/** The folder was lost, or the computer replaced. */
function lostFolder(): OpenBridge {
  bridged.bridge[Symbol.dispose]()
  rmSync(bridged.bridge.folder, { recursive: true })
  bridged.restart()
  return bridged.bridge
}

/** A second one, on another computer, with a key of its own. */
async function second(): Promise<OpenBridge> {
  const asked = { email: owner, scopes: ['scans:import'], allUsers: true } as const
  const { key } = await bridged.shop.addKey({ ...asked, scopes: [...asked.scopes] })
  bridged.pairing.scanKey = key
  return bridged.another()
}

/** That lost its folder, or stands beside the first one. */
const others = [
  ['that lost its folder', () => Promise.resolve(lostFolder())],
  ['beside the first', second],
] as const

/** A bill that Tally keeps as an exception: the ledger goes between the look and the voucher. */
async function keptAsException(): Promise<string> {
  const ledgers = { ...sampleMappings.ledgers, cgst_input: 'Input Nothing' }
  bridged.confirm({ ...sampleMappings, ledgers })
  const id = await bridged.addBill()
  withoutCheck(bridged.bridge)
  await runOnce(bridged.bridge)
  expect(codesOf(id)).toEqual(['exception_parked'])
  return id
}

function withoutCheck(bridge: OpenBridge): OpenBridge {
  bridge.books = { ...bridge.books, check: () => Promise.resolve([]) }
  return bridge
}

describe.each(others)('a bridge %s', (_, other) => {
  test('leaves alone what Tally keeps as an exception, and finds it when a person finished it', async () => {
    const id = await keptAsException()
    const bridge = withoutCheck(await other())
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 1 })
    expect(bridged.tally.imports()).toHaveLength(1)
    expect(codesOf(id)).toContain('exception_parked')
    finishException()
    bridge.lookedAt.clear()
    bridge.resting.clear()
    expect(await runOnce(bridge)).toMatchObject({ entered: 1 })
    expect(await waitingIn(bridged)).toEqual([])
    expect(bridged.tally.vouchers()).toHaveLength(1)
  })

  test('sends nothing again of which nobody knows what became of it', async () => {
    const id = await bridged.addBill()
    for (let time = 0; time < 3; time++) {
      bridged.tally.next('cutBeforeCommit')
      await runOnce(bridged.bridge)
    }
    await runOnce(bridged.bridge)
    expect(codesOf(id)).toEqual(['outcome_unknown'])
    const bridge = await other()
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 1 })
    expect(bridged.tally.imports()).toHaveLength(3)
    await say(id, {})
    expect(await runOnce(bridge)).toMatchObject({ entered: 1 })
  })

  test('looks up what was sent and not answered, and sends it under the same key where it is not there', async () => {
    const id = await bridged.addBill()
    bridged.tally.next('cutBeforeCommit')
    await runOnce(bridged.bridge)
    expect(codesOf(id)).toEqual(['target_busy'])
    expect(await runOnce(await other())).toMatchObject({ entered: 1 })
    expect(bridged.tally.vouchers()).toHaveLength(1)
    const keys = bridged.tally.imports().map((text) => /REMOTEID="([^"]+)"/.exec(text)?.[1])
    expect(new Set(keys).size).toBe(1)
  })

  test('brings back nothing that a person deleted, when the document is put back', async () => {
    const id = await bridged.addBill()
    await runOnce(bridged.bridge)
    bridged.tally.person.deletes(bridged.tally.vouchers()[0]?.id ?? 0)
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    const bridge = await other()
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 1 })
    expect(bridged.tally.vouchers()).toEqual([])
    expect(codesOf(id)).toContain('removed_in_book')
  })

  test('finds again what is there, when the document is put back', async () => {
    const id = await bridged.addBill()
    await runOnce(bridged.bridge)
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    expect(await runOnce(await other())).toMatchObject({ entered: 1 })
    expect(bridged.tally.imports()).toHaveLength(1)
  })

  test('leaves a bill that was corrected since, and is there as it was, to a person', async () => {
    const id = await bridged.addBill()
    await runOnce(bridged.bridge)
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    await correct(id, corrected)
    expect(await runOnce(await other())).toMatchObject({ entered: 0, waiting: 1 })
    expect(await waitingIn(bridged)).toEqual([id])
    expect(codesOf(id)).toContain('changed_since')
  })

  test('enters no row twice, and leaves none out, of a statement of which one was taken out since', async () => {
    const id = await bridged.shop.addScan(statement([heading, upi, neft, charge]))
    await runOnce(bridged.bridge)
    const entered = ['HEADING', 'UPI A', 'UPI C']
    expect(narrations()).toEqual(entered)
    const bridge = await other()
    await correct(id, statementOf([upi, neft, charge]))
    confirmNobody()
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 1 })
    expect(narrations()).toEqual(entered)
    expect(codesOf(id)).toContain('changed_since')
  })

  test('takes no row for one that was left out and is not in the statement any more', async () => {
    const id = await bridged.shop.addScan(statement([{ ...neft, description: 'NEFT X' }, neft]))
    await runOnce(bridged.bridge)
    await say(id, {}, { kind: 'drop', part: 0 })
    await runOnce(bridged.bridge)
    const bridge = await other()
    await correct(id, statementOf([neft]))
    confirmNobody()
    expect(await runOnce(bridge)).toMatchObject({ entered: 0, waiting: 1 })
    await say(id, {}, { kind: 'retry', part: 0 })
    expect(await runOnce(bridge)).toMatchObject({ entered: 1 })
    expect(narrations()).toEqual(['NEFT B'])
  })

  test('enters the rows that are left of a statement that nobody changed', async () => {
    await bridged.shop.addScan(statement([upi, neft, charge]))
    await runOnce(bridged.bridge)
    confirmNobody()
    expect(await runOnce(await other())).toMatchObject({ entered: 1 })
    expect(narrations()).toEqual(['UPI A', 'UPI C', 'NEFT B'])
  })

  test('enters nothing that a person left out at the console', async () => {
    const id = await bridged.addBill({ seller: stranger })
    await runOnce(bridged.bridge)
    await settleScanImports(bridged.shop.deps, [id], 'dropped', bridged.shop.users.owner)
    await runOnce(bridged.bridge)
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    const parties = [...sampleMappings.parties, { ...stranger, ledger: 'Pune Cable House' }]
    bridged.confirm({ ...sampleMappings, parties })
    expect(await runOnce(await other())).toMatchObject({ entered: 1 })
    expect(bridged.tally.imports()).toEqual([])
  })

  test('sends an exception once more only when a person says that it is deleted there', async () => {
    const id = await keptAsException()
    const bridge = withoutCheck(await other())
    bridged.confirm(sampleMappings)
    await say(id, {})
    expect(await runOnce(bridge)).toMatchObject({ entered: 0 })
    expect(bridged.tally.imports()).toHaveLength(1)
    deleteException()
    await say(id, { deleted: true })
    expect(await runOnce(bridge)).toMatchObject({ entered: 1 })
    expect(bridged.tally.vouchers()).toHaveLength(1)
    await runOnce(bridged.bridge)
    expect(bridged.tally.imports()).toHaveLength(2)
    expect(openOf(id)).toEqual([])
  })
})

describe('what two bridges of one company have met both', () => {
  test('and one of them met anew is learned anew: an exception is not sent again', async () => {
    const ledgers = { ...sampleMappings.ledgers, cgst_input: 'Input Nothing' }
    bridged.confirm({ ...sampleMappings, ledgers })
    const id = await bridged.addBill()
    const first = withoutCheck(bridged.bridge)
    bridged.tally.next('cutBeforeCommit')
    await runOnce(first)
    const other = withoutCheck(await second())
    await learn(other, [{ kind: 'scan', id }])
    await runOnce(first)
    expect(codesOf(id)).toEqual(['exception_parked'])
    await runOnce(other)
    expect(bridged.tally.imports()).toHaveLength(2)
    expect(bridged.tally.companies()[0]?.held.size).toBe(1)
  })

  test('is tried again by one of them, once', async () => {
    const id = await keptAsException()
    const other = withoutCheck(await second())
    await runOnce(other)
    expect(codesOf(id)).toEqual(['exception_parked', 'exception_parked'])
    bridged.confirm(sampleMappings)
    deleteException()
    await say(id, { deleted: true })
    for (const bridge of [other, bridged.bridge, other, bridged.bridge]) await runOnce(bridge)
    expect(bridged.tally.vouchers()).toHaveLength(1)
    expect(bridged.tally.imports()).toHaveLength(2)
    expect(openOf(id)).toEqual([])
  })
})

const codesOf = (id: string) => resultsIn(bridged, id).map(({ code }) => code)
const openOf = (id: string) => resultsIn(bridged, id).filter(({ isOpen }) => isOpen)

type Said = { kind: (typeof decisionKinds)[number]; part?: number }

async function say(id: string, detail: JsonObject, said: Said = { kind: 'retry' }): Promise<void> {
  await bridged.shop.database.write((conn) =>
    decide(conn, { ...said, subject: `scan:${id}`, detail }, null, Date.now()),
  )
}

const heading = { date: '2026-08-03', description: 'HEADING', debit: 1 }
const upi = { date: '2026-08-03', description: 'UPI A', debit: 500 }
const neft = { date: '2026-08-04', description: 'NEFT B', vendor_name: 'Nobody', debit: 700 }
const charge = { date: '2026-08-05', description: 'UPI C', debit: 900 }
const metadata = { account_number: '123' }

const amounts = { taxable_value: 2000, cgst: 50, sgst: 50, total: 2100 }
const rice = { description: 'Rice', hsn: '1006', qty: 2, rate: 1000, amount: 2000, gst_rate: 5 }
/** Twice as much as the bill that was entered. */
const corrected = { invoice_metadata: { ...billOf().metadata, ...amounts }, line_items: [rice] }

const statement = (lines: JsonObject[]) => ({ category: 'bank_entry' as const, metadata, lines })
const statementOf = (rows: JsonObject[]) => ({ invoice_metadata: metadata, line_items: rows })

async function correct(id: string, document: RawDocument): Promise<void> {
  await correctScan(bridged.shop.deps, id, document, bridged.shop.users.owner)
}

function confirmNobody(): void {
  const parties = [{ gstin: '', name: 'Nobody', ledger: 'Om Sai Wholesale' }]
  bridged.confirm({ ...sampleMappings, parties: [...sampleMappings.parties, ...parties] })
}

function narrations(): string[] {
  return bridged.tally
    .vouchers()
    .map(({ header }) => (header['NARRATION'] ?? '').replace(/ \[DB:.*/, ''))
}

function heldException(): number {
  return bridged.tally.companies()[0]?.held.keys().next().value ?? 0
}

function finishException(): void {
  bridged.tally.person.finishesException(heldException(), mended)
}

function deleteException(): void {
  bridged.tally.companies()[0]?.held.delete(heldException())
}

/** With a ledger that is there. */
function mended(voucher: Element): Element {
  const text = voucher.text.replace('Input Nothing', 'Input CGST')
  return { ...voucher, text, children: voucher.children.map(mended) }
}

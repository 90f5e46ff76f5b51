import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  collectionOf,
  fakeTally,
  field,
  importOf,
  imported,
  post,
  rows,
  told,
  voucher,
} from './client.ts'

/* One thing at a time, dialogs, broken connections, crashes, and the people who work beside. */

const everything = {
  type: 'Voucher',
  fetch: 'NARRATION,ALTERID,REFERENCE,ISCANCELLED',
  filters: ['$AlterID > 0'],
}

describe('19: turns', () => {
  test('while a dialog is open nobody is answered, a question for life neither', async () => {
    using tally = await fakeTally()
    tally.person.opensDialog()
    const order: string[] = []
    const received = tally.nextRequest()
    const write = imported(tally, voucher()).then(() => order.push('written'))
    await received
    const alive = fetch(tally.url).then(() => order.push('alive'))
    expect(tally.vouchers()).toEqual([])
    expect(order).toEqual([])
    tally.person.closesDialog()
    await Promise.all([write, alive])
    expect(order).toEqual(['written', 'alive'])
  })

  test('a formula that Tally cannot read opens one', async () => {
    using tally = await fakeTally()
    const bad = told(tally, collectionOf({ type: 'Vouchers', fetch: 'NARRATION' }))
    await tally.dialog()
    const write = imported(tally, voucher())
    expect(tally.vouchers()).toEqual([])
    tally.person.closesDialog()
    expect(await bad).toContain('Unknown Request')
    expect(await write).toMatchObject({ CREATED: '1' })
  })

  test('a client that has left is written for all the same', async () => {
    using tally = await fakeTally()
    tally.person.opensDialog()
    const leaving = new AbortController()
    const received = tally.nextRequest()
    const gone = fetch(tally.url, {
      method: 'POST',
      body: importOf(voucher()),
      signal: leaving.signal,
    }).catch(() => 'left')
    await received
    leaving.abort()
    expect(await gone).toBe('left')
    tally.person.closesDialog()
    // Its turn comes before this one's.
    expect(await rows(tally, everything)).toHaveLength(1)
  })

  test.each([
    ['cutBeforeCommit', 0],
    ['cutAfterCommit', 1],
  ] as const)('a connection that ends: %s leaves %p vouchers', async (fault, left) => {
    using tally = await fakeTally()
    tally.next(fault)
    expect(await post(tally, importOf(voucher())).catch(() => 'cut')).toBe('cut')
    expect(await rows(tally, everything)).toHaveLength(left)
    expect(tally.imports()).toHaveLength(1)
  })

  test('half an answer says STATUS 1 like a whole one', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher())
    const whole = await told(tally, collectionOf(everything))
    tally.next('truncate')
    const half = await told(tally, collectionOf(everything))
    expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)))
    expect(half).toContain('<STATUS>1</STATUS>')
  })

  test('a function with a name that has spaces ends it', async () => {
    using tally = await fakeTally()
    const filters = ['$$NumItems:My Collection > 0']
    const asked = post(tally, collectionOf({ ...everything, filters }))
    expect(await asked.catch(() => 'ended')).toBe('ended')
    expect(await fetch(tally.url).catch(() => 'closed')).toBe('closed')
    await tally.startAgain()
    expect((await fetch(tally.url)).status).toBe(200)
  })

  test('a slow one goes on when the client has waited long enough', async () => {
    using tally = await fakeTally({ importMs: 1_000 })
    const leaving = new AbortController()
    const received = tally.nextRequest()
    const body = importOf(voucher())
    const gone = fetch(tally.url, { method: 'POST', body, signal: leaving.signal }).catch(
      () => 'left',
    )
    await received
    leaving.abort()
    expect(await gone).toBe('left')
    expect(tally.vouchers()).toEqual([])
    expect(await rows(tally, everything)).toHaveLength(1)
  })

  test('what waits for its turn when it ends is never carried out', async () => {
    using tally = await fakeTally()
    tally.person.opensDialog()
    const received = tally.nextRequest()
    const waiting = post(tally, importOf(voucher())).catch(() => 'ended')
    await received
    tally.crash()
    await tally.startAgain()
    expect(await waiting).toBe('ended')
    expect(await rows(tally, everything)).toEqual([])
    expect(tally.imports()).toEqual([])
  })

  test.each([
    ['crashBeforeCommit', 1],
    ['crashAfterCommit', 2],
  ] as const)('after %s its file has %p vouchers', async (fault, left) => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-fake-tally-'))
    try {
      using tally = await fakeTally({ file: join(folder, 'tally.db') })
      await imported(tally, voucher({ key: 'db1-k1' }))
      tally.next(fault)
      expect(await post(tally, importOf(voucher())).catch(() => 'ended')).toBe('ended')
      await tally.startAgain()
      expect(tally.vouchers()).toHaveLength(left)
      expect(await imported(tally, voucher({ key: 'db1-k1' }))).toMatchObject({ ALTERED: '1' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('20: a person beside the bridge', () => {
  test('edits, cancels and deletes; the marks rise, but for the deletion', async () => {
    using tally = await fakeTally()
    await imported(tally, ['k1', 'k2', 'k3'].map((key) => voucher({ key: `db1-${key}` })).join(''))
    tally.person.edits(1, { narration: 'Paid in cash', reference: 'R-7' })
    tally.person.cancels(2)
    tally.person.deletes(3)
    const [edited, cancelled, ...more] = await rows(tally, everything)
    expect(field(edited, 'NARRATION')).toBe('Paid in cash')
    expect(field(edited, 'ALTERID')).toBe('4')
    expect(field(cancelled, 'ISCANCELLED')).toBe('Yes')
    expect(more).toEqual([])
    expect(tally.companies()[0]?.altVchId).toBe(5)
  })

  test('types the same bill, which has no key of ours and no marker', async () => {
    using tally = await fakeTally()
    tally.person.types(bill)
    const filters = ['$PartyLedgerName = "om sai wholesale"']
    const [row, ...more] = await rows(tally, { ...everything, filters })
    expect(more).toEqual([])
    expect(field(row, 'REFERENCE')).toBe('OSW/118')
    expect(tally.vouchers()[0]?.remoteId).toBeUndefined()
  })

  test('writes between the mark that was read and the voucher that is sent', async () => {
    using tally = await fakeTally()
    const marks = { type: 'Company', fetch: 'ALTVCHID' }
    const [before] = await rows(tally, marks)
    tally.person.types(bill)
    const answer = await imported(tally, voucher())
    expect(field(before, 'ALTVCHID')).toBe('0')
    expect(answer['LASTVCHID']).toBe('2')
    expect(field((await rows(tally, marks))[0], 'ALTVCHID')).toBe('2')
  })
})

const bill = {
  type: 'Purchase',
  date: '20261102',
  party: 'Om Sai Wholesale',
  reference: 'OSW/118',
  entries: [
    { ledger: 'Om Sai Wholesale', paise: -10_000 },
    { ledger: 'Purchase 0%', paise: 10_000 },
  ],
}

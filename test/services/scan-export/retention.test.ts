import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { useCredit, findCreditBalance } from '../../../src/accounts/credits.ts'
import { creditEntries, history } from '../../../src/accounts/tables.ts'
import { tickClock } from '../../../src/platform/upkeep/clock-guard.ts'
import { forecastRetention, runRetention } from '../../../src/platform/upkeep/retention.ts'
import { idempotencyKeys } from '../../../src/platform/tables.ts'
import { countJobs, findReading } from '../../../src/services/scan-export/scans/reading-rows.ts'
import { readingJobs, readings, scans } from '../../../src/services/scan-export/tables.ts'
import { honestBill } from '../../support/bills.ts'
import { scanService } from '../../support/scan-service.ts'
import { codeOf, dayMs, noon, refusalOf } from '../../support/temporary-database.ts'
import {
  addOld,
  counting,
  empty,
  expectWhole,
  idsLeft,
  old,
  retention,
  rowsOf,
} from './sweeping.ts'
import { answered, answering, readAll } from './reading/jobs/given-answers.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

describe('what is older than 30 days', () => {
  test('goes, to the millisecond, synced or not, and what is younger stays', async () => {
    await using service = scanService()
    const gone = await service.addScan({ createdAt: noon - 30 * dayMs - 1 })
    const failed = await service.addScan({ createdAt: old, failureReason: 'blurred' })
    const synced = await service.addScan({ createdAt: old })
    await service.mark([synced])
    const kept = await service.addScan({ createdAt: noon - 30 * dayMs })
    expect(await runRetention(retention(service), noon)).toMatchObject({ scans: 3, documents: 0 })
    expect(idsLeft(service)).toEqual([kept])
    expect([gone, failed, synced]).not.toContain(kept)
    expect([...service.queued().keys()]).toEqual([kept])
  })

  test('goes with its document and its file, and is counted', async () => {
    await using service = scanService()
    const hash = Bun.SHA256.hash('a bill', 'hex')
    await service.addScan({ createdAt: old, content: 'a bill' })
    expect(service.deps.store.has('documents', hash)).toBe(true)
    expect(forecastRetention(retention(service), noon)).toEqual({
      scans: 1,
      documents: 1,
      bytes: 6,
    })
    expect(await runRetention(retention(service), noon)).toEqual({
      scans: 1,
      documents: 1,
      bytes: 6,
    })
    expect(service.deps.store.has('documents', hash)).toBe(false)
    expect(rowsOf(service)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
  })

  test('shares its file with what is younger: the file goes with the last that needs it', async () => {
    await using service = scanService()
    const hash = Bun.SHA256.hash('the same bill', 'hex')
    await service.addScan({ createdAt: old, content: 'the same bill' })
    await service.addScan({ createdAt: noon - dayMs, content: 'the same bill' })
    expect(forecastRetention(retention(service), noon)).toEqual({
      scans: 1,
      documents: 1,
      bytes: 0,
    })
    expect(await runRetention(retention(service), noon)).toEqual({
      scans: 1,
      documents: 1,
      bytes: 0,
    })
    expect(service.deps.store.has('documents', hash)).toBe(true)
    const later = noon + 30 * dayMs
    expect(await runRetention(retention(service), later, { confirmClock: true })).toEqual({
      scans: 1,
      documents: 1,
      bytes: 13,
    })
    expect(service.deps.store.has('documents', hash)).toBe(false)
  })

  test('goes without the file that another program holds, which goes with the next cleanup', async () => {
    await using service = scanService()
    const hash = Bun.SHA256.hash('a bill', 'hex')
    await service.addScan({ createdAt: old, content: 'a bill' })
    const file = service.deps.store.path('documents', hash)
    rmSync(file)
    mkdirSync(file)
    expect(await runRetention(retention(service), noon)).toMatchObject({ scans: 1, bytes: 0 })
    expect(rowsOf(service)).toMatchObject({ scans: 0, files: 1 })
    rmdirSync(file)
    expect(await runRetention(retention(service), noon)).toMatchObject({ scans: 0, bytes: 6 })
    expect(rowsOf(service)).toMatchObject({ files: 0 })
  })

  test('goes with what was read of it and with its place among what waits to be read', async () => {
    await using service = scanService()
    const read = await service.addScan({ createdAt: old, pending: true, content: 'read' })
    await readAll(service, answering({ documents: [honestBill('A-9', { now: noon })] }))
    await service.addScan({ createdAt: old, pending: true, content: 'not read' })
    const kept = await service.addScan({ createdAt: noon, pending: true, content: 'kept' })
    const { read: conn } = service.database
    expect([findReading(conn).get({ scanId: read })?.reader, countJobs(conn)]).toEqual([
      'daybook',
      2,
    ])
    await runRetention(retention(service), noon)
    expect(conn.select().from(readings).all()).toEqual([])
    expect(conn.select().from(readingJobs).all()).toMatchObject([{ scanId: kept }])
    expect(rowsOf(service)).toMatchObject({ scans: 1, documents: 1, files: 1 })
  })

  test('that is being read when it goes is not there any more, and nothing of it comes back', async () => {
    await using service = scanService()
    await service.addScan({ createdAt: old, pending: true, content: 'a bill' })
    const bill = answered({ documents: [honestBill('A-9', { now: noon })] })
    await readAll(service, {
      async read() {
        await runRetention(retention(service), noon)
        return bill
      },
    })
    expect(rowsOf(service)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
    expect(service.database.read.select().from(readings).all()).toEqual([])
  })

  test('goes in batches when it is much, and everything goes', async () => {
    await using service = scanService()
    await addOld(service, 120, 50)
    let batches = 0
    const counted = counting(service, () => batches++)
    expect(await runRetention(counted, noon)).toMatchObject({ scans: 120, documents: 120 })
    expect(batches).toBeGreaterThan(3)
    expect(rowsOf(service)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
  })

  test('takes neither credits nor history with it, and is entered there', async () => {
    await using service = scanService()
    const id = await service.addScan({ createdAt: old })
    await service.mark([id])
    await runRetention(retention(service), noon)
    expect(findCreditBalance(service.database.read).get()?.balance).toBe(-1)
    expect(service.database.read.select().from(creditEntries).all()).toMatchObject([{ scanId: id }])
    const actions = service.database.read.select().from(history).all()
    expect(actions.map(({ action }) => action)).toEqual(['scans acknowledged', 'cleanup'])
    expect(JSON.parse(actions[1]?.details ?? '')).toEqual({ scans: 1, documents: 0, bytes: 0 })
    // The credit is not used a second time when the same scan is imported again.
    await service.database.write((conn) => useCredit(conn, 'ravi', id, noon))
    expect(findCreditBalance(service.database.read).get()?.balance).toBe(-1)
  })

  test('a cleanup without work is not entered in the history', async () => {
    await using service = scanService()
    await service.addScan()
    expect(await runRetention(retention(service), noon)).toEqual({
      scans: 0,
      documents: 0,
      bytes: 0,
    })
    expect(service.database.read.select().from(history).all()).toEqual([])
  })

  test('takes the answers to old Idempotency-Keys with it', async () => {
    await using service = scanService()
    const row = { keyId: 'k', requestHash: '', status: 201, response: '' }
    await service.database.write((conn) => {
      for (const [idempotencyKey, createdAt] of [
        ['old', noon - 3 * dayMs - 1],
        ['new', noon - 3 * dayMs],
      ] as const) {
        conn
          .insert(idempotencyKeys)
          .values({ ...row, idempotencyKey, createdAt })
          .run()
      }
    })
    await runRetention(retention(service), noon)
    const left = service.database.read.select().from(idempotencyKeys).all()
    expect(left.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['new'])
  })
})

describe('a clock that cannot be trusted', () => {
  test('deletes nothing while a record is in its future, as an import may bring one', async () => {
    await using service = scanService()
    await service.addScan({ createdAt: old })
    const ahead = await service.addScan({ createdAt: noon + dayMs })
    expect(await codeOf(runRetention(retention(service), noon))).toBe('conflict')
    expect(await codeOf(() => forecastRetention(retention(service), noon))).toBe('conflict')
    expect(service.database.read.select().from(scans).all()).toHaveLength(2)
    expect(await runRetention(retention(service), noon + dayMs)).toMatchObject({ scans: 1 })
    expect(idsLeft(service)).toEqual([ahead])
  })

  test('deletes nothing after a jump, until an owner confirms it', async () => {
    await using service = scanService()
    await service.addScan({ createdAt: noon })
    await service.database.write((conn) => tickClock(conn, noon, 0, () => noon))
    const jumped = noon + 31 * dayMs
    const refusal = await refusalOf(runRetention(retention(service), jumped))
    expect(refusal.message).toContain('--confirm-clock')
    expect(idsLeft(service)).toHaveLength(1)
    const swept = await runRetention(retention(service), jumped, { confirmClock: true })
    expect(swept).toMatchObject({ scans: 1 })
  })
})

test('nothing younger than 30 days ever goes and nothing older stays, whatever came in any order', async () => {
  const age = fc.integer({ min: 0, max: 40 * dayMs })
  const scan = fc.record({
    age: fc.oneof(age, fc.constantFrom(30 * dayMs - 1, 30 * dayMs, 30 * dayMs + 1)),
    content: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
    synced: fc.boolean(),
  })
  await using service = scanService()
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { maxLength: 12 }), async (inputs) => {
      await empty(service)
      const entered = await Promise.all(
        inputs.map(async ({ age: ms, content, synced }) => {
          const createdAt = noon - ms
          const id = await service.addScan({
            createdAt,
            ...(content === undefined ? {} : { content }),
          })
          if (synced) await service.mark([id])
          return { id, createdAt, content }
        }),
      )
      const kept = entered.filter(({ createdAt }) => createdAt >= noon - 30 * dayMs)
      const forecast = forecastRetention(retention(service), noon)
      const swept = await runRetention(retention(service), noon)
      expect(swept).toEqual(forecast)
      expect(swept.scans).toBe(entered.length - kept.length)
      expect(idsLeft(service).toSorted()).toEqual(kept.map(({ id }) => id).toSorted())
      for (const content of ['a', 'b', 'c', 'd']) {
        const needed = kept.some((one) => one.content === content)
        const hash = Bun.SHA256.hash(content, 'hex')
        expect(service.deps.store.has('documents', hash)).toBe(needed)
      }
      expectWhole(service)
    }),
    { numRuns: 40 },
  )
})

import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { existsSync } from 'node:fs'
import { useCredit } from '../../../src/accounts/credits.ts'
import { findCreditBalance } from '../../../src/accounts/queries.ts'
import { creditEntries, history } from '../../../src/accounts/tables.ts'
import { retentionOf } from '../../../src/app.ts'
import { tickClock } from '../../../src/platform/clock-guard.ts'
import { ballastIn } from '../../../src/platform/files/ballast.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { forecastRetention, runRetention, type Retention } from '../../../src/platform/retention.ts'
import { files, idempotencyKeys } from '../../../src/platform/tables.ts'
import { scanSweep } from '../../../src/services/scan-export/service.ts'
import { documents, scans, waitingScans } from '../../../src/services/scan-export/tables.ts'
import { scanDesk, type ScanDesk } from '../../support/scan-desk.ts'
import { codeOf, dayMs, noon, refusalOf } from '../../support/temporary-book.ts'

const old = noon - 31 * dayMs

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(30_000)

describe('what is older than 30 days', () => {
  test('goes, to the millisecond, synced or not, and what is younger stays', async () => {
    await using desk = scanDesk()
    const gone = await desk.addScan({ createdAt: noon - 30 * dayMs - 1 })
    const failed = await desk.addScan({ createdAt: old, failureReason: 'blurred' })
    const synced = await desk.addScan({ createdAt: old })
    await desk.mark([synced])
    const kept = await desk.addScan({ createdAt: noon - 30 * dayMs })
    expect(await runRetention(retention(desk), noon)).toMatchObject({ scans: 3, documents: 0 })
    expect(idsLeft(desk)).toEqual([kept])
    expect([gone, failed, synced]).not.toContain(kept)
    expect([...desk.queued().keys()]).toEqual([kept])
  })

  test('goes with its document and its file, and is counted', async () => {
    await using desk = scanDesk()
    const hash = Bun.SHA256.hash('a bill', 'hex')
    await desk.addScan({ createdAt: old, content: 'a bill' })
    expect(desk.parts.store.has('documents', hash)).toBe(true)
    expect(forecastRetention(retention(desk), noon)).toEqual({ scans: 1, documents: 1, bytes: 6 })
    expect(await runRetention(retention(desk), noon)).toEqual({ scans: 1, documents: 1, bytes: 6 })
    expect(desk.parts.store.has('documents', hash)).toBe(false)
    expect(rowsOf(desk)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
  })

  test('shares its file with what is younger: the file goes with the last that needs it', async () => {
    await using desk = scanDesk()
    const hash = Bun.SHA256.hash('the same bill', 'hex')
    await desk.addScan({ createdAt: old, content: 'the same bill' })
    await desk.addScan({ createdAt: noon - dayMs, content: 'the same bill' })
    expect(forecastRetention(retention(desk), noon)).toEqual({ scans: 1, documents: 1, bytes: 0 })
    expect(await runRetention(retention(desk), noon)).toEqual({ scans: 1, documents: 1, bytes: 0 })
    expect(desk.parts.store.has('documents', hash)).toBe(true)
    const later = noon + 30 * dayMs
    expect(await runRetention(retention(desk), later)).toEqual({
      scans: 1,
      documents: 1,
      bytes: 13,
    })
    expect(desk.parts.store.has('documents', hash)).toBe(false)
  })

  test('goes in batches when it is much, and everything goes', async () => {
    await using desk = scanDesk()
    await addOld(desk, 120, 50)
    let batches = 0
    const counted = counting(desk, () => batches++)
    expect(await runRetention(counted, noon)).toMatchObject({ scans: 120, documents: 120 })
    expect(batches).toBeGreaterThan(3)
    expect(rowsOf(desk)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
  })

  test('takes neither credits nor history with it, and is entered there', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ createdAt: old })
    await desk.mark([id])
    await runRetention(retention(desk), noon)
    expect(findCreditBalance(desk.book.read).get()?.balance).toBe(-1)
    expect(desk.book.read.select().from(creditEntries).all()).toMatchObject([{ scanId: id }])
    const actions = desk.book.read.select().from(history).all()
    expect(actions.map(({ action }) => action)).toEqual(['scans acknowledged', 'cleanup'])
    expect(JSON.parse(actions[1]?.details ?? '')).toEqual({ scans: 1, documents: 0, bytes: 0 })
    // The credit is not used a second time when the same scan is imported again.
    await desk.book.write((conn) => useCredit(conn, 'ravi', id, noon))
    expect(findCreditBalance(desk.book.read).get()?.balance).toBe(-1)
  })

  test('a cleanup without work is not entered in the history', async () => {
    await using desk = scanDesk()
    await desk.addScan()
    expect(await runRetention(retention(desk), noon)).toEqual({ scans: 0, documents: 0, bytes: 0 })
    expect(desk.book.read.select().from(history).all()).toEqual([])
  })

  test('takes the answers to old Idempotency-Keys with it', async () => {
    await using desk = scanDesk()
    const row = { keyId: 'k', requestHash: '', status: 201, response: '' }
    await desk.book.write((conn) => {
      for (const [idempotencyKey, createdAt] of [
        ['old', noon - dayMs - 1],
        ['new', noon],
      ] as const) {
        conn
          .insert(idempotencyKeys)
          .values({ ...row, idempotencyKey, createdAt })
          .run()
      }
    })
    await runRetention(retention(desk), noon)
    const left = desk.book.read.select().from(idempotencyKeys).all()
    expect(left.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['new'])
  })
})

describe('a clock that cannot be trusted', () => {
  test('deletes nothing while a record is in its future, as an import may bring one', async () => {
    await using desk = scanDesk()
    await desk.addScan({ createdAt: old })
    const ahead = await desk.addScan({ createdAt: noon + dayMs })
    expect(await codeOf(runRetention(retention(desk), noon))).toBe('conflict')
    expect(await codeOf(() => forecastRetention(retention(desk), noon))).toBe('conflict')
    expect(desk.book.read.select().from(scans).all()).toHaveLength(2)
    expect(await runRetention(retention(desk), noon + dayMs)).toMatchObject({ scans: 1 })
    expect(idsLeft(desk)).toEqual([ahead])
  })

  test('deletes nothing after a jump, until an owner confirms it', async () => {
    await using desk = scanDesk()
    await desk.addScan({ createdAt: noon })
    await desk.book.write((conn) => tickClock(conn, noon, 0))
    const jumped = noon + 61 * dayMs
    const refusal = await refusalOf(runRetention(retention(desk), jumped))
    expect(refusal.message).toContain('--confirm-clock')
    expect(idsLeft(desk)).toHaveLength(1)
    const swept = await runRetention(retention(desk), jumped, { confirmClock: true })
    expect(swept).toMatchObject({ scans: 1 })
  })
})

describe('a cleanup that is interrupted', () => {
  test('between any two batches goes on where it stood, and leaves nothing behind', async () => {
    await using desk = scanDesk()
    for (let stop = 0; stop < 5; stop++) {
      await addOld(desk, 110, 25)
      let left = stop
      const interrupted = counting(desk, () => {
        if (left-- === 0) throw new Error('The process ends here.')
      })
      await runRetention(interrupted, noon).catch(() => undefined)
      expectWhole(desk)
      await runRetention(retention(desk), noon)
      expect(rowsOf(desk)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
    }
  })

  test('inside a batch has taken no file that is still needed', async () => {
    await using desk = scanDesk()
    await addOld(desk, 30, 30)
    for (let stop = 0; stop < 5; stop++) {
      let left = stop
      const sweep = scanSweep(desk.parts.store)
      const interrupted: Retention = {
        ...retention(desk),
        sweeps: [
          {
            ...sweep,
            sweepBatch(conn, now) {
              const swept = sweep.sweepBatch(conn, now)
              // The work of this batch is undone: its commit never came.
              if (left-- === 0) throw new Error('The process ends here.')
              return swept
            },
          },
        ],
      }
      await runRetention(interrupted, noon).catch(() => undefined)
      expectWhole(desk)
    }
    await runRetention(retention(desk), noon)
    expect(rowsOf(desk)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
  })

  test('lets uploads of the same file in between, and their file stays', async () => {
    await using desk = scanDesk()
    await addOld(desk, 150, 10)
    const [, ...uploaded] = await Promise.all([
      runRetention(retention(desk), noon),
      ...Array.from({ length: 30 }, (_, n) => desk.addScan({ content: `bill ${n % 10}` })),
    ])
    expect(idsLeft(desk).toSorted()).toEqual(uploaded.toSorted())
    expectWhole(desk)
    for (let n = 0; n < 10; n++) {
      expect(desk.parts.store.has('documents', Bun.SHA256.hash(`bill ${n}`, 'hex'))).toBe(true)
    }
  })
})

describe('on a full disk', () => {
  test('the ballast goes, and then the cleanup works', async () => {
    await using desk = scanDesk()
    await addOld(desk, 5, 5)
    const { ballast: file } = desk.dir
    const ballast = ballastIn(file, silentLog, { bytes: 1024, freeBytesMin: 0 })
    await ballast.keep()
    const sweep = scanSweep(desk.parts.store)
    const full: Retention = {
      ...retention(desk),
      ballast,
      sweeps: [
        {
          ...sweep,
          sweepBatch(conn, now) {
            // What SQLite says on a disk without room, as long as the ballast takes it.
            if (existsSync(file)) fillUp(conn.$client)
            return sweep.sweepBatch(conn, now)
          },
        },
      ],
    }
    expect(await runRetention(full, noon)).toMatchObject({ scans: 5 })
    expect(existsSync(file)).toBe(false)
  })

  test('without a ballast the cleanup is refused with a sentence and nothing is lost', async () => {
    await using desk = scanDesk()
    await desk.addScan({ createdAt: old })
    const sweep = scanSweep(desk.parts.store)
    const full: Retention = {
      ...retention(desk),
      sweeps: [
        {
          ...sweep,
          sweepBatch(conn, now) {
            sweep.sweepBatch(conn, now)
            fillUp(conn.$client)
            return { scans: 0, documents: 0, bytes: 0, done: true }
          },
        },
      ],
    }
    expect(await codeOf(runRetention(full, noon))).toBe('insufficient_storage')
    expect(idsLeft(desk)).toHaveLength(1)
  })
})

test('nothing younger than 30 days ever goes and nothing older stays, whatever came in any order', async () => {
  const age = fc.integer({ min: 0, max: 40 * dayMs })
  const scan = fc.record({
    age: fc.oneof(age, fc.constantFrom(30 * dayMs - 1, 30 * dayMs, 30 * dayMs + 1)),
    content: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
    synced: fc.boolean(),
  })
  await using desk = scanDesk()
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { maxLength: 12 }), async (wishes) => {
      await empty(desk)
      const entered = await Promise.all(
        wishes.map(async ({ age: ms, content, synced }) => {
          const createdAt = noon - ms
          const id = await desk.addScan({
            createdAt,
            ...(content === undefined ? {} : { content }),
          })
          if (synced) await desk.mark([id])
          return { id, createdAt, content }
        }),
      )
      const kept = entered.filter(({ createdAt }) => createdAt >= noon - 30 * dayMs)
      const forecast = forecastRetention(retention(desk), noon)
      const swept = await runRetention(retention(desk), noon)
      expect(swept).toEqual(forecast)
      expect(swept.scans).toBe(entered.length - kept.length)
      expect(idsLeft(desk).toSorted()).toEqual(kept.map(({ id }) => id).toSorted())
      for (const content of ['a', 'b', 'c', 'd']) {
        const needed = kept.some((one) => one.content === content)
        const hash = Bun.SHA256.hash(content, 'hex')
        expect(desk.parts.store.has('documents', hash)).toBe(needed)
      }
      expectWhole(desk)
    }),
    { numRuns: 40 },
  )
})

function retention(desk: ScanDesk): Retention {
  const sizes = { bytes: 1024, freeBytesMin: Number.MAX_SAFE_INTEGER }
  return retentionOf(desk.book, desk.parts.store, ballastIn(desk.dir.ballast, silentLog, sizes))
}

/** Scans past their time, whose originals are so many different files. */
async function addOld(desk: ScanDesk, count: number, contents: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  await Promise.all(
    numbers.map((n) => desk.addScan({ createdAt: old + n, content: `bill ${n % contents}` })),
  )
}

/** Told before each batch. */
function counting(desk: ScanDesk, onBatch: () => void): Retention {
  const sweep = scanSweep(desk.parts.store)
  return {
    ...retention(desk),
    sweeps: [
      {
        ...sweep,
        sweepBatch(conn, now) {
          onBatch()
          return sweep.sweepBatch(conn, now)
        },
      },
    ],
  }
}

function fillUp(client: { run(statement: string): unknown }): void {
  client.run('PRAGMA max_page_count = 1')
  try {
    client.run(`CREATE TABLE more AS SELECT zeroblob(1000000) AS room`)
  } finally {
    client.run('PRAGMA max_page_count = 1000000')
  }
}

function rowsOf({ book: { read } }: ScanDesk) {
  return {
    scans: read.select().from(scans).all().length,
    documents: read.select().from(documents).all().length,
    files: read.select().from(files).all().length,
    waiting: read.select().from(waitingScans).all().length,
  }
}

function idsLeft({ book }: ScanDesk): string[] {
  return book.read
    .select({ id: scans.id })
    .from(scans)
    .all()
    .map(({ id }) => id)
}

/** Every document has its file, every file that is stored has its bytes and a document, every scan its document. */
function expectWhole({ book, parts }: ScanDesk): void {
  const hashes = new Set(
    book.read
      .select()
      .from(documents)
      .all()
      .map(({ hash }) => hash),
  )
  const ids = new Set(
    book.read
      .select()
      .from(documents)
      .all()
      .map(({ id }) => id),
  )
  const stored = book.read
    .select()
    .from(files)
    .all()
    .filter(({ state }) => state === 'stored')
  for (const hash of hashes) expect(parts.store.has('documents', hash)).toBe(true)
  expect(new Set(stored.map(({ hash }) => hash))).toEqual(hashes)
  for (const { documentId } of book.read.select().from(scans).all()) {
    if (documentId !== null) expect(ids).toContain(documentId)
  }
}

async function empty({ book, parts }: ScanDesk): Promise<void> {
  await book.write((conn) => {
    conn.delete(scans).run()
    conn.delete(documents).run()
    for (const { hash } of conn.select().from(files).all()) parts.store.remove('documents', hash)
    conn.delete(files).run()
  })
}

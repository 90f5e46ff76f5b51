import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { silentLog } from '../../../../../src/platform/log.ts'
import { problems } from '../../../../../src/reader/pages/problems.ts'
import {
  readProcess,
  type Reading,
  type ReadProcess,
} from '../../../../../src/reader/pages/read-process.ts'
import {
  scanReader,
  type BeingRead,
} from '../../../../../src/services/scan-export/reading/jobs/reader.ts'
import { storeReading } from '../../../../../src/services/scan-export/reading/jobs/store-reading.ts'
import type { Category } from '../../../../../src/paper/categories.ts'
import { retryScan } from '../../../../../src/services/scan-export/scans/change-scan.ts'
import {
  findJob,
  readingSetting,
  setTries,
} from '../../../../../src/services/scan-export/scans/reading-rows.ts'
import { writeSetting } from '../../../../../src/platform/settings.ts'
import { noPasswords } from '../../../../support/passwords.ts'
import { honestBill } from '../../../../support/bills.ts'
import { scanService, type ScanService } from '../../../../support/scan-service.ts'
import { errorOf, noon, until } from '../../../../support/temporary-database.ts'
import { addFile, answered, answering, balance, noting, pathOf, readAll } from './given-answers.ts'

/** Longer than any test takes, in milliseconds. */
const neverMs = 600_000

const bill = honestBill('A-9', { now: noon })

describe('a document that cannot be read', () => {
  test('has failed, with the reason', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const reason = 'It has a password: type it in.'
    await readAll(service, {
      read: () => Promise.resolve({ text: JSON.stringify({ problem: 'password', reason }) }),
    })
    expect(service.scan(id)).toMatchObject({
      status: 'failed',
      failureReason: reason,
      held: false,
    })
    expect(balance(service)).toBe(0)
    await retryScan(service.deps, id, 'owner')
    expect(service.scan(id).status).toBe('pending')
    await readAll(service, answering({ documents: [bill] }))
    expect(service.listed()).toEqual([id])
  })

  test('is tried once more when it breaks the reader, then it has failed', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const asked: string[] = []
    await readAll(service, noting(asked))
    expect(asked).toHaveLength(2)
    expect(service.scan(id)).toMatchObject({ status: 'failed', held: false })
  })

  test('is tried once more when it takes too long, after all that waits, then it has failed', async () => {
    await using service = scanService()
    const slow = await addFile(service)
    const others = [await addFile(service), await addFile(service)]
    const asked: string[] = []
    await readAll(service, {
      read(file) {
        asked.push(file)
        const isSlow = file === pathOf(service, slow)
        return Promise.resolve(isSlow ? { ended: 'too slow' } : answered({ documents: [bill] }))
      },
    })
    expect(asked).toEqual([slow, ...others, slow].map((id) => pathOf(service, id)))
    expect(service.scan(slow)).toMatchObject({
      status: 'failed',
      failureReason: problems['too slow'],
    })
  })

  test('is read after all when only the computer was busy', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const answers: Reading[] = [{ ended: 'too slow' }, answered({ documents: [bill] })]
    await readAll(service, { read: () => Promise.resolve(answers.shift() ?? { ended: 'crashed' }) })
    expect(service.listed()).toEqual([id])
  })

  test('has its second try alone', async () => {
    await using service = scanService()
    await service.database.write((conn) =>
      writeSetting(conn, readingSetting, { isOn: true, atOnce: 4 }),
    )
    const [slow, first, second] = [
      await addFile(service),
      await addFile(service),
      await addFile(service),
    ]
    const held = new Map(
      [first, second].map((id) => [pathOf(service, id), Promise.withResolvers<void>()]),
    )
    let tries = 0
    const process: ReadProcess = {
      async read(file) {
        const other = held.get(file)
        if (other === undefined) tries++
        else await other.promise
        return { ended: other === undefined ? 'too slow' : 'too much memory' }
      },
    }
    const reader = scanReader(service.deps, process, noPasswords, silentLog)
    reader.start()
    await until(() => tries === 1 && !reader.underWay().has(slow) && reader.underWay().size === 2)
    held.get(pathOf(service, first))?.resolve()
    await until(() => !reader.underWay().has(first))
    expect([...reader.underWay().keys()]).toEqual([second])
    held.get(pathOf(service, second))?.resolve()
    await until(() => tries === 2)
    await reader.stop()
  })

  test.each([
    '',
    'no JSON',
    '[]',
    '{"documents":[]}',
    '{"documents":[{"raw":{}}]}',
    '{"problem":7}',
    explainedBy({ source: 'hearsay', confidence: 1 }),
    explainedBy({ source: 'ocr', confidence: 1, hidden: 'more' }),
  ])('is one of which the reader answers %p', async (text) => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(service, { read: () => Promise.resolve({ text }) })
    expect(service.scan(id)).toMatchObject({ status: 'failed', raw: null })
  })

  test('keeps nobody else from being read', async () => {
    await using service = scanService()
    const broken = await addFile(service)
    const good = await addFile(service)
    const answers: ReadProcess = {
      read: (file, ...rest) =>
        file === pathOf(service, broken)
          ? Promise.resolve({ ended: 'crashed' })
          : answering({ documents: [bill] }).read(file, ...rest),
    }
    await readAll(service, answers)
    expect([service.listed(), service.scan(broken).status]).toEqual([[good], 'failed'])
  })
})

describe('what was read and cannot be entered', () => {
  test('has failed after a second try, and keeps no other document from being read', async () => {
    await using service = scanService()
    const broken = await addFile(service)
    const good = await addFile(service)
    await service.database.write((conn) =>
      conn.run(
        sql.raw(`CREATE TRIGGER refused BEFORE INSERT ON readings WHEN NEW.scan_id = '${broken}'
          BEGIN SELECT RAISE(ABORT, 'refused'); END`),
      ),
    )
    await readAll(service, answering({ documents: [bill] }))
    expect(service.scan(broken)).toMatchObject({
      status: 'failed',
      raw: null,
      failureReason: problems.crashed,
    })
    expect(service.listed()).toEqual([good])
  })
})

test('a server that ends between the answer and its commit has neither read nor forgotten the document', async () => {
  await using service = scanService()
  const id = await addFile(service)
  const category: Category = 'vendor_invoice'
  const document = { category, kind: 'invoice', pages: [1], raw: bill, explained: {} }
  const ended = service.database.write((conn) => {
    storeReading(conn, service.deps, id, { documents: [document] })
    throw new Error('The process ends here.')
  })
  expect(await errorOf(ended)).toBeInstanceOf(Error)
  expect([service.scan(id).raw, triesOf(service, id), balance(service)]).toEqual([null, 0, 0])
  await readAll(service, answering({ documents: [bill] }))
  expect([service.listed(), balance(service)]).toEqual([[id], -1])
})

test('when no process can be started, the document waits and is not tried at once again', async () => {
  await using service = scanService()
  const id = await addFile(service)
  let asked = 0
  const reader = scanReader(
    service.deps,
    {
      read() {
        asked += 1
        return Promise.reject(new Error('The system has no more processes.'))
      },
    },
    noPasswords,
    silentLog,
  )
  reader.start()
  await until(() => asked > 0 && reader.underWay().size === 0)
  await reader.stop()
  expect([asked, service.scan(id).status, triesOf(service, id)]).toEqual([1, 'pending', 0])
})

describe('a server that stops', () => {
  test('while it reads, reads the document after its next start', async () => {
    await using service = scanService()
    const id = await addFile(service)
    let seen: BeingRead | undefined
    const never: ReadProcess = {
      read: (_file, _context, onPage, signal) =>
        new Promise((resolve) => {
          onPage(2, 5)
          signal.addEventListener('abort', () => resolve({ ended: 'crashed' }))
        }),
    }
    const reader = scanReader(service.deps, never, noPasswords, silentLog)
    reader.start()
    await until(() => (seen = reader.underWay().get(id))?.page != null)
    expect(seen).toMatchObject({ page: 2, pages: 5 })
    expect(triesOf(service, id)).toBe(1)
    await reader.stop()
    expect([service.scan(id).status, triesOf(service, id)]).toEqual(['pending', 0])
    await readAll(service, answering({ documents: [bill] }))
    expect(service.listed()).toEqual([id])
  })

  test('twice with a document in its hands does not try it a third time, until somebody asks', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await service.database.write((conn) => setTries(conn).run({ scanId: id, tries: 2 }))
    const asked: string[] = []
    await readAll(service, noting(asked))
    expect(asked).toEqual([])
    expect(service.scan(id)).toMatchObject({
      status: 'failed',
      failureReason: problems.interrupted,
    })
    await retryScan(service.deps, id, 'owner')
    await readAll(service, answering({ documents: [bill] }))
    expect(service.listed()).toEqual([id])
  })
})

describe('the process that reads', () => {
  test.each([
    ['says nothing for too long', { processorMs: neverMs, clockMs: 1 }],
    ['takes too much time of the processor', { processorMs: 1, clockMs: neverMs }],
  ])('is told too slow when it %s', async (_what, limits) => {
    await using service = scanService()
    const id = await addFile(service)
    const file = pathOf(service, id)
    const { signal } = new AbortController()
    const read = await readProcess(silentLog, limits).read(file, '{}', () => undefined, signal)
    expect(read).toEqual({ ended: 'too slow' })
  })
})

/** An answer with one value that is explained so. */
function explainedBy(explained: object): string {
  const raw = { invoice_metadata: { Total: '1.00' }, line_items: [] }
  const document = { category: 'vendor_invoice', kind: 'invoice', pages: [1], raw }
  const values = { 'invoice_metadata.Total': explained }
  return JSON.stringify({ documents: [{ ...document, explained: values }] })
}

/** Undefined for one that is not queued. */
function triesOf({ database }: ScanService, id: string): number | undefined {
  return findJob(database.read).get({ scanId: id })?.tries
}

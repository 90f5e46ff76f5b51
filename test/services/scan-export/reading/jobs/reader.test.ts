import { describe, expect, test } from 'bun:test'
import { findScanWithFile } from '../../../../../src/services/scan-export/scans/queries.ts'
import {
  findUnread,
  takeReading,
} from '../../../../../src/services/scan-export/other-readers/unread.ts'
import { decideOnPapers } from '../../../../../src/services/scan-export/duplicates/decide.ts'
import { listPairs } from '../../../../../src/services/scan-export/duplicates/find-pairs.ts'
import { showScan } from '../../../../../src/services/scan-export/overview/show-scan.ts'
import { splitScan } from '../../../../../src/services/scan-export/reading/jobs/store-reading.ts'
import {
  correctScan,
  removeScan,
  retryScan,
} from '../../../../../src/services/scan-export/scans/change-scan.ts'
import {
  countJobs,
  findNextJob,
  listJobs,
} from '../../../../../src/services/scan-export/scans/reading-rows.ts'
import { honestBill } from '../../../../support/bills.ts'
import { scanService } from '../../../../support/scan-service.ts'
import { sqlOf } from '../../../../support/sql-of.ts'
import { codeOf, noon } from '../../../../support/temporary-database.ts'
import {
  addFile,
  answered,
  answering,
  balance,
  findings,
  readAll,
  switchReading,
} from './given-answers.ts'

const bill = honestBill('A-9', { now: noon })

describe('a document that comes as a file', () => {
  test('is read, and delivered when nothing is doubtful', async () => {
    await using service = scanService()
    const id = await addFile(service)
    expect([service.scan(id).status, service.listed()]).toEqual(['pending', []])
    await readAll(service, answering({ documents: [bill] }))
    expect(service.listed()).toEqual([id])
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-9' })
    expect(balance(service)).toBe(-1)
  })

  test('waits to be checked with all its fields when a check contradicts it', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const wrong = honestBill('A-9', { now: noon, head: { Total: '1,060.00' } })
    await readAll(service, answering({ documents: [wrong] }))
    expect(service.listed()).toEqual([])
    expect(service.scan(id)).toMatchObject({ status: 'failed', held: true })
    expect(JSON.parse(service.scan(id).raw ?? '')).toEqual(wrong)
    expect(balance(service)).toBe(0)
  })

  test('waits to be checked when the reader is not sure, until somebody says that it stands so', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(
      service,
      answering({ documents: [bill], doubts: { 'invoice_metadata.Bill No.': ['Is it A-9?'] } }),
    )
    const doubt = { key: 'invoice_no', code: 'doubt', message: 'Is it A-9?' } as const
    expect(findings(service, id)).toEqual([doubt])
    expect(service.listed()).toEqual([])
    await correctScan(service.deps, id, bill, 'owner', { confirmed: [doubt] })
    expect(service.listed()).toEqual([id])
    expect(balance(service)).toBe(-1)
  })

  test('is doubted no more where somebody changed the value', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(
      service,
      answering({ documents: [bill], doubts: { 'line_items.1.Qty': ['Is it 10?'] } }),
    )
    expect(findings(service, id)).toMatchObject([{ key: 'qty', line: 1 }])
    const lines = bill.line_items.map((line, at) => (at === 1 ? { ...line, Qty: '10 Nos' } : line))
    await correctScan(service.deps, id, { ...bill, line_items: lines }, 'owner')
    expect([findings(service, id), service.listed()]).toEqual([[], [id]])
  })

  test('is what somebody typed meanwhile, which another reading does not overwrite', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const typed = honestBill('B-1', { now: noon })
    await correctScan(service.deps, id, typed, 'owner')
    expect(countJobs(service.database.read)).toBe(0)
    await retryScan(service.deps, id, 'owner')
    await readAll(service, answering({ documents: [bill] }))
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'B-1' })
    expect(JSON.parse(service.scan(id).raw ?? '')).toEqual(bill)
  })

  test('is what somebody typed while it was read, and is not held for a doubt about that', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const doubts = { 'invoice_metadata.Bill No.': ['Is it A-9?'] }
    await readAll(service, {
      async read() {
        await correctScan(service.deps, id, bill, 'owner')
        return answered({ documents: [bill], doubts })
      },
    })
    expect([findings(service, id), service.listed()]).toEqual([[], [id]])
  })

  test('is what another reader read meanwhile', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const caller = { keyId: 'reader', userId: 'ravi', allUsers: false }
    await readAll(service, {
      async read() {
        await takeReading(service.deps, caller, id, { raw: bill, explained: {} })
        return answered({ documents: [honestBill('LATE', { now: noon })] })
      },
    })
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-9' })
  })

  test('may be removed or delivered before it was read', async () => {
    await using service = scanService()
    const [removed, delivered] = [await addFile(service), await addFile(service)]
    await removeScan(service.deps, removed, 'owner')
    await correctScan(service.deps, delivered, bill, 'owner')
    await retryScan(service.deps, delivered, 'owner')
    await service.mark([delivered])
    await readAll(service, answering({ documents: [honestBill('C-1')] }))
    expect(service.scan(delivered)).toMatchObject({ raw: null, status: 'successful' })
  })

  test('says so when it looks like another kind of document', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(service, answering({ documents: [bill], category: 'purchase_order' }))
    expect(findings(service, id).map(({ message }) => message)).toContain(
      'This looks like a purchase order, and was added as a bill.',
    )
  })

  test('is to be typed in when reading is switched off, and is read when somebody asks later', async () => {
    await using service = scanService()
    const before = await addFile(service)
    await switchReading(service, false)
    const after = await addFile(service)
    expect(countJobs(service.database.read)).toBe(0)
    expect(await codeOf(retryScan(service.deps, before, 'owner'))).toBe('conflict')
    await switchReading(service, true)
    await retryScan(service.deps, after, 'owner')
    await readAll(service, answering({ documents: [bill] }))
    expect([service.listed(), service.scan(before).status]).toEqual([[after], 'pending'])
  })
})

describe('a file with several documents', () => {
  test('is held until it is split; each part is then a document of its own', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(service, answering({ documents: [bill, honestBill('A-10', { now: noon })] }))
    expect(findings(service, id)).toMatchObject([{ key: '', code: 'doubt' }])
    const [second = ''] = await splitScan(service.deps, id, 'owner')
    expect(service.listed().toSorted()).toEqual([id, second].toSorted())
    expect(service.scan(second)).toMatchObject({ filename: 'bill.pdf (2 of 2)', userId: 'ravi' })
    const shown = showScan(service.deps, second, { first: 0, count: 0 })
    expect([shown?.twin, shown?.sameFile]).toEqual([null, []])
    expect(service.queued().get(second)?.invoice_metadata).toMatchObject({ invoice_no: 'A-10' })
    expect(await codeOf(splitScan(service.deps, id, 'owner'))).toBe('conflict')
  })

  test('of which two have one number asks what these two are: the younger is not delivered before', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const documents = [bill, bill, honestBill('A-10', { now: noon })]
    await readAll(service, answering({ documents }))
    const [copy = '', other = ''] = await splitScan(service.deps, id, 'owner')
    expect(service.listed().toSorted()).toEqual([id, other].toSorted())
    const pairs = await listPairs(service.deps, null)
    expect(pairs.map((pair) => [pair.id, pair.otherId])).toEqual([[copy, id]])
    await decideOnPapers(service.deps, { verdict: 'different', kept: id, other: copy }, 'owner')
    expect(service.listed()).toContain(copy)
  })

  test('is not read again once it is split: each part would become the first', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(service, answering({ documents: [bill, honestBill('A-10', { now: noon })] }))
    await retryScan(service.deps, id, 'owner')
    await readAll(service, answering({ documents: [bill, honestBill('A-10', { now: noon })] }))
    const [second = ''] = await splitScan(service.deps, id, 'owner')
    expect(await codeOf(retryScan(service.deps, id, 'owner'))).toBe('conflict')
    expect(await codeOf(retryScan(service.deps, second, 'owner'))).toBe('conflict')
    expect(countJobs(service.database.read)).toBe(0)
    await removeScan(service.deps, second, 'owner')
    await retryScan(service.deps, id, 'owner')
    expect(countJobs(service.database.read)).toBe(1)
  })
})

test('the process is told with how much care to read', async () => {
  await using service = scanService()
  await addFile(service)
  let told: { care?: unknown } = {}
  await readAll(service, {
    read(_file, context) {
      told = JSON.parse(context)
      return Promise.resolve(answered({ documents: [bill] }))
    },
  })
  expect(told.care).toBe('usual')
})

describe('looking for what waits to be read, which is done twice a second', () => {
  test('begins with what is queued, and goes through no other table', async () => {
    await using service = scanService()
    const { read } = service.deps.database
    const scanned = [findNextJob(read), listJobs(read)].map((statement) =>
      read.$client
        .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sqlOf(statement)}`)
        .all()
        .map(({ detail }) => detail)
        // The places in the queue are counted in a query of their own.
        .filter((detail) => /^SCAN (?!json_each|queue$|\(subquery)/.test(detail)),
    )
    const queue = [expect.stringContaining('reading_jobs USING')]
    expect(scanned).toEqual([queue, queue])
  })
})

test('neither a file that came before nor what nobody has read is looked for among all documents', async () => {
  await using service = scanService()
  const { read } = service.deps.database
  const steps = [findScanWithFile(read), findUnread(read)].map((statement) =>
    read.$client
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sqlOf(statement)}`)
      .all()
      .map(({ detail }) => detail),
  )
  expect(steps[0]?.[0]).toContain('documents USING INDEX documents_hash')
  expect(steps[0]?.[1]).toContain('scans USING INDEX scans_document')
  expect(steps[1]?.[0]).toContain('scans USING INDEX scans_created')
  expect(steps[1]?.join()).not.toContain('TEMP B-TREE')
})

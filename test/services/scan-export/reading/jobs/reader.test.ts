import { describe, expect, test } from 'bun:test'
import { findCreditBalance } from '../../../../../src/accounts/credits.ts'
import { silentLog } from '../../../../../src/platform/log.ts'
import { readProcess, type ReadProcess } from '../../../../../src/platform/reading/read-process.ts'
import { writeSetting } from '../../../../../src/platform/settings.ts'
import {
  readingSetting,
  scanReader,
  type BeingRead,
} from '../../../../../src/services/scan-export/reading/jobs/reader.ts'
import { splitScan } from '../../../../../src/services/scan-export/reading/jobs/split-scan.ts'
import {
  correctScan,
  removeScan,
  retryScan,
} from '../../../../../src/services/scan-export/scans/change-scan.ts'
import { openFindings } from '../../../../../src/services/scan-export/scans/hold.ts'
import { countJobs } from '../../../../../src/services/scan-export/scans/reading-rows.ts'
import { findScanFile } from '../../../../../src/services/scan-export/overview/show-scan.ts'
import { honestBill } from '../../../../support/bills.ts'
import { scanService, type ScanService } from '../../../../support/scan-service.ts'
import { codeOf, noon, until } from '../../../../support/temporary-database.ts'

const bill = honestBill('A-9', { now: noon })
const pages = [1]

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

  test('is not read while reading is switched off', async () => {
    await using service = scanService()
    await addFile(service)
    await switchReading(service, false)
    const asked: string[] = []
    const reader = scanReader(service.deps, noting(asked), silentLog)
    reader.start()
    await reader.stop()
    expect([asked, countJobs(service.database.read)]).toEqual([[], 1])
  })
})

describe('a document that cannot be read', () => {
  test('has failed, with the reason', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const reason = 'It has a password: type it in.'
    await readAll(service, {
      read: () => Promise.resolve({ text: JSON.stringify({ problem: 'password', reason }) }),
    })
    expect(service.scan(id)).toMatchObject({ status: 'failed', failureReason: reason, held: false })
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

  test('has failed at once when it takes too long', async () => {
    await using service = scanService()
    const id = await addFile(service)
    await readAll(service, { read: () => Promise.resolve({ ended: 'too slow' }) })
    expect(service.scan(id).failureReason).toBe('Reading it took too long: type it in.')
  })

  test.each([
    '',
    'no JSON',
    '[]',
    '{"documents":[]}',
    '{"documents":[{"raw":{}}]}',
    '{"problem":7}',
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
    await switchReading(service, true)
    const reader = scanReader(service.deps, never, silentLog)
    reader.start()
    await until(() => (seen = reader.underWay().get(id)) !== undefined)
    expect(seen).toMatchObject({ page: 2, pages: 5 })
    await reader.stop()
    expect([service.scan(id).status, countJobs(service.database.read)]).toEqual(['pending', 1])
    await readAll(service, answering({ documents: [bill] }))
    expect(service.listed()).toEqual([id])
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
    expect(service.queued().get(second)?.invoice_metadata).toMatchObject({ invoice_no: 'A-10' })
    expect(await codeOf(splitScan(service.deps, id, 'owner'))).toBe('conflict')
  })
})

describe('the process that reads', () => {
  test('is told too slow when it says nothing for too long', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const process = readProcess(silentLog, 1)
    const read = await process.read(
      pathOf(service, id),
      '{}',
      () => undefined,
      new AbortController().signal,
    )
    expect(read).toEqual({ ended: 'too slow' })
  })
})

type Given = {
  documents: unknown[]
  category?: string
  doubts?: Record<string, string[]>
}

function answering({ documents, category = 'vendor_invoice', doubts = {} }: Given): ReadProcess {
  const explained = Object.fromEntries(
    Object.entries(doubts).map(([path, said]) => [
      path,
      { source: 'ocr', page: 1, box: [0, 0, 0.5, 0.5], confidence: 0.5, doubts: said },
    ]),
  )
  const answer = {
    documents: documents.map((raw) => ({ category, kind: 'invoice', pages, raw, explained })),
  }
  return { read: () => Promise.resolve({ text: JSON.stringify(answer) }) }
}

/** A process that ends without an answer. */
function noting(asked: string[]): ReadProcess {
  return {
    read(file) {
      asked.push(file)
      return Promise.resolve({ ended: 'crashed' })
    },
  }
}

let files = 0

async function addFile(service: ScanService): Promise<string> {
  files += 1
  return await service.addScan({ pending: true, content: `file ${files}` })
}

async function readAll(service: ScanService, process: ReadProcess): Promise<void> {
  await switchReading(service, true)
  const reader = scanReader(service.deps, process, silentLog)
  reader.start()
  await until(() => countJobs(service.database.read) === 0 && reader.underWay().size === 0)
  await reader.stop()
}

async function switchReading({ database }: ScanService, isOn: boolean): Promise<void> {
  await database.write((conn) => writeSetting(conn, readingSetting, { isOn, atOnce: 1 }))
}

function findings(service: ScanService, id: string) {
  return openFindings(service.database.read, service.deps, service.scan(id))
}

function pathOf(service: ScanService, id: string): string {
  const file = findScanFile(service.deps, id)
  return service.deps.store.path('documents', file?.hash ?? '')
}

function balance({ database }: ScanService): number {
  return findCreditBalance(database.read).get()?.balance ?? 0
}

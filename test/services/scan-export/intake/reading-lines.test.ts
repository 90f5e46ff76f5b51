import { expect, test } from 'bun:test'
import { addUser } from '../../../../src/accounts/users/users.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import {
  exportScans,
  importScan,
  readScanLine,
} from '../../../../src/services/scan-export/intake/scan-lines.ts'
import { correctScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { findReading } from '../../../../src/services/scan-export/scans/reading-rows.ts'
import { honestBill } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import { answering, findings, readAll } from '../reading/jobs/given-answers.ts'

const bill = honestBill('A-9', { now: noon })
const doubts = { 'invoice_metadata.Bill No.': ['Is it A-9?'] }

/** A shop with one user and a document of theirs that Daybook read and doubts. */
async function shopWithDoubt() {
  const service = scanService()
  const user = {
    email: 'ravi@example.com',
    name: 'Ravi',
    role: 'owner',
    passwordHash: null,
  } as const
  const userId = await service.database.write((conn) => addUser(conn, user, noon))
  const id = await service.addScan({ pending: true, content: 'bill', userId })
  await readAll(service, answering({ documents: [bill], doubts }))
  return { service, id }
}

async function bringIn(service: ScanService, line: JsonObject): Promise<void> {
  const scan = readScanLine(line, noon)
  const user = { email: scan.user, name: 'Ravi', role: 'owner', passwordHash: null } as const
  await service.database.write((conn) => {
    addUser(conn, user, noon)
    importScan(conn, service.deps, { ...scan, id: scan.id ?? '', document: null }, noon)
  })
}

test('a document that is held for a doubt is held in another shop too, until somebody confirms it there', async () => {
  const { service, id } = await shopWithDoubt()
  await using from = service
  await using to = scanService()
  const [line = {}] = [...exportScans(from.database.read)]
  await bringIn(to, line)
  expect(to.scan(id)).toMatchObject({ status: 'failed', held: true })
  expect(findings(to, id)).toEqual(findings(from, id))
  expect(findReading(to.database.read).get({ scanId: id })).toEqual(
    findReading(from.database.read).get({ scanId: id }),
  )
  expect([...exportScans(to.database.read)]).toEqual([line])
  await correctScan(to.deps, id, bill, 'owner', { confirmed: findings(to, id) })
  expect(to.listed()).toEqual([id])
})

test.each([
  ['a reader of another name', { reader: 'me' }],
  ['a time that is none', { read_at: 'yesterday' }],
  ['a box that is none', { explained: { '': { source: 'ocr', confidence: 1, box: [1] } } }],
  ['pages before the first', { pages: [0] }],
])('a line with %s is refused', async (_, change) => {
  const { service } = await shopWithDoubt()
  await using from = service
  await using to = scanService()
  const [line = {}] = [...exportScans(from.database.read)]
  const reading = Object.assign({}, line['reading'], change)
  expect(await codeOf(bringIn(to, { ...line, reading }))).toBe('invalid_request')
})

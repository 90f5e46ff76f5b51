import { beforeEach, describe, expect, test } from 'bun:test'
import { scans } from '../../../src/cli/import/scans.ts'
import { findDocument } from '../../../src/services/scan-export/scans/queries.ts'
import { addMember, itemOf, scanRow, type Member } from '../../support/member.ts'
import { idsOf, itemsOf, type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from './import-text.ts'
import { findCreditBalance } from '../../../src/accounts/credits.ts'

let shop: Shop
let folder: ImportFolder
let member: Member

withImports((made) => ({ shop, folder } = made))

beforeEach(async () => {
  member = await addMember(shop)
})

const raw = { invoice_metadata: { 'Bill No.': 'A-1' }, line_items: [{ Qty: '2 Nos' }] }
const day = 24 * 60 * 60 * 1000

function line(fields: object = {}) {
  return { user: member.email, category: 'vendor_invoice', filename: 'a.pdf', raw, ...fields }
}

function importLines(...lines: object[]) {
  return folder.import(shop, scans, jsonLines(...lines))
}

function ahead(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}

function balance(): number {
  return findCreditBalance(shop.database.read).get()?.balance ?? 0
}

test('scans are delivered, normalised, to the user that they name, and use a credit each', async () => {
  const before = balance()
  const created_at = new Date(Date.now() - day).toISOString()
  expect(await importLines(line({ created_at }))).toMatchObject({ total: 1, created: 1 })
  const items = itemsOf(await member.unsynced())
  expect(items).toEqual([
    expect.objectContaining({
      invoice_no: 'A-1',
      created_at,
      data: expect.objectContaining({ line_items: [{ qty: 2 }] }),
    }),
  ])
  expect(balance()).toBe(before - 1)
})

test('the same file again changes nothing; the same line in another file is another scan', async () => {
  const lines = jsonLines(line(), line({ filename: 'b.pdf' }))
  expect(await folder.import(shop, scans, lines)).toMatchObject({ created: 2, unchanged: 0 })
  const before = balance()
  expect(await folder.import(shop, scans, lines)).toMatchObject({ created: 0, unchanged: 2 })
  expect(balance()).toBe(before)
  expect(await folder.import(shop, scans, `\n${lines}`)).toMatchObject({ created: 2 })
})

test('an id of a line is kept, in small letters, and known the next time', async () => {
  const id = crypto.randomUUID()
  expect(await importLines(line({ id: id.toUpperCase() }))).toMatchObject({ created: 1 })
  expect(idsOf(await member.unsynced())).toEqual([id])
  expect(await importLines(line({ id, filename: 'other.pdf' }))).toMatchObject({ unchanged: 1 })
  expect(scanRow(shop, id).filename).toBe('a.pdf')
})

test.each([
  [{ user: null }, "user is missing: it must be a user's e-mail address."],
  [{ user: 'nobody@example.com' }, 'There is no user nobody@example.com.'],
  [{ category: 'receipt' }, 'category must be one of'],
  [{ filename: null }, 'filename is missing'],
  [{ raw: null }, 'raw is missing'],
  [{ raw: { line_items: [1] } }, 'raw.line_items[0] must be an object'],
  [{ status: 'done' }, 'status must be successful, pending or failed, got "done".'],
  [{ status: 'pending' }, 'A pending scan has not been read'],
  [{ id: '42' }, 'id must be a UUID, got "42".'],
  [{ created_at: 'yesterday' }, 'created_at must be an ISO 8601 time'],
  [{ created_at: '2026-02-30' }, 'created_at must be an ISO 8601 time'],
  [{ created_at: '2999-01-01T00:00:00Z' }, 'created_at must be a time that has passed'],
  [{ created_at: 5 }, 'created_at must be text, got 5.'],
  [
    { status: 'failed', synced_at: '2026-01-01T00:00:00Z' },
    'synced_at belongs to successful scans',
  ],
  [{ file: 'not-there.pdf' }, 'file: there is no file'],
  [{ file: '' }, 'file must be the path of a file'],
])('a line with %j is bad and changes nothing else', async (fields, error) => {
  const result = await importLines(line({ filename: 'first.pdf' }), line(fields), line())
  expect(result).toMatchObject({ total: 3, created: 2, errors: 1 })
  expect(result.problems).toEqual([{ line: 2, error: expect.stringContaining(error) }])
})

test('a clock may be five minutes ahead, not six', async () => {
  const result = await importLines(line({ created_at: ahead(4.9) }), line({ created_at: ahead(6) }))
  expect(result).toMatchObject({ created: 1, problems: [{ line: 2 }] })
})

test('pending and failed scans wait for nobody', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const [pending, failed, unexplained] = ids
  const before = balance()
  await importLines(
    line({ id: pending, status: 'pending', raw: null }),
    line({ id: failed, status: 'failed', raw: null, failure_reason: 'Too dark.' }),
    line({ id: unexplained, status: 'failed', raw: null }),
  )
  expect(ids.map((id) => scanRow(shop, id)).map((row) => [row.status, row.failureReason])).toEqual([
    ['pending', null],
    ['failed', 'Too dark.'],
    ['failed', 'The document could not be read.'],
  ])
  expect(itemsOf(await member.unsynced())).toEqual([])
  expect(balance()).toBe(before)
})

test('what was synced elsewhere is not delivered again', async () => {
  const id = crypto.randomUUID()
  await importLines(line({ id, synced_at: '2026-01-02T03:04:05.000Z', source: 'tally' }), line())
  expect(itemsOf(await member.unsynced())).toHaveLength(1)
  expect(scanRow(shop, id)).toMatchObject({
    syncedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    syncedSource: 'tally',
  })
})

test('a correction is delivered in place of what was read, which stays', async () => {
  const id = crypto.randomUUID()
  const correction = { invoice_metadata: { invoice_no: 'B-2' }, line_items: [] }
  await importLines(line({ id, correction }))
  expect(itemOf(await member.unsynced(), id)).toMatchObject({ invoice_no: 'B-2' })
  expect(JSON.parse(scanRow(shop, id).raw ?? '')).toEqual(raw)
})

test('scans that are older than 30 days are taken, and said to go', async () => {
  const old = new Date(Date.now() - 31 * day).toISOString()
  const result = await importLines(line(), line({ created_at: old }), line({ created_at: old }))
  expect(result.created).toBe(3)
  expect(result.warnings).toEqual([
    { line: 2, warning: expect.stringContaining('This scan and 1 more are older than 30 days') },
  ])
})

describe('an original', () => {
  test('is stored from beside the file, and gives the scan its name', async () => {
    folder.write('paper.pdf', '%PDF-1.7 a bill')
    const id = crypto.randomUUID()
    await importLines(line({ id, filename: undefined, file: 'paper.pdf' }))
    const { documentId, filename } = scanRow(shop, id)
    expect(filename).toBe('paper.pdf')
    const document = findDocument(shop.database.read).get({ id: documentId ?? '' })
    expect(document?.contentType).toBe('application/pdf')
    const stored = shop.deps.store.path('documents', document?.hash ?? '')
    expect(await Bun.file(stored).text()).toBe('%PDF-1.7 a bill')
  })

  test('that is no document makes the line bad', async () => {
    folder.write('program.bin', new Uint8Array([0, 1, 2]))
    const result = await importLines(line({ file: 'program.bin' }))
    expect(result.problems).toEqual([
      { line: 1, error: expect.stringContaining('is not a document that Daybook takes') },
    ])
    expect(itemsOf(await member.unsynced())).toEqual([])
  })

  test('of a scan that is there already is not needed any more', async () => {
    const id = crypto.randomUUID()
    await importLines(line({ id }))
    expect(await importLines(line({ id, file: 'gone.pdf' }))).toMatchObject({ unchanged: 1 })
  })
})

test('a scan that is the same paper as one that came with no line is delivered, the oldest of several', async () => {
  const [gone, delivered, there] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID())
  const same = (n: number, same_as: string, more = {}) =>
    line({ id: ids[n], created_at: ago(9 - n), same_as, settled_at: ago(1), ...more })
  const { warned, warnings } = await importLines(
    same(0, gone),
    same(1, gone),
    same(2, delivered, { same_as_delivered: true }),
    same(3, there),
    line({ id: there, filename: 'b.pdf', created_at: ago(1), raw: other }),
  )
  expect(idsOf(await member.unsynced())).toEqual([ids[0] ?? '', there])
  expect(scanRow(shop, ids[1] ?? '').sameAs).toBe(ids[0] ?? '')
  expect([warned, warnings[0]?.line]).toEqual([1, 1])
})

function ago(days: number): string {
  return new Date(Date.now() - days * day).toISOString()
}

const other = { ...raw, invoice_metadata: { 'Bill No.': 'A-2' } }

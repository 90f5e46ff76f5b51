import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUser } from '../../../../src/accounts/users/users.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import {
  lookInto,
  neverSeen,
  type FolderState,
} from '../../../../src/services/scan-export/folders/watch-folders.ts'
import { removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { scans } from '../../../../src/services/scan-export/tables.ts'
import { honestBill } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { answering, readAll, switchReading } from '../reading/jobs/given-answers.ts'

setDefaultTimeout(120_000)

let service: ScanService
let path: string
let userId: string
let state: FolderState

beforeEach(async () => {
  service = scanService()
  path = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-folder-')))
  state = neverSeen
  const user = {
    email: 'meena@example.com',
    name: 'Meena',
    role: 'member',
    passwordHash: null,
  } as const
  userId = await service.database.write((conn) => addUser(conn, user, noon))
})

afterEach(async () => {
  rmSync(path, { recursive: true, force: true })
  await service[Symbol.asyncDispose]()
})

async function look(times = 1): Promise<void> {
  const folder = { id: 'one', path, userId, category: 'vendor_invoice' } as const
  for (let n = 0; n < times; n++) {
    state = await lookInto(
      { ...service.deps, log: silentLog, dataRoot: service.dir.root },
      folder,
      state,
    )
  }
}

function put(name: string, content = `%PDF-1.7 ${name}`): void {
  writeFileSync(join(path, name), content)
}

const documents = () => service.database.read.select().from(scans).all()
const there = (folder = '') => {
  const at = join(path, folder)
  return existsSync(at) ? readdirSync(at).toSorted() : []
}

test('a file becomes a document once it rests, and is put away when it was read', async () => {
  put('bill.pdf')
  await look()
  expect(documents()).toEqual([])
  await look(2)
  expect(documents()).toMatchObject([{ filename: 'bill.pdf', userId, status: 'pending' }])
  expect(there()).toEqual(['bill.pdf'])
  await readAll(service, answering({ documents: [honestBill('A-1', { now: noon })] }))
  await look()
  expect([there(), there('read')]).toEqual([['read'], ['bill.pdf']])
  expect(documents()).toHaveLength(1)
})

test('a file that is still being written waits until it rests', async () => {
  put('bill.pdf', '%PDF-1.7 ha')
  await look()
  put('bill.pdf', '%PDF-1.7 half')
  await look()
  // Some programs reserve the whole size first: then only the time tells.
  utimesSync(join(path, 'bill.pdf'), 1, 1)
  await look()
  expect(documents()).toEqual([])
  await look()
  expect(documents()).toHaveLength(1)
})

test('what cannot be read is put away with the reason beside it', async () => {
  put('bill.pdf')
  await look(2)
  const reason = 'It has a password: type it in.'
  await readAll(service, {
    read: () => Promise.resolve({ text: JSON.stringify({ problem: 'password', reason }) }),
  })
  await look()
  expect(there('failed')).toEqual(['bill.pdf', 'bill.pdf.txt'])
  expect(readFileSync(join(path, 'failed/bill.pdf.txt'), 'utf8')).toBe(`${reason}\n`)
})

test('what is held with a doubt was read', async () => {
  put('bill.pdf')
  await look(2)
  const wrong = honestBill('A-9', { now: noon, head: { Total: '1,060.00' } })
  await readAll(service, answering({ documents: [wrong] }))
  await look()
  expect([there('read'), documents()[0]?.held]).toEqual([['bill.pdf'], true])
})

test('what is no document is put away with the reason, and keeps no other file back', async () => {
  put('a.exe', '\u0000\u0001\u0002')
  put('b.pdf')
  put('empty.pdf', '')
  await look(2)
  expect(there('failed')).toEqual(['a.exe', 'a.exe.txt', 'empty.pdf', 'empty.pdf.txt'])
  expect(documents()).toHaveLength(1)
})

test('with reading switched off a file is put away as soon as it is in', async () => {
  await switchReading(service, false)
  put('bill.pdf')
  await look(2)
  expect([there('read'), documents()]).toMatchObject([['bill.pdf'], [{ status: 'pending' }]])
})

test('a server that ends before it put a file away brings it in no second time', async () => {
  put('bill.pdf')
  await look(2)
  state = neverSeen
  await look(3)
  expect([documents(), there()]).toMatchObject([[{}], ['bill.pdf']])
  await readAll(service, answering({ documents: [honestBill('A-1', { now: noon })] }))
  state = neverSeen
  await look(2)
  expect([documents(), there('read')]).toMatchObject([[{}], ['bill.pdf']])
})

test('the same bytes again are put away without another document, until somebody removed that', async () => {
  await switchReading(service, false)
  put('bill.pdf', '%PDF-1.7 same')
  await look(2)
  put('bill.pdf', '%PDF-1.7 same')
  await look(2)
  expect([documents(), there('read')]).toMatchObject([[{}], ['bill (2).pdf', 'bill.pdf']])
  await removeScan(service.deps, documents()[0]?.id ?? '', 'owner')
  put('bill.pdf', '%PDF-1.7 same')
  await look(2)
  expect(documents()).toHaveLength(1)
})

test('the same bytes are another document once the first is past its time and only held for the archive', async () => {
  await switchReading(service, false)
  put('bill.pdf', '%PDF-1.7 same')
  await look(2)
  service.clock.pass(31 * dayMs)
  put('bill.pdf', '%PDF-1.7 same')
  await look(2)
  expect(documents()).toHaveLength(2)
})

test('neither folders, links, hidden nor temporary files are touched', async () => {
  mkdirSync(join(path, 'more'))
  put('more/inside.pdf')
  put('.hidden.pdf')
  put('~$bill.pdf')
  put('Thumbs.db')
  put('bill.pdf.crdownload')
  symlinkSync(join(path, 'more/inside.pdf'), join(path, 'link.pdf'))
  const before = there()
  await look(3)
  expect([there(), documents()]).toEqual([before, []])
})

test('nothing is moved through a link, neither in the place of a folder nor of the folder itself', async () => {
  const elsewhere = `${path}-elsewhere`
  try {
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(path, 'failed'))
    put('empty.pdf', '')
    await look(2)
    expect(state.problem).toContain('failed is a link')
    expect([there(), readdirSync(elsewhere)]).toEqual([['empty.pdf', 'failed'], []])
    renameSync(path, `${elsewhere}/moved`)
    symlinkSync(`${elsewhere}/moved`, path)
    put('bill.pdf')
    await look(3)
    expect([state.problem, documents()]).toEqual([
      `${path} is a link, or leads to another folder now: nothing is read or moved there.`,
      [],
    ])
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
})

test('a file of 300 MB is put away with the reason, and not read into memory', async () => {
  put('video.pdf')
  truncateSync(join(path, 'video.pdf'), 300 * 1024 * 1024)
  await look(2)
  expect([documents(), there('failed')]).toEqual([[], ['video.pdf', 'video.pdf.txt']])
  expect(readFileSync(join(path, 'failed/video.pdf.txt'), 'utf8')).toContain('larger than')
})

test('as many files as a look takes in, which cannot be put away, keep no other one back', async () => {
  const elsewhere = `${path}-elsewhere`
  try {
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(path, 'failed'))
    for (let n = 0; n < 10; n++) put(`empty ${n}.pdf`, '')
    put('z.pdf')
    await look(3)
    expect(documents()).toMatchObject([{ filename: 'z.pdf' }])
    rmSync(join(path, 'failed'))
    await look()
    expect(there('failed')).toHaveLength(20)
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
})

test('a reason is written over no file that is there', async () => {
  put('bill.pdf.txt', '')
  await look(2)
  const before = readFileSync(join(path, 'failed/bill.pdf.txt.txt'), 'utf8')
  put('bill.pdf', '')
  await look(2)
  expect(there('failed')).toEqual([
    'bill (2).pdf',
    'bill (2).pdf.txt',
    'bill.pdf.txt',
    'bill.pdf.txt.txt',
  ])
  expect(readFileSync(join(path, 'failed/bill.pdf.txt'), 'utf8')).toBe('')
  expect(readFileSync(join(path, 'failed/bill.pdf.txt.txt'), 'utf8')).toBe(before)
})

test('a folder that is gone, and one whose user is, say so and come back by themselves', async () => {
  rmSync(path, { recursive: true })
  await look()
  expect(state.problem).toBe('The folder is not there, or cannot be reached.')
  mkdirSync(path)
  put('bill.pdf')
  await look(2)
  expect([state.problem, documents()]).toMatchObject([null, [{}]])
  const known = userId
  userId = 'nobody'
  await look()
  expect(state.problem).toBe('Its user is not there any more.')
  userId = known
})

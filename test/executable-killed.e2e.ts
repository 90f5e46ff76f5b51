import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabaseForCommand } from '../src/platform/db/database.ts'
import { dataDir } from '../src/platform/disk/data-dir.ts'
import { problems } from '../src/reader/pages/problems.ts'
import { writeSetting } from '../src/platform/settings.ts'
import { history, users } from '../src/accounts/tables.ts'
import { foldersSetting } from '../src/services/scan-export/folders/watched.ts'
import { readingJobs, scans } from '../src/services/scan-export/tables.ts'
import {
  folderElsewhere,
  runExecutable,
  shownPath,
  startExecutable,
  type Server,
} from './support/executable.ts'
import { endlessPdf } from './support/papers.ts'
import { hasBegun, processesNaming } from './support/processes.ts'
import { untilEnd } from './support/until-end.ts'

// Run by `bun run check` after the build, and under Wine; it looks for the processes where Linux tells them.

const lookMs = 50

let server: Server

const elsewhere = untilEnd(folderElsewhere())
const data = join(elsewhere.path, 'data')
const owner = ['--owner', 'owner@example.com', '--password-stdin']
await run(['setup', '--organisation', 'Test Stores', ...owner], 'a long password\n')
const ofOwner = ['--user', 'owner@example.com', '--service', 'scan-export', '--name', 'Tally']
const key = (await run(['key', 'create', ...ofOwner])).trim()

test('a server that is killed leaves no reader behind, reads on after its next start, and nothing twice', async () => {
  await serve()
  const endless = await upload('endless.pdf', endlessPdf())
  const statement = await upload('statement.csv', statementCsv)
  for (let kills = 0; kills < 2; kills++) {
    await untilTrue(() => readersOf(endlessPdf()).some(hasBegun))
    await server.end('SIGKILL')
    await untilTrue(() => readersOf(endlessPdf()).length === 0)
    await serve()
  }
  await untilTrue(async () => (await queued()) === 0)
  await server.end()
  expect(await scanOf(endless)).toEqual({
    status: 'failed',
    failureReason: problems.interrupted,
    read: 0,
  })
  expect(await scanOf(statement)).toMatchObject({ read: 1 })
})

test('a reader that is killed is started once more; then the document has failed, and says why', async () => {
  await serve()
  const file = Buffer.concat([endlessPdf(), Buffer.from('\n')])
  const id = await upload('endless again.pdf', file)
  const killed = new Set<number>()
  await untilTrue(() => {
    const next = readersOf(file).find((pid) => hasBegun(pid) && !killed.has(pid))
    if (next === undefined) return false
    process.kill(next, 'SIGKILL')
    return killed.add(next).size === 2
  })
  await untilTrue(async () => (await queued()) === 0)
  await server.end()
  expect(await scanOf(id)).toMatchObject({ status: 'failed', failureReason: problems.crashed })
})

test('a file in a watched folder is one document, and put away, though the server was killed when it had taken it in', async () => {
  const folder = realpathSync(elsewhere.path)
  const watched = join(folder, 'watched')
  mkdirSync(watched)
  await watchFolder(shownPath(watched))
  await serve()
  writeFileSync(join(watched, 'watched.csv'), statementCsv.replaceAll('MEENA', 'ANAND'))
  await untilTrue(async () => (await scansCalled('watched.csv')) > 0)
  await server.end('SIGKILL')
  await serve()
  await untilTrue(() => existsSync(join(watched, 'read', 'watched.csv')))
  await server.end()
  expect(await scansCalled('watched.csv')).toBe(1)
  expect(readdirSync(watched).toSorted()).toEqual(['read'])
})

const statementCsv = `Date,Narration,Withdrawal Amt.,Deposit Amt.,Closing Balance
01/10/2026,UPI-RAVI-1,100.00,,900.00
02/10/2026,NEFT-MEENA-2,,50.00,950.00
`

/** Daybook's own, by the name that the store gives their file. */
function readersOf(file: Uint8Array): number[] {
  return processesNaming(Bun.SHA256.hash(file, 'hex'))
}

async function upload(name: string, content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const body = new FormData()
  body.set('category', name.endsWith('.csv') ? 'bank_entry' : 'vendor_invoice')
  body.append('files', new File([content], name))
  const headers = { authorization: `Bearer ${key}` }
  const url = `${server.scanExport}/api/public/v1/scans`
  const sent = await fetch(url, { method: 'POST', headers, body })
  const { items }: { items: { id: string }[] } = await sent.json()
  return items[0]?.id ?? ''
}

async function queued(): Promise<number> {
  await using database = openData()
  return database.read.select().from(readingJobs).all().length
}

async function watchFolder(path: string): Promise<void> {
  await using database = openData()
  const [user] = database.read.select().from(users).all()
  const folder = {
    id: crypto.randomUUID(),
    path,
    userId: user?.id ?? '',
    category: 'bank_entry',
  } as const
  await database.write((conn) => writeSetting(conn, foldersSetting, [folder]))
}

async function scansCalled(filename: string): Promise<number> {
  await using database = openData()
  const all = database.read.select().from(scans).all()
  return all.filter((scan) => scan.filename === filename).length
}

/** What became of a document, and how often it was read. */
async function scanOf(id: string) {
  await using database = openData()
  const scan = database.read
    .select()
    .from(scans)
    .all()
    .find((one) => one.id === id)
  const entries = database.read.select().from(history).all()
  const read = entries.filter(
    ({ action, details }) => action === 'scan read' && details.includes(id),
  )
  return { status: scan?.status, failureReason: scan?.failureReason, read: read.length }
}

function openData() {
  const database = openDatabaseForCommand(dataDir(data), Date.now())
  return { ...database, [Symbol.asyncDispose]: () => database.close() }
}

async function serve(): Promise<void> {
  server = await startExecutable(['serve', '--data', data, '--port', '0'], elsewhere.path)
}

async function run(args: readonly string[], stdin = ''): Promise<string> {
  const ran = await runExecutable([...args, '--data', data], elsewhere.path, { stdin })
  if (ran.code !== 0) throw new Error(ran.stderr)
  return ran.stdout
}

/** What other processes do is looked at again and again. */
async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await Bun.sleep(lookMs)
}

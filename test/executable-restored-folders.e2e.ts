import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../src/platform/json/json.ts'
import { browserAt, listed, type Browser } from './console/api/browser.ts'
import { folderElsewhere, runExecutable, shownPath, startExecutable } from './support/executable.ts'

// Run by `bun run check` after the build, like executable.e2e.ts.

const password = 'a long password'
const email = 'owner@example.com'

let elsewhere: ReturnType<typeof folderElsewhere>
let root: string

beforeEach(() => {
  elsewhere = folderElsewhere()
  root = realpathSync(elsewhere.path)
})

afterEach(() => elsewhere[Symbol.dispose]())

test('a restored backup that names folders of this computer moves nothing in them, and Daybook’s own never', async () => {
  const [first, second] = [join(root, 'first'), join(root, 'second/data')]
  const bills = join(root, 'bills')
  const link = join(root, 'link')
  mkdirSync(bills)
  mkdirSync(second, { recursive: true })
  symlinkSync(second, link)
  // The folder that was meant, the data directory, what holds it, and a link to it.
  const named = [bills, second, join(root, 'second'), link]
  for (const folder of named) writeFileSync(join(folder, 'bill.pdf'), '%PDF-1.7 a bill')
  const backup = await backupNaming(first, named)
  const restored = await succeed(['restore', backup, '--data', second, '--json'])
  expect(JSON.parse(restored)).toMatchObject({ paused: ['scan-export.folders'] })
  expect(await troubles(second)).toContain('files are taken from watched folders')

  const server = await startExecutable(['serve', '--data', second, '--port', '0'], root)
  try {
    const browser = browserAt(server.url)
    await browser.post('/sign-in', { email, password })
    expect((await browser.get('/settings/paused')).json['items']).toEqual([
      { name: 'scan-export.folders', leadsTo: named.map(shownPath) },
    ])
    expect(listed(await browser.get('/settings/folders'))).toEqual([])
    expect(named.map((folder) => readdirSync(folder).includes('bill.pdf'))).toEqual(
      named.map(() => true),
    )

    await browser.post('/settings/paused/confirm', { name: 'scan-export.folders' })
    await untilMoved(browser, bills)
    expect(readdirSync(join(bills, 'read'))).toEqual(['bill.pdf'])
    const [meant, ...own] = listed(await browser.get('/settings/folders'))
    expect(meant?.['problem']).toBeNull()
    expect(own).toHaveLength(3)
    for (const { problem } of own) expect(problem).toMatch(/own data|leads to another folder/)
    for (const folder of named.slice(1)) {
      expect(readdirSync(folder)).toContain('bill.pdf')
      expect(readdirSync(folder)).not.toContain('read')
      expect(readdirSync(folder)).not.toContain('failed')
    }
    expect((await browser.get('/state')).json).toMatchObject({ isSetUp: true })
  } finally {
    await server.end()
  }
})

/** A shop's backup whose settings watch these folders, with reading switched off: what comes in is put away at once. */
async function backupNaming(data: string, folders: readonly string[]): Promise<string> {
  const setup = ['setup', '--organisation', 'Test Stores', '--owner', email, '--password-stdin']
  await succeed([...setup, '--data', data], `${password}\n`)
  using database = new Database(join(data, 'daybook.db'))
  const owner = database.query<{ id: string }, []>('SELECT id FROM users').get()
  const watched = folders.map((path) => ({
    id: Bun.randomUUIDv7(),
    path: shownPath(path),
    userId: owner?.id,
    category: 'vendor_invoice',
  }))
  const settings = {
    'scan-export.folders': watched,
    'scan-export.reading': { isOn: false, atOnce: 1 },
  }
  for (const [name, value] of Object.entries(settings)) {
    database.run('INSERT INTO settings (name, value) VALUES (?, ?)', [name, JSON.stringify(value)])
  }
  database.close(true)
  const made: unknown = JSON.parse(await succeed(['backup', 'create', '--data', data, '--json']))
  return String(isObject(made) ? made['file'] : '')
}

async function untilMoved(browser: Browser, folder: string): Promise<void> {
  while (readdirSync(folder).includes('bill.pdf')) await browser.get('/settings/folders')
}

async function succeed(args: readonly string[], stdin = ''): Promise<string> {
  const { code, stdout, stderr } = await runExecutable(args, root, { stdin })
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
}

/** What doctor says, whatever it thinks of the rest of this machine. */
async function troubles(data: string): Promise<string> {
  return (await runExecutable(['doctor', '--data', data], root)).stdout
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../support/temporary-database.ts'
import { daybookCommand } from '../run-daybook.ts'

/** Starting takes its time on a busy computer. */
setDefaultTimeout(120_000)

/** The longest path of Linux, in bytes. */
const pathMax = 4095

let folder: string
let daybook: Bun.Subprocess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-test-'))
})

afterEach(async () => {
  daybook?.kill('SIGKILL')
  await daybook?.exited
  rmSync(folder, { recursive: true, force: true })
})

/** Starts `daybook` as on a desktop whose program that opens things notes what it is given. Returns its words. */
async function openedBy({ home = folder, hasTerminal = true } = {}): Promise<string[]> {
  const noted = join(folder, 'noted')
  const opener = join(folder, 'xdg-open')
  await Bun.write(
    opener,
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${noted}.part\nmv ${noted}.part ${noted}\n`,
  )
  chmodSync(opener, 0o700)
  daybook = Bun.spawn([...daybookCommand, '--port', '0', '--data', join(folder, 'data')], {
    env: { ...process.env, HOME: home, DISPLAY: ':0', PATH: `${folder}:${process.env['PATH']}` },
    ...(hasTerminal ? { terminal: { cols: 200 } } : { stdio: ['ignore', 'ignore', 'ignore'] }),
  })
  await until(() => existsSync(noted))
  return readFileSync(noted, 'utf8').trimEnd().split('\n')
}

test('the browser is not started with the secret of the set-up link, but with a page that leads to it', async () => {
  const [page = '', ...others] = await openedBy()
  expect(others).toEqual([])
  expect(page).toStartWith(join(folder, 'daybook-'))
  const html = readFileSync(page, 'utf8')
  const [, token = ''] = /url=http:\/\/127\.0\.0\.1:\d+\/set-up#([\w-]{43})"/.exec(html) ?? []
  expect(token).not.toBe('')
  expect(page).not.toContain(token)
})

test('a double click has no terminal, and the browser opens all the same', async () => {
  const [page = ''] = await openedBy({ hasTerminal: false })
  expect(page).toStartWith(join(folder, 'daybook-'))
})

test('nobody else can read that page, and it goes when Daybook ends', async () => {
  const [page = ''] = await openedBy()
  expect((await Bun.file(page).stat()).mode & 0o077).toBe(0)
  expect((await Bun.file(join(page, '..')).stat()).mode & 0o077).toBe(0)
  daybook?.kill('SIGTERM')
  await daybook?.exited
  expect(readdirSync(folder).filter((name) => name.startsWith('daybook-'))).toEqual([])
})

test('where the page cannot be written, the browser comes to where the code is typed, and nothing stays', async () => {
  // The folder has room in it for a path, and the page in the folder has none.
  const home = join(folder, ...Array<string>(20).fill('x'.repeat(200))).padEnd(pathMax - 20, 'x')
  mkdirSync(home, { recursive: true })
  const [address = ''] = await openedBy({ home })
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/set-up$/)
  expect(readdirSync(home)).toEqual([])
})

test('without a home to write the page to, the browser comes to where the code is typed', async () => {
  const [address = ''] = await openedBy({ home: join(folder, 'xdg-open', 'no-folder') })
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/set-up$/)
})

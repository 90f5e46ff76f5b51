import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readAddress } from '../../src/cli/serve/open-browser.ts'
import { firstLine } from '../../src/platform/own-program.ts'
import { until } from '../support/temporary-database.ts'
import { daybookCommand, runDaybook } from './run-daybook.ts'

/** Up to four Daybooks start in each: that takes its time on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let folder: string
let started: Bun.Subprocess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-test-'))
  started = []
})

afterEach(async () => {
  for (const one of started) one.kill('SIGKILL')
  await Promise.all(started.map((one) => one.exited))
  rmSync(folder, { recursive: true, force: true })
})

const data = () => join(folder, 'data')
const toldAt = () => join(folder, 'daybook-address')

async function program(name: string, script: string): Promise<void> {
  const file = join(folder, name)
  await Bun.write(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o700)
}

/** As a service of systemd, which tells its address in the folder that it is given. */
async function served(): Promise<string> {
  const words = ['serve', '--port', '0', '--json', '--data', data()]
  const server = Bun.spawn([...daybookCommand, ...words], {
    env: { ...process.env, RUNTIME_DIRECTORY: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(server)
  const { url }: { url: string } = JSON.parse(await firstLine(server.stdout))
  return url
}

/** Starts the menu entry as on a desktop; returns what the browser is opened with. */
async function opened(): Promise<string> {
  const noted = join(folder, 'noted')
  await program('xdg-open', `printf '%s' "$1" > ${noted}.part\nmv ${noted}.part ${noted}`)
  const words = ['open', '--service-user', 'daybook', '--data', data(), '--address-file', toldAt()]
  const env = {
    ...process.env,
    HOME: folder,
    DISPLAY: ':0',
    PATH: `${folder}:${process.env['PATH']}`,
  }
  started.push(
    Bun.spawn([...daybookCommand, ...words], { env, stdio: ['ignore', 'ignore', 'ignore'] }),
  )
  await until(() => existsSync(noted))
  return readFileSync(noted, 'utf8')
}

/** What asks for an administrator's password on a desktop; here it is known, and the user is this one. */
const givesTheRight = () =>
  program('pkexec', `[ "$1 $2" = "--user daybook" ] || exit 127\nshift 2\nexec "$@"`)

test('before the set-up, the menu entry leads to a page of this user alone that leads on to it', async () => {
  const url = await served()
  await givesTheRight()
  const page = await opened()
  expect(page).toStartWith(join(folder, 'daybook-'))
  const html = readFileSync(page, 'utf8')
  const [, link = ''] = /url=(http[^"]+)"/.exec(html) ?? []
  const code = new URL(link).hash.slice(1)
  const checked = await fetch(`${url}/console/api/set-up/check`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(checked.status).toBe(200)
  started.at(-1)?.kill('SIGTERM')
  await started.at(-1)?.exited
  expect(existsSync(dirname(page))).toBe(false)
})

test('who gives no administrator’s password comes to the page that asks for the code', async () => {
  const url = await served()
  await program('pkexec', 'exit 126')
  expect(await opened()).toBe(url)
})

test('once it is set up, nobody is asked for a password', async () => {
  const owner = ['--organisation', 'Test', '--owner', 'owner@example.com', '--password-stdin']
  await runDaybook(['setup', ...owner, '--data', data()], 'teal lantern harvest\n')
  const url = await served()
  const asked = join(folder, 'asked')
  await program('pkexec', `touch ${asked}\nexit 126`)
  expect(await opened()).toBe(url)
  expect(existsSync(asked)).toBe(false)
})

test('a service tells everybody of the computer where it is, and nobody anything but an address', async () => {
  const url = await served()
  expect(readAddress(toldAt())).toBe(url)
  expect(statSync(toldAt()).mode & 0o777).toBe(0o644)
  for (const other of ['file:///etc/passwd', 'daybook', '']) {
    await Bun.write(toldAt(), other)
    expect(readAddress(toldAt())).toBeUndefined()
  }
  expect(readAddress(join(folder, 'gone'))).toBeUndefined()
})

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { demoSignIn } from '../../../src/cli/demo/fill.ts'
import { firstLine } from '../../../src/platform/own-program.ts'
import { until } from '../../support/temporary-database.ts'
import { daybookCommand } from '../run-daybook.ts'

/** Starting a server may take so long on a busy machine, in milliseconds. */
setDefaultTimeout(600_000)

const names = ['owner', 'member1', 'member2', 'storefront', 'erp', 'test-scans', 'test-storefront']

/** Where the demos of these tests keep their data. */
const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the demo', () => {
  test('prints with --json one line with its addresses and its keys by name', async () => {
    const line: unknown = JSON.parse(await printed(['--json'], '}}'))
    expect(line).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      scanExport: expect.stringMatching(/\/scan-export$/),
      storefront: expect.stringMatching(/\/storefront$/),
      email: 'anand.kulkarni@example.com',
      password: 'daybook-demo',
      keys: Object.fromEntries(names.map((name) => [name, expect.stringMatching(/^db[kt]_\w+$/)])),
    })
  })

  test('prints for people the same keys, and a call of each service to try', async () => {
    const text = await printed([], 'Stop it')
    for (const name of names) expect(text).toMatch(new RegExp(`^  ${name} +db[kt]_\\w+   `, 'm'))
    expect(text).toContain('Sign in as anand.kulkarni@example.com with the password daybook-demo')
    const storefront = /^  storefront +(dbk_\w+)/m.exec(text)?.[1] ?? 'none'
    expect(text).toMatch(new RegExp(`curl .*${storefront}.*/storefront/api/public/v1/products`))
    expect(text).toMatch(/curl .*dbk_\w+.*\/scan-export\/api\/public\/v1\/scans\/unsynced/)
  })

  test.each(['README.md', 'src/docs/tour.md'])('is signed in to as %s says', async (page) => {
    const text = await Bun.file(join(import.meta.dir, '../../..', page)).text()
    expect(text).toContain(demoSignIn.email)
    expect(text).toContain(demoSignIn.password)
  })

  test('leaves nothing behind when it is stopped, however early', async () => {
    await printed(['--json'], '{')
    expect(readdirSync(folder)).toEqual([])
    // As when its window is closed.
    await stoppedWhen(() => readdirSync(folder).length > 0, 'SIGHUP')
    expect(readdirSync(folder)).toEqual([])
    // While its first backup, made 20 seconds after the start, is cleaned up by a thread of its own.
    await stoppedWhen(() => filesOf('backups').some((name) => name.endsWith('.tar')))
    expect(readdirSync(folder)).toEqual([])
  })

  test('cleans up to the end also when Ctrl+C comes again meanwhile, as from `bun run`', async () => {
    const demo = start(['--port', '0', '--json'])
    const { url }: { url: string } = JSON.parse(await firstLine(demo.stdout))
    demo.kill('SIGINT')
    // It is asked, whatever it answers: two signals at once are one.
    await fetch(`${url}/health`).catch(() => undefined)
    demo.kill('SIGINT')
    expect(await demo.exited).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test.if(process.platform === 'linux')(
    'goes on without its terminal when it was started so',
    async () => {
      const demo = start(['--port', '0', '--json'], ['nohup'])
      const { url }: { url: string } = JSON.parse(await firstLine(demo.stdout))
      demo.kill('SIGHUP')
      expect((await fetch(`${url}/health`)).status).toBe(200)
      demo.kill()
      expect(await demo.exited).toBe(0)
    },
  )

  test('that cannot have its port says so and ends', async () => {
    using taken = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: () => undefined },
    })
    const demo = start(['--port', String(taken.port)])
    expect(await demo.exited).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })
})

async function stoppedWhen(
  isSeen: () => boolean,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  const demo = start(['--port', '0'])
  await until(() => isSeen() || demo.exitCode !== null)
  demo.kill(signal)
  expect(await demo.exited).toBe(0)
}

/** What is in a folder of the demo's data directory. */
function filesOf(name: string): string[] {
  const inner = readdirSync(folder).map((root) => join(folder, root, name))
  return inner.flatMap((path) => (existsSync(path) ? readdirSync(path) : []))
}

/** What a demo prints until it has printed `last`; then it is stopped. */
async function printed(args: readonly string[], last: string): Promise<string> {
  const demo = start(['--port', '0', ...args])
  try {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of demo.stdout) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes(last)) return text
    }
    return text
  } finally {
    demo.kill()
    await demo.exited
  }
}

function start(args: readonly string[], before: readonly string[] = []) {
  return Bun.spawn([...before, ...daybookCommand, 'demo', ...args], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

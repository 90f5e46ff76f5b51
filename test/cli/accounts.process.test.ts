import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { addUser } from '../../src/accounts/users/users.ts'
import { listedMax } from '../../src/accounts/queries.ts'
import { storefrontScopes } from '../../src/accounts/keys/rules.ts'
import { openServedDatabase } from '../../src/platform/db/database.ts'
import type { Command } from '../../src/platform/db/write-queue.ts'
import { noon, temporaryDir } from '../support/temporary-database.ts'
import { daybookCommand, runDaybook } from './run-daybook.ts'

/** Each of these tests starts several processes. */
setDefaultTimeout(120_000)

const password = 'a long password'

let folder: ReturnType<typeof temporaryDir>

beforeEach(() => {
  folder = temporaryDir()
})

afterEach(() => folder[Symbol.dispose]())

describe('a list', () => {
  test('with nothing in it says so to people, and is [] for programs', async () => {
    await inDatabase(() => {})
    expect((await run('user', 'list')).stdout).toStartWith('There are no users yet.')
    expect((await run('key', 'list')).stdout).toStartWith('There are no keys yet.')
    expect((await run('user', 'list', '--json')).stdout).toBe('[]\n')
    expect((await run('key', 'list', '--json')).stdout).toBe('[]\n')
  })

  test('that is too long is cut, and says so', async () => {
    await inDatabase((conn) => {
      for (let n = 0; n <= listedMax; n++) {
        const user = { email: `u${n}@example.com`, name: 'U', role: 'owner' as const }
        addUser(conn, { ...user, passwordHash: null }, noon)
      }
    })
    const { stdout, stderr } = await run('user', 'list')
    expect(stdout.trimEnd().split('\n')).toHaveLength(listedMax)
    expect(stderr).toBe(`These are the first ${listedMax}; there are more.\n`)
  })

  test('of keys shows until when, how often, and that the user was deactivated', async () => {
    await setup()
    const ravi = ['--email', 'ravi@example.com']
    await run('user', 'add', ...ravi, '--name', 'R', '--role', 'member', '--password-stdin')
    const limits = ['--expires', '2096-03-31T18:00:00Z', '--rate', '60']
    await createKey('boss@example.com', ...limits)
    await createKey('ravi@example.com')
    await run('user', 'deactivate', ...ravi)
    expect(JSON.parse((await run('key', 'list', '--json')).stdout)).toMatchObject([
      { state: 'active', expires_at: '2096-03-31T18:00:00.000Z', rate_per_minute: 60 },
      { state: 'user_deactivated', expires_at: null, rate_per_minute: null },
    ])
    const lines = (await run('key', 'list')).stdout.split('\n')
    expect(lines[0]).toContain('  active  until 2096-03-31T18:00:00.000Z  60 calls a minute  ')
    expect(lines[1]).toContain('  user deactivated  never used')
  })
})

describe('a test key', () => {
  test('is made with --test, listed as one, and starts afresh also where there is no copy yet', async () => {
    await setup()
    const { stdout: key } = await createKey('boss@example.com', '--test')
    expect(key).toMatch(/^dbt_\w{49}$/m)
    expect(JSON.parse((await run('key', 'list', '--json')).stdout)).toMatchObject([
      { test: true, prefix: key.slice(0, 12) },
    ])
    expect((await run('key', 'list')).stdout).toContain('  active  test key  never used')
    expect(await run('key', 'reset-test', '--json')).toMatchObject({
      code: 0,
      stdout: '{"reset":true}\n',
    })
  })
})

describe('a storefront key', () => {
  test('needs a scope: without one the command says which there are, and makes nothing', async () => {
    await setup()
    const refused = await createStorefrontKey()
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toStartWith('error: a storefront key needs at least one scope: --scope')
    for (const scope of Object.keys(storefrontScopes)) expect(refused.stderr).toContain(scope)
    expect((await run('key', 'list', '--json')).stdout).toBe('[]\n')
  })

  test('carries each scope that was given, once', async () => {
    await setup()
    const scopes = ['storefront:read', 'orders:read', 'orders:read']
    await createStorefrontKey(...scopes.flatMap((scope) => ['--scope', scope]))
    expect(JSON.parse((await run('key', 'list', '--json')).stdout)).toMatchObject([
      { service: 'storefront', scopes: ['storefront:read', 'orders:read'] },
    ])
    const unknown = await createStorefrontKey('--scope', 'orders:everything')
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('orders:create')
  })

  test('is explained by --help, with what each scope grants', async () => {
    const { code, stdout } = await run('key', 'create', '--help')
    expect(code).toBe(0)
    for (const [scope, grants] of Object.entries(storefrontScopes)) {
      expect(stdout).toMatch(new RegExp(`${scope} +${grants}`))
    }
  })
})

describe('a password', () => {
  test('is the first line of a pipe', async () => {
    expect(await setup()).toMatchObject({ code: 0, stderr: '' })
  })
})

// Windows has no terminal that a test could type at.
if (process.platform !== 'win32') {
  describe('a password at a terminal', () => {
    test('is asked for twice, and not shown', async () => {
      const typed = await typeAtTerminal([password, password])
      expect(typed.code).toBe(0)
      expect(typed.screen).toContain('Test Stores is set up')
      expect(typed.screen).not.toContain(password)
    })

    test('that is not the same twice sets nothing up', async () => {
      const typed = await typeAtTerminal([password, `${password}!`])
      expect(typed.code).toBe(1)
      expect(typed.screen).toContain('The two passwords differ.')
      expect((await setup()).code).toBe(0)
    })
  })
}

const setupWords = ['--organisation', 'Test Stores', '--owner', 'boss@example.com']

async function inDatabase(command: Command<void>): Promise<void> {
  const database = openServedDatabase(folder.dir, noon)
  await database.write(command)
  await database.close()
}

function setup() {
  return run('setup', ...setupWords, '--password-stdin')
}

function createKey(user: string, ...limits: string[]) {
  return run('key', 'create', '--user', user, '--service', 'scan-export', '--name', 'K', ...limits)
}

function createStorefrontKey(...flags: string[]) {
  const input = ['--user', 'boss@example.com', '--service', 'storefront', '--name', 'Shop']
  return run('key', 'create', ...input, ...flags)
}

function run(...args: string[]) {
  return runDaybook([...args, '--data', folder.dir.root], `${password}\n`)
}

/** Runs `setup` at a terminal and types a line at each prompt. */
async function typeAtTerminal(lines: readonly string[]): Promise<{ code: number; screen: string }> {
  const decoder = new TextDecoder()
  let screen = ''
  let typed = 0
  const words = [...setupWords, '--password-stdin', '--data', folder.dir.root]
  const child = Bun.spawn([...daybookCommand, 'setup', ...words], {
    terminal: {
      data(terminal, chunk) {
        screen += decoder.decode(chunk, { stream: true })
        const line = lines[typed]
        const prompts = screen.match(/(Password|again): /g) ?? []
        if (line === undefined || prompts.length <= typed) return
        typed++
        terminal.write(`${line}\r`)
      },
    },
  })
  const code = await child.exited
  child.terminal?.close()
  return { code, screen }
}

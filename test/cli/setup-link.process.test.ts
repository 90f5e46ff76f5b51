import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { requireSetupLink } from '../../src/accounts/users/links.ts'
import { AppError } from '../../src/platform/errors.ts'
import { openDatabaseForCommand } from '../../src/platform/db/database.ts'
import { temporaryDir } from '../support/temporary-database.ts'
import { runDaybook } from './run-daybook.ts'

let folder: ReturnType<typeof temporaryDir>

beforeEach(() => {
  folder = temporaryDir()
})

afterEach(() => folder[Symbol.dispose]())

const run = (...args: string[]) => runDaybook([...args, '--data', folder.dir.root])

/** Whether a token or code is one that can be used now. */
async function isUsable(secret: string): Promise<boolean> {
  const database = openDatabaseForCommand(folder.dir, Date.now())
  const isRefused = await Promise.try(() =>
    requireSetupLink(database.read, secret, Date.now()),
  ).then(
    () => false,
    (error: unknown) => error instanceof AppError && error.code === 'forbidden',
  )
  await database.close()
  return !isRefused
}

describe('daybook setup-link', () => {
  test('prints an address and a code that work, and ends the ones before', async () => {
    const first: { url: string; code: string; expires_at: string } = JSON.parse(
      (await run('setup-link', '--json')).stdout,
    )
    const [base, token = ''] = first.url.split('/set-up#')
    expect(base).toBe('http://127.0.0.1:3292')
    expect(await isUsable(token)).toBe(true)
    expect(await isUsable(first.code.replaceAll('-', ''))).toBe(true)
    const second = await run('setup-link')
    expect(second.code).toBe(0)
    expect(second.stdout).toMatch(/^http:\/\/127\.0\.0\.1:3292\/set-up#[\w-]{43}\n/)
    expect(await isUsable(token)).toBe(false)
  })

  test('refuses data that are set up, and says what helps', async () => {
    const words = ['--organisation', 'Test', '--owner', 'owner@example.com', '--password-stdin']
    const setup = ['setup', ...words, '--data', folder.dir.root]
    expect((await runDaybook(setup, 'a long password\n')).code).toBe(0)
    const refused = await run('setup-link')
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('set up already')
  })

  test('daybook setup ends with a sentence for a password that everybody tries', async () => {
    const words = ['--organisation', 'Test', '--owner', 'owner@example.com', '--password-stdin']
    const refused = await runDaybook(
      ['setup', ...words, '--data', folder.dir.root],
      'password123\n',
    )
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('first that anybody would try')
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeFilesPairing } from '../../../src/bridge/files/folder.ts'
import { holdBooks } from '../../../src/bridge/journal/journal.ts'
import { temporaryDir } from '../../support/temporary-database.ts'
import { runDaybook } from '../run-daybook.ts'

let temporary: ReturnType<typeof temporaryDir>

beforeEach(() => {
  temporary = temporaryDir()
})

afterEach(() => temporary[Symbol.dispose]())

function asked(verb: string, ...words: string[]) {
  const folder = join(temporary.dir.root, 'bridge')
  return runDaybook(['bridge', 'service', verb, ...words, '--bridge-data', folder])
}

async function isRunning(): Promise<boolean> {
  const said: { isRunning: boolean } = JSON.parse((await asked('status', '--json')).stdout)
  return said.isRunning
}

describe('daybook bridge service', () => {
  test('says of a bridge that no service runs that there is none', async () => {
    const { code, stdout } = await asked('status', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      name: null,
      isInstalled: false,
      isRunning: false,
      url: null,
      logs: null,
    })
  })

  test('prints what it would write, beside a server of the same computer, and writes nothing', async () => {
    const { code, stdout } = await asked('install', '--print', '--json', '--user', 'games')
    expect(code).toBe(0)
    const { path, content }: { path: string; content: string } = JSON.parse(stdout)
    expect(path).toContain('daybook-bridge')
    expect(content).toMatch(/bridge\W+run\W+--bridge-data/)
    expect(content).toContain(join(temporary.dir.root, 'bridge'))
    expect(await Bun.file(path).exists()).toBe(false)
  })

  test('is not installed before something is paired', async () => {
    const { code, stderr } = await asked('install', '--user', 'games')
    expect(code).toBe(1)
    expect(stderr).toContain('No books are paired')
  })

  test('says whether the bridge runs, whoever started it', async () => {
    const folder = join(temporary.dir.root, 'bridge')
    mkdirSync(folder)
    const target = { format: 'zoho' } as const
    const keys = { daybook: 'http://127.0.0.1:1', scanKey: 'dbk_none' }
    const pairing = { version: 1, ...keys, folder, install: 'shop', target } as const
    await writeFilesPairing(folder, pairing)
    expect(await isRunning()).toBe(false)
    using _ = holdBooks(folder)
    expect(await isRunning()).toBe(true)
  })

  test.each(['restart', 'remove'])('refuses to %s what is not installed', async (verb) => {
    const { code, stderr } = await asked(verb)
    expect(code).toBe(1)
    expect(stderr).toContain('No service of this user runs the bridge of')
  })
})

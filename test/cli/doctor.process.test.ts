import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { openServedDatabase } from '../../src/platform/db/database.ts'
import { temporaryDir } from '../support/temporary-database.ts'
import { runDaybook } from './run-daybook.ts'

// Each starts a program, which takes its time on a busy machine.
setDefaultTimeout(60_000)

let folder: ReturnType<typeof temporaryDir>

beforeEach(async () => {
  folder = temporaryDir()
  await openServedDatabase(folder.dir, Date.now()).close()
  // A port that nobody else has.
  writeFileSync(folder.dir.config, 'port = 0\nmetrics_token = "very-secret-token"\n')
})

afterEach(() => folder[Symbol.dispose]())

const run = (...args: string[]) => runDaybook([...args, '--data', folder.dir.root])

describe('daybook doctor', () => {
  test('ends with 0 where nothing is wrong, and counts what it looked at', async () => {
    const { code, stdout, stderr } = await run('doctor')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\d\d things looked at/)
  })

  test('ends with 1 where something is, and says what to do', async () => {
    writeFileSync(folder.dir.config, 'port = "many"')
    const { code, stdout, stderr } = await run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('WRONG  settings')
    expect(stderr).toContain('Something is wrong with this Daybook')
  })

  test('prints findings as JSON for programs', async () => {
    const { findings } = JSON.parse((await run('doctor', '--json')).stdout)
    expect(findings).toContainEqual({
      name: 'database',
      state: 'good',
      says: 'It is whole.',
    })
  })
})

describe('daybook report', () => {
  test('writes an archive that says what it holds, without secrets', async () => {
    const key = 'dbk_BnoEVY58WMFtrOQDiWfuY0AheV5uPwfWFdtQM3honW54CnAhX'
    writeFileSync(join(folder.dir.logs, 'daybook.log'), `{"message":"somebody sent ${key}"}\n`)
    const file = join(folder.dir.root, 'report.zip')
    expect((await run('report', file)).code).toBe(0)
    const entries = Object.entries(unzipSync(readFileSync(file)))
    const texts = new Map(entries.map(([name, bytes]) => [name, strFromU8(bytes)]))
    expect([...texts.keys()]).toEqual([
      'READ ME.txt',
      'about.json',
      'doctor.txt',
      'settings.json',
      'config.txt',
      'log.txt',
    ])
    expect(texts.get('doctor.txt')).toContain('things looked at')
    expect(texts.get('log.txt')).toBe('{"message":"somebody sent dbk_…"}')
    const all = [...texts.values()].join('\n')
    expect(all).not.toContain('very-secret-token')
    expect(all).toContain('port = 0')
  })

  test('of a damaged database is written all the same, and says what is missing', async () => {
    writeFileSync(folder.dir.database, 'nonsense '.repeat(9000))
    const file = join(folder.dir.root, 'report.zip')
    const { code, stdout } = await run('report', file)
    expect([code, existsSync(file)]).toEqual([0, true])
    expect(stdout).toContain('settings.json could not be written: file is not a database')
  })

  test('is named by the time unless it is told a name, and writes over nothing', async () => {
    const file = join(folder.dir.root, 'kept.txt')
    writeFileSync(file, 'kept')
    const { code, stderr } = await run('report', file)
    expect([code, stderr.includes('already')]).toEqual([1, true])
    expect(readFileSync(file, 'utf8')).toBe('kept')
    expect(existsSync(join(folder.dir.root, 'report.zip'))).toBe(false)
  })
})

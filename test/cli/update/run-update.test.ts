import { describe, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Database } from 'bun:sqlite'
import {
  finishGoingBack,
  resumeUpdate,
  runUpdate,
  undoUpdate,
  type UpdateInput,
} from '../../../src/cli/update/update.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { hashFile } from '../../../src/platform/disk/durable.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import type { AppError } from '../../../src/platform/errors.ts'
import { namesBeside } from '../../../src/platform/update/executable.ts'
import { readJournal, writeJournal } from '../../../src/platform/update/trial.ts'
import { errorOf, noon, refusalOf, temporaryDir } from '../../support/temporary-database.ts'

/** What each says when it is asked for its version. */
const saysVersion = `if (process.argv[2] === 'version') {
  console.log(JSON.stringify({ version: '9.0.0' }))
  process.exit(0)
}`

/** A program that only says that it is well. */
const well = `const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ version: '9' }) })
console.log(JSON.stringify({ url: server.url.origin }))`

/** One that ruins the data that it is given. */
const ruinous = `const data = process.argv[process.argv.indexOf('--data') + 1]
require('node:fs').writeFileSync(data + '/daybook.db', 'ruined')
console.error('this version is broken')
process.exit(1)`

function program(file: string, source: string): string {
  writeFileSync(file, `#!${process.execPath}\n${saysVersion}\n${source}\n`)
  chmodSync(file, 0o755)
  return file
}

/** A shop with a program, and a newer one to come. What happens to it is written down in `events`. */
async function shop(source: string) {
  const folder = temporaryDir()
  const { dir } = folder
  await openServedDatabase(dir, noon).close()
  const place = join(dir.root, 'program')
  mkdirSync(place)
  const executable = program(join(place, 'daybook'), 'the one of before')
  const file = program(join(place, 'daybook-9.0.0'), source)
  const events: string[] = []
  const note = async (event: string) => void events.push(event)
  const input = {
    dir,
    executable,
    version: '1.0.0',
    findService: async () => ({ stop: () => note('stopped'), start: () => note('started') }),
    asStarter: <T>(work: () => Promise<T>) => work(),
    now: noon,
    backUp: async () => 'backup.tar',
    say(line: string) {
      events.push(line)
    },
  }
  const next = { file, sha256: (await hashFile(file)).sha256 }
  return { ...folder, input, next, events, executable, old: namesBeside(executable).old }
}

function neverEnds(): Promise<void> {
  return Promise.reject(new Error('It does not end.'))
}

function isWhole(dir: DataDir): boolean {
  return readFileSync(dir.database, 'latin1').startsWith('SQLite format 3')
}

describe('an update', () => {
  test('shows on a copy of the data that the new program is well', async () => {
    using it = await shop(well)
    await runUpdate(it.input, it.next)
    expect(readFileSync(it.executable, 'utf8')).toContain('Bun.serve')
    expect(readFileSync(it.old, 'utf8')).toContain('the one of before')
    expect(readJournal(it.dir)?.step).toBe('done')
    expect(existsSync(join(it.dir.root, 'update-trial'))).toBe(false)
  })

  test('by a program that ruins data ruins only the copy', async () => {
    using it = await shop(ruinous)
    expect(await refusalOf(runUpdate(it.input, it.next))).toMatchObject({
      message: expect.stringContaining('this version is broken'),
    })
    expect(isWhole(it.dir)).toBe(true)
    expect(readFileSync(it.executable, 'utf8')).toContain('the one of before')
    expect(readJournal(it.dir)).toBeUndefined()
    expect(it.events.at(-1)).toBe('started')
  })

  test('goes on to its end when somebody presses Ctrl+C while the new one is tried', async () => {
    using it = await shop(well)
    const say = (line: string) => {
      it.events.push(line)
      if (line.startsWith('Trying')) process.kill(process.pid, 'SIGINT')
    }
    await runUpdate({ ...it.input, say }, it.next)
    expect(readJournal(it.dir)?.step).toBe('done')
    expect(it.events).toContain('It ends as soon as all is in order again.')
    expect(it.events.at(-1)).toBe('started')
  })

  test('starts the service again that could not be stopped in time', async () => {
    using it = await shop(well)
    const service = await it.input.findService()
    const input = { ...it.input, findService: async () => ({ ...service, stop: neverEnds }) }
    expect(await errorOf(runUpdate(input, it.next))).toMatchObject({ message: 'It does not end.' })
    expect(it.events).toEqual(['started'])
  })

  test('takes nothing that was changed since it was checked', async () => {
    using it = await shop(well)
    const other = { ...it.next, sha256: '0'.repeat(64) }
    expect(await refusalOf(runUpdate(it.input, other))).toMatchObject({ code: 'conflict' })
    expect(readFileSync(it.executable, 'utf8')).toContain('the one of before')
    expect(existsSync(namesBeside(it.executable).next)).toBe(false)
  })

  test('that cannot put the new program in place leaves nothing to take back', async () => {
    using it = await shop(well)
    program(it.old, 'the one before that')
    const backUp = async () => {
      rmSync(namesBeside(it.executable).next)
      return 'backup.tar'
    }
    await errorOf(runUpdate({ ...it.input, backUp }, it.next))
    expect(await refusalOf(undoUpdate(it.input))).toMatchObject({ code: 'not_found' })
    expect(readFileSync(it.executable, 'utf8')).toContain('the one of before')
  })

  test('of a program that another one replaces is refused, and leaves that one to its end', async () => {
    using it = await shop(well)
    using other = await shop(well)
    const refusals: AppError[] = []
    const findService = async () => {
      // The same program serves other data: their lock keeps nobody off.
      const second = { ...other.input, executable: it.executable }
      refusals.push(await refusalOf(runUpdate(second, other.next)))
      return undefined
    }
    await runUpdate({ ...it.input, findService }, it.next)
    expect(refusals).toMatchObject([
      { code: 'conflict', message: expect.stringContaining('Another update replaces') },
    ])
    expect(other.events).toEqual([])
    expect(readFileSync(it.old, 'utf8')).toContain('the one of before')
    expect(readJournal(it.dir)?.step).toBe('done')
    expect(readdirSync(dirname(it.executable)).toSorted()).toEqual([
      'daybook',
      'daybook-9.0.0',
      'daybook.old',
      'daybook.update-lock',
    ])
  })

  test('that was cut off before it changed anything cannot be taken back', async () => {
    using it = await shop(well)
    const { executable } = it
    const journal = { from: '1.0.0', to: '9.0.0', executable, backup: it.dir.database }
    await writeJournal(it.dir, { ...journal, step: 'replacing' })
    expect(await refusalOf(undoUpdate(it.input))).toMatchObject({ code: 'not_found' })
    expect(isWhole(it.dir)).toBe(true)
  })

  test('that was cut off goes on with the program that it had put in place, and no other', async () => {
    using it = await shop(well)
    const input = { ...it.input, version: '9.0.0' }
    const journal = { from: '1.0.0', to: '9.0.0', backup: 'b.tar', step: 'replacing' as const }
    await writeJournal(it.dir, { ...journal, executable: it.next.file })
    expect(await resumeUpdate({ ...input, executable: it.next.file })).toBe(true)
    expect(readJournal(it.dir)?.step).toBe('done')
  })

  test('that was cut off, and then ran on the data themselves, goes back with the data', async () => {
    using it = await shop(ruinous)
    const { dir, executable } = it
    const { file: backup } = await createBackup({
      dir,
      organisation: 'Acme',
      madeBy: 'command',
      now: noon,
    })
    copyFileSync(executable, it.old)
    copyFileSync(it.next.file, executable)
    await writeJournal(dir, { from: '1.0.0', to: '9.0.0', executable, backup, step: 'replacing' })
    bringUpToNewer(dir)
    expect(() => openServedDatabase(dir, noon)).toThrow('newer Daybook')
    const input = { ...it.input, version: '9.0.0' }
    expect(await refusalOf(resumeUpdate(input))).toMatchObject({
      message: expect.stringContaining('with the data of before the update'),
    })
    expect(readFileSync(executable, 'utf8')).toContain('the one of before')
    expect(readJournal(dir)).toBeUndefined()
    await openServedDatabase(dir, noon).close()
  })

  test.each([
    ['gone on with', 'replacing', resumeUpdate],
    ['taken back', 'done', undoUpdate],
    ['taken back to its end', 'going back', finishGoingBack],
  ] as const)('of another program is not %s by this one', async (_how, step, goOn) => {
    using it = await shop(well)
    const other = program(join(it.dir.root, 'other'), 'another')
    program(namesBeside(other).old, 'the other of before')
    const backup = it.dir.database
    await writeJournal(it.dir, { from: '1.0.0', to: '9.0.0', executable: other, backup, step })
    const input: UpdateInput = { ...it.input, version: '9.0.0' }
    expect(await refusalOf(goOn(input))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('nothing was changed'),
    })
    expect(readFileSync(other, 'utf8')).toContain('another')
    expect(readJournal(it.dir)?.step).toBe(step)
  })

  test('leaves nothing beside the program where the file is no newer one', async () => {
    using it = await shop(well)
    const input = { ...it.input, version: '9.0.0' }
    expect(await refusalOf(runUpdate(input, it.next))).toMatchObject({
      message: expect.stringContaining('already'),
    })
    expect(existsSync(namesBeside(it.executable).next)).toBe(false)
    expect(it.events).toEqual([])
  })
})

/** As a Daybook does that is newer than this one. */
function bringUpToNewer(dir: DataDir): void {
  using book = new Database(dir.database)
  const inAHundredYears = noon + 100 * 365 * 24 * 60 * 60 * 1000
  book.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', ?)", [
    inAHundredYears,
  ])
}

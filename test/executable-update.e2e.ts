import { describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import manifest from '../package.json'
import { hashFile } from '../src/platform/disk/durable.ts'
import { compileProgram, copyOfExecutable, runProgram, startProgram } from './support/programs.ts'
import { folderElsewhere, shownPath, type Ran } from './support/executable.ts'
import { untilEnd } from './support/until-end.ts'

// Run by `bun run check` after the build, on this system's executable and on the one for Windows.

const current = manifest.version
const password = 'a long enough password'

const place = untilEnd(folderElsewhere())
// One that only says that it is well, and one that ruins the data and ends.
const updates = {
  works: await newVersion('9.0.0', 'works'),
  fails: await newVersion('9.0.1', 'fails'),
}
const program = copyOfExecutable(place.path)
const data = join(place.path, 'data')
const setUp = ['setup', '--organisation', 'Acme', '--owner', 'o@example.com', '--password-stdin']
expect(await daybook(...setUp)).toMatchObject({ code: 0 })

// One after the other on one computer, as its owner would.
describe('an update', () => {
  test('changes nothing while somebody serves the data, nor without a signature unless that is meant', async () => {
    const server = await startProgram(program, ['serve', '--port', '0', '--data', shownPath(data)])
    const whileServed = await update(updates.works)
    await server.end()
    expect(whileServed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use by "daybook serve"'),
    })
    expect(await daybook('update', shownPath(updates.works))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--unsigned'),
    })
    expect(await versionOf(program)).toBe(current)
    expect(existsSync(join(data, 'update.json'))).toBe(false)
  })

  test('that does not work leaves program and data as they were, though it ruined them, and says what it said', async () => {
    const { code, stderr } = await update(updates.fails)
    expect(code).toBe(1)
    expect(stderr).toContain('this version is broken')
    expect(stderr).toContain('in place again')
    expect(await versionOf(program)).toBe(current)
    expect(await users(program)).toEqual(['o@example.com'])
    await serves()
  })

  test('that works is in place afterwards, with the one before beside it, which goes back to the data of before', async () => {
    expect(await update(updates.works)).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ from: current, to: '9.0.0' })}\n`,
    })
    expect(await versionOf(program)).toBe('9.0.0')
    const old = beside('old')
    const clerk = ['--email', 'c@example.com', '--name', 'C', '--role', 'clerk']
    await run(old, 'user', 'add', ...clerk, '--password-stdin')
    expect(await users(old)).toEqual(['o@example.com', 'c@example.com'])
    expect(await run(old, 'update', '--undo')).toMatchObject({ code: 0 })
    expect(await versionOf(program)).toBe(current)
    expect(await users(program)).toEqual(['o@example.com'])
    expect(await daybook('update', '--undo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No update'),
    })
  })

  test('that was cut off before it was tried is tried by the same call, or done once its program serves', async () => {
    const cutOff = { from: '0.0.9', to: current, backup: await makeBackup(), step: 'replacing' }
    writeJournal(cutOff)
    expect(await update(updates.works)).toMatchObject({ code: 0 })
    expect(readJournal()).toMatchObject({ step: 'done' })
    writeJournal(cutOff)
    await serves()
    expect(readJournal()).toMatchObject({ step: 'done' })
    expect(await versionOf(program)).toBe(current)
  })

  test.each(['the new program in place', 'no program in place'])(
    'that was cut off on the way back, with %s, is taken back whole by the one before',
    async (state) => {
      const backup = await makeBackup()
      renameSync(program, beside('old'))
      if (state === 'the new program in place') copyFileSync(updates.fails, program)
      writeJournal({ from: current, to: '9.0.1', backup, step: 'going back' })
      writeFileSync(join(data, 'daybook.db'), 'ruined')
      expect(await run(beside('old'), 'update', '--undo')).toMatchObject({ code: 0 })
      expect(await versionOf(program)).toBe(current)
      expect(await users(program)).toEqual(['o@example.com'])
    },
  )

  test('is found in the folder of updates', async () => {
    const folder = join(data, 'updates')
    mkdirSync(folder)
    for (const name of [basename(updates.works), 'SHA256SUMS']) {
      copyFileSync(join(dirname(updates.works), name), join(folder, name))
    }
    expect(await daybook('update', '--unsigned')).toMatchObject({ code: 0 })
    expect(await versionOf(program)).toBe('9.0.0')
  })
})

async function run(file: string, ...args: string[]): Promise<Ran> {
  return await runProgram(file, [...args, '--data', shownPath(data)], password)
}

async function daybook(...args: string[]): Promise<Ran> {
  return await run(program, ...args)
}

async function update(file: string): Promise<Ran> {
  return await daybook('update', shownPath(file), '--unsigned', '--json')
}

async function versionOf(file: string): Promise<string> {
  const { stdout } = await runProgram(file, ['version', '--json'])
  const { version }: { version: string } = JSON.parse(stdout)
  return version
}

async function users(by: string): Promise<string[]> {
  const { stdout } = await run(by, 'user', 'list', '--json')
  const listed: { email: string }[] = JSON.parse(stdout)
  return listed.map(({ email }) => email)
}

async function makeBackup(): Promise<string> {
  const { file }: { file: string } = JSON.parse(
    (await daybook('backup', 'create', '--json')).stdout,
  )
  return file
}

async function serves(): Promise<void> {
  const server = await startProgram(program, ['serve', '--port', '0', '--data', shownPath(data)])
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await server.end()
}

function writeJournal(journal: object): void {
  const whole = { executable: shownPath(program), ...journal }
  writeFileSync(join(data, 'update.json'), JSON.stringify(whole))
}

function readJournal(): unknown {
  return JSON.parse(readFileSync(join(data, 'update.json'), 'utf8'))
}

function beside(word: string): string {
  return program.endsWith('.exe') ? program.replace('.exe', `.${word}.exe`) : `${program}.${word}`
}

async function newVersion(version: string, how: 'works' | 'fails'): Promise<string> {
  const folder = join(place.path, crypto.randomUUID())
  mkdirSync(folder)
  const file = await compileProgram(folder, version, how)
  await writeSums(file)
  return file
}

async function writeSums(file: string): Promise<void> {
  const { sha256 } = await hashFile(file)
  writeFileSync(join(dirname(file), 'SHA256SUMS'), `${sha256}  ${basename(file)}\n`)
}

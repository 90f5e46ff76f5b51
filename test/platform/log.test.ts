import { afterAll, expect, test } from 'bun:test'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog, openLogFile } from '../../src/platform/log.ts'
import { turns, until } from '../support/temporary-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'daybook-log-'))

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('requests and events are lines of JSON of one form, whole when the log is closed', async () => {
  const { log, close } = await openLog(folder)
  const from = new Date().toISOString()
  log.request(() => ({ id: 'r1', path: '/a"b', status: 200, error: undefined }))
  log.info('It "began".', { port: 1 })
  log.error('It failed.', { error: new Error('the reason') })
  log.request(() => ({ path: '/\u009b31m\u007f' }))
  await close()

  const text = readFileSync(join(folder, 'daybook.log'), 'utf8')
  const lines = text.trimEnd().split('\n')
  const [request, began, failed, hostile] = lines.map((line): unknown => JSON.parse(line))
  const form = { '@timestamp': expect.any(String), logger: 'daybook' }
  expect(request).toEqual({
    ...form,
    level: 'DEBUG',
    message: 'request',
    properties: { id: 'r1', path: '/a"b', status: 200 },
  })
  expect(began).toEqual({ ...form, level: 'INFO', message: 'It "began".', properties: { port: 1 } })
  expect(failed).toMatchObject({ level: 'ERROR', message: 'It failed.' })
  expect(JSON.stringify(failed)).toContain('the reason')
  expect(hostile).toMatchObject({ properties: { path: '/\u009b31m\u007f' } })
  // No control character that a terminal would obey stands in the file itself.
  expect(text).not.toMatch(/[\u007f-\u009f]/)
  expect(lines[0]?.slice('{"@timestamp":"'.length, 39) ?? '').toSatisfy(
    (time: string) => time >= from && time <= new Date().toISOString(),
  )
})

test('a full log gets a number, and the oldest of ten goes', async () => {
  const file = join(folder, 'full.log')
  for (let n = 1; n <= 12; n++) await logLine(file, `line ${n}`)
  const kept = [file, ...Array.from({ length: 9 }, (_, n) => `${file}.${n + 1}`)]
  expect(kept.map(textOf)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `line ${n}`))
  expect(existsSync(`${file}.10`)).toBe(false)
})

test('a log that cannot be rotated goes on, and is rotated when it can be', async () => {
  const file = join(folder, 'held.log')
  const inTheWay = `${file}.9`
  mkdirSync(inTheWay)
  writeFileSync(`${file}.8`, 'old')
  for (const line of ['a', 'b', 'c', 'd']) await logLine(file, line)
  expect([textOf(`${file}.0`), textOf(file)]).toEqual(['a', 'bcd'])
  rmSync(inTheWay, { recursive: true })
  for (const line of ['e', 'f']) await logLine(file, line)
  expect([`${file}.9`, `${file}.2`, `${file}.1`, file].map(textOf)).toEqual([
    'old',
    'a',
    'bcde',
    'f',
  ])
})

test('a log whose file breaks goes on with the next line', async () => {
  const file = join(folder, 'broken.log')
  const log = await openLogFile(file, String)
  closeSync(fdOf(file))
  // So many are written at once.
  for (let n = 0; n < 4_000; n++) log.write('lost')
  await turns(1)
  log.write('kept')
  await log.close()
  expect(textOf(file)).toBe('kept')
})

test('a warning is brought to the file at once, with what was logged before it', async () => {
  const { log, close } = await openLog(folder)
  log.request(() => ({ id: 'before' }))
  log.warn('Look here.')
  const file = join(folder, 'daybook.log')
  await until(() => textOf(file).includes('Look here.'))
  const text = textOf(file)
  expect(text.indexOf('"before"')).toBeWithin(0, text.indexOf('Look here.'))
  await close()
})

test('a log that the disk holds up says how much of it is missing', async () => {
  const file = join(folder, 'behind.log')
  const log = await openLogFile(file, String)
  // Nothing is written before the event loop turns.
  for (let n = 0; n < 100_003; n++) log.write('kept\n')
  await log.close()
  const lines = textOf(file).trimEnd().split('\n')
  expect(lines.filter((line) => line === 'kept').length).toBe(100_000)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 'WARNING',
    properties: { lost: 3 },
  })
})

function fdOf(file: string): number {
  const { ino } = statSync(file)
  const fds = Array.from({ length: 1000 }, (_, fd) => fd)
  return fds.find((fd) => isOpenAt(fd, ino)) ?? -1
}

function isOpenAt(fd: number, ino: number): boolean {
  try {
    return fstatSync(fd).ino === ino
  } catch {
    // Nothing is open under this number.
    return false
  }
}

/** Writes a line into a log that is full with each. */
async function logLine(file: string, line: string): Promise<void> {
  const log = await openLogFile(file, String, 1)
  log.write(line)
  await log.close()
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

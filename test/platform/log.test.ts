import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../src/platform/log.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-log-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('requests and events are lines of JSON of one form, whole when the log is closed', async () => {
  const { log, close } = await openLog(folder)
  const from = new Date().toISOString()
  log.request({ id: 'r1', path: '/a"b', status: 200, error: undefined })
  log.info('It "began".', { port: 1 })
  log.error('It failed.', { error: new Error('the reason') })
  log.request({ path: '/\u009b31m\u007f' })
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

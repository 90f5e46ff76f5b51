import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDir } from '../support/temporary-database.ts'
import { runDaybook } from './run-daybook.ts'

let folder: ReturnType<typeof temporaryDir>
let other: ReturnType<typeof temporaryDir>
let stick: string

beforeEach(async () => {
  folder = temporaryDir()
  other = temporaryDir()
  stick = join(other.dir.root, 'stick')
  mkdirSync(stick)
  const owner = ['--owner', 'asha@example.com', '--name', 'Asha', '--password-stdin']
  const { code } = await run(
    ['setup', '--organisation', 'Sharma Stores', ...owner],
    'nilgiri tea at four',
  )
  expect(code).toBe(0)
})

afterEach(() => {
  folder[Symbol.dispose]()
  other[Symbol.dispose]()
})

const run = (args: readonly string[], stdin = '', dir = folder.dir.root) =>
  runDaybook([...args, '--data', dir, '--json'], stdin)

test('a shop that lost its computer comes back from a disk and a printed key', async () => {
  const { key }: { key: string } = JSON.parse((await run(['offsite', 'set', stick])).stdout)
  expect((await run(['backup', 'create'])).code).toBe(0)
  expect(JSON.parse((await run(['offsite', 'copy'])).stdout)).toMatchObject({
    bytes: expect.any(Number),
  })
  expect(JSON.parse((await run(['offsite', 'prove'])).stdout)).toMatchObject({ files: 0 })
  rmSync(folder.dir.root, { recursive: true })
  const bare = join(other.dir.root, 'new computer')
  const file = join(other.dir.root, 'fetched.tar')
  const fetched = await run(['offsite', 'fetch', stick, '--key-stdin', '--to', file], key, bare)
  expect(fetched.code).toBe(0)
  const restored = JSON.parse((await run(['restore', file], '', bare)).stdout)
  expect(restored.organisation).toBe('Sharma Stores')
})

test('status says where copies go, and how the last try went', async () => {
  expect(JSON.parse((await run(['offsite', 'status'])).stdout)).toEqual({ place: null })
  await run(['offsite', 'set', stick])
  const { code, stderr } = await run(['offsite', 'copy'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no backup yet')])
  expect(JSON.parse((await run(['offsite', 'status'])).stdout)).toEqual({
    place: stick,
    copied_at: null,
    proved_at: null,
    problem: expect.stringContaining('There is no backup yet'),
  })
  expect((await run(['offsite', 'off'])).code).toBe(0)
  expect(JSON.parse((await run(['offsite', 'status'])).stdout)).toEqual({ place: null })
})

test('a folder that is not there is refused, and so is a wrong key', async () => {
  expect((await run(['offsite', 'set', join(stick, 'none')])).code).toBe(1)
  await run(['offsite', 'set', stick])
  const wrong = await run(['offsite', 'fetch', stick, '--key-stdin'], 'AAAA-BBBB')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('no key of copies')])
})

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openServedDatabase } from '../../src/platform/db/database.ts'
import { temporaryDir } from '../support/temporary-database.ts'
import { runDaybook } from './run-daybook.ts'

const publicUrl = ['--public-url', 'https://images.example.com/']

let folder: ReturnType<typeof temporaryDir>

beforeEach(async () => {
  folder = temporaryDir()
  await openServedDatabase(folder.dir, Date.now()).close()
})

afterEach(() => folder[Symbol.dispose]())

const run = (...args: string[]) => runDaybook(['images', ...args, '--data', folder.dir.root])

test('names a place, says which, and forgets it', async () => {
  const place = folder.dir.backups
  expect((await run('set', place, ...publicUrl)).stdout).toContain('nobody list or write it')
  expect(JSON.parse((await run('status', '--json')).stdout)).toEqual({
    place,
    public_url: 'https://images.example.com',
  })
  expect((await run('off')).stdout).toContain('from here again')
  expect((await run('status')).stdout).toContain('served from here')
})

test.each([
  ['a folder that is not there', ['set', '/nowhere', ...publicUrl], 1, 'There is no folder'],
  ['S3 without a key', ['set', 's3://shop', ...publicUrl], 1, '--access-key'],
  ['an address that is none', ['set', '.', '--public-url', 'shop'], 1, 'must be an address'],
  ['no address', ['set', '.'], 2, '--public-url'],
])('refuses %s', async (_, words, wanted, says) => {
  const { code, stderr } = await run(...words)
  expect([code, stderr.includes(says)]).toEqual([wanted, true])
})

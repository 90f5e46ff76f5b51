import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretsIn } from '../../src/platform/secrets.ts'
import { codeOf } from '../support/temporary-database.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-secrets-'))
  path = join(folder, 'secret.key')
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('what is sealed is opened with the key beside it, also after a restart', async () => {
  const sealed = await secretsIn(path).seal('KULK0104')
  expect(sealed).not.toContain('KULK')
  expect(Buffer.from(sealed, 'base64').includes('KULK0104')).toBe(false)
  expect(await secretsIn(path).open(sealed)).toBe('KULK0104')
})

test('the key is for its user only, and is there once something is sealed', async () => {
  const secrets = secretsIn(path)
  expect([await secrets.open('AAAA'), existsSync(path)]).toEqual([undefined, false])
  await Promise.all([secrets.seal('one'), secrets.seal('two')])
  expect(statSync(path).size).toBe(32)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('the same text is never sealed alike, and two at once have one key', async () => {
  const secrets = secretsIn(path)
  const [one, two] = await Promise.all([secrets.seal('same'), secrets.seal('same')])
  expect(one).not.toBe(two)
  expect([await secrets.open(one), await secrets.open(two)]).toEqual(['same', 'same'])
})

test('what another key sealed, what was changed and what is no key open nothing', async () => {
  const sealed = await secretsIn(path).seal('KULK0104')
  const other = join(folder, 'other.key')
  await secretsIn(other).seal('anything')
  expect(await secretsIn(other).open(sealed)).toBeUndefined()
  const changed = Buffer.from(sealed, 'base64')
  changed.writeUInt8(changed.readUInt8(14) ^ 1, 14)
  expect(await secretsIn(path).open(changed.toString('base64'))).toBeUndefined()
  writeFileSync(path, 'short')
  expect(await secretsIn(path).open(sealed)).toBeUndefined()
})

test('a key that cannot be read refuses until it can, and is never made anew', async () => {
  const secrets = secretsIn(path)
  const sealed = await secrets.seal('KULK0104')
  const away = join(folder, 'away.key')
  renameSync(path, away)
  mkdirSync(path)
  expect(await codeOf(secrets.open(sealed))).toBe('unavailable')
  expect(await codeOf(secrets.seal('another'))).toBe('unavailable')
  expect(await secrets.isReady()).toBe(false)
  rmSync(path, { recursive: true })
  renameSync(away, path)
  expect([await secrets.isReady(), await secrets.open(sealed)]).toEqual([true, 'KULK0104'])
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  patiently,
  removeFile,
  renameFile,
  replaceFile,
} from '../../../src/platform/disk/durable.ts'
import { errorOf, refusalOf, turns } from '../../support/temporary-database.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-durable-'))
  file = join(folder, 'a.db')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that another program holds for a moment', () => {
  test('is waited for', async () => {
    let tries = 0
    const work = () =>
      ++tries < 3 ? Promise.reject(systemError('EBUSY')) : Promise.resolve('done')
    expect(await patiently(file, work)).toBe('done')
    expect(tries).toBe(3)
  })

  test('is named when it stays held', async () => {
    const refusal = await refusalOf(patiently(file, () => Promise.reject(systemError('EBUSY')), 0))
    expect(refusal.code).toBe('unavailable')
    expect(refusal.message).toStartWith('Another program holds a.db')
    // The answer may go to somebody on the network.
    expect(refusal.message).not.toContain(folder)
  })

  test('is not waited for when it is something else', async () => {
    let tries = 0
    const work = () => Promise.reject(systemError(tries++ === 0 ? 'ENOENT' : 'EBUSY'))
    expect(await errorOf(patiently(file, work))).toMatchObject({ code: 'ENOENT' })
    expect(tries).toBe(1)
  })

  // SQLite lets Windows neither move nor delete what it has open; elsewhere nobody is held up.
  test.each([
    ['moved', () => renameFile(file, join(folder, 'b.db')), ['b.db']],
    ['replaced', () => replaceFile(newFile(), file), ['a.db']],
    ['removed', () => removeFile(file), []],
    ['removed with its folder', () => removeFile(folder), 'nothing'],
  ])('is %s as soon as it is let go', async (_, work, left) => {
    const holder = new Database(file)
    holder.run('CREATE TABLE t (a)')
    const done = work()
    await turns(5)
    holder.close(true)
    await done
    expect(existsSync(folder) ? readdirSync(folder) : 'nothing').toEqual(left)
  })
})

describe('a folder', () => {
  test('is removed with all that is in it, also while others remove something of it', async () => {
    for (let round = 0; round < 4; round++) {
      const inner = ['1', '2', '3', '4'].map((name) => join(folder, name))
      for (const path of inner) {
        mkdirSync(path, { recursive: true })
        for (let n = 0; n < 100; n++) writeFileSync(join(path, String(n)), '')
      }
      const done = removeFile(folder)
      for (const path of inner) rmSync(path, { recursive: true, force: true })
      await done
      expect(existsSync(folder)).toBe(false)
    }
  })
})

function newFile(): string {
  const path = join(folder, 'new.db')
  writeFileSync(path, 'new')
  return path
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataDir, dataDir } from '../../../src/platform/disk/data-dir.ts'
import { newestUpdate } from '../../../src/platform/update/release-file.ts'

const system = `${process.platform}-${process.arch}`

let dir: DataDir

beforeEach(() => {
  dir = dataDir(mkdtempSync(join(tmpdir(), 'daybook-updates-')))
})

afterEach(() => rmSync(dir.root, { recursive: true, force: true }))

function put(...names: string[]): void {
  mkdirSync(join(dir.root, 'updates'))
  for (const name of names) writeFileSync(join(dir.root, 'updates', name), '')
}

describe('the newest update', () => {
  test('is the highest version for this system, by number', () => {
    put(`daybook-0.2.0-${system}`, `daybook-0.10.0-${system}`, `daybook-0.9.1-${system}`)
    expect(newestUpdate(dir, '0.1.0')).toEqual({
      file: join(dir.root, 'updates', `daybook-0.10.0-${system}`),
      version: '0.10.0',
    })
  })

  test('is found by a name that says that nobody signed it, too', () => {
    put(`daybook-0.2.0-unsigned-${system}`)
    expect(newestUpdate(dir, '0.1.0')?.version).toBe('0.2.0')
  })

  test('is none where there is no folder', () => {
    expect(newestUpdate(dir, '0.1.0')).toBeUndefined()
  })

  test.each([
    ['this version', `daybook-0.1.0-${system}`],
    ['an older one', `daybook-0.0.9-${system}`],
    ["another system's", 'daybook-0.2.0-amiga-m68k'],
    ['another C library', `daybook-0.2.0-${system}-musl`],
    ['an installer', `daybook-0.2.0-${system}-setup.exe`],
    ['another file', 'SHA256SUMS'],
  ])('is not %s', (_, name) => {
    put(name)
    expect(newestUpdate(dir, '0.1.0')).toBeUndefined()
  })
})

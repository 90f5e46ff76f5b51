import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNamedFile } from '../../../src/cli/import/source.ts'
import { AppError } from '../../../src/platform/errors.ts'

let root: string
let folder: string

/** A folder with a list that came from somebody else, beside what is nobody's business. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'daybook-named-files-'))
  folder = join(root, 'list')
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  mkdirSync(join(root, 'list-2'))
  writeFileSync(join(root, 'secret.pdf'), 'secret')
  writeFileSync(join(root, 'list-2', 'secret.pdf'), 'secret')
  writeFileSync(join(folder, 'pictures', '..rice.png'), 'rice')
  symlinkSync(join(root, 'secret.pdf'), join(folder, 'out.pdf'))
  symlinkSync(root, join(folder, 'up'), 'junction')
  symlinkSync(join(folder, 'pictures'), join(folder, 'in'), 'junction')
  symlinkSync(folder, join(root, 'link to the list'), 'junction')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const read = async (path: string, from = folder) => {
  const { bytes } = await readNamedFile({ folder: from, field: 'file', path, bytesMax: 4 })
  return new TextDecoder().decode(bytes)
}

test.each([
  ['pictures/..rice.png'],
  ['./pictures/..rice.png'],
  ['pictures/../pictures/..rice.png'],
  ['in/..rice.png'],
])('a line may name a file below its folder: %s', async (path) => {
  expect(await read(path)).toBe('rice')
  expect(await read(path, join(root, 'link to the list'))).toBe('rice')
})

test.each([
  ['../secret.pdf'],
  ['../list-2/secret.pdf'],
  ['pictures/../../secret.pdf'],
  ['../not-there.pdf'],
  ['..'],
  ['out.pdf'],
  ['up/secret.pdf'],
  ['/etc/hostname'],
  ['absolute'],
])('no line leads out of its folder: %s', async (path) => {
  const given = path === 'absolute' ? join(folder, 'pictures', '..rice.png') : path
  expect(await refusalOf(given)).toEqual(['invalid_request', expect.stringContaining('lead out')])
})

test.each([
  ['not-there.pdf', 'not_found'],
  ['pictures', 'not_found'],
  ['nul\0.pdf', 'not_found'],
  ['x'.repeat(5_000), 'not_found'],
  ['', 'invalid_request'],
])('what cannot be read is a fault of its line: %j', async (path, code) => {
  expect((await refusalOf(path))[0]).toBe(code)
})

test('a file that is too large is not read', async () => {
  writeFileSync(join(folder, 'large.png'), 'large')
  expect((await refusalOf('large.png'))[0]).toBe('payload_too_large')
})

async function refusalOf(path: string): Promise<[string, string]> {
  try {
    return ['read', await read(path)]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.code, error.message]
  }
}

import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../../src/reader/pages/models')
const readme = readFileSync(join(folder, 'README.md'), 'utf8')
const written = Array.from(readme.matchAll(/^\| `(\S+)` .* ([\d,]+) +\| `([0-9a-f]{64})` \|$/gm))

test('the networks are those that their README names, byte for byte', () => {
  const names = written.map(([, name = '']) => name)
  const found = names.map((name) => {
    const bytes = readFileSync(join(folder, name))
    return `${name} ${bytes.length.toLocaleString('en')} ${Bun.SHA256.hash(bytes, 'hex')}`
  })
  expect(found).toEqual(written.map(([, ...told]) => told.join(' ')))
  expect([...names, 'LICENSE', 'README.md'].toSorted()).toEqual(readdirSync(folder).toSorted())
})

test('all of them take less than 16 MB', () => {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(16_000_000)
})

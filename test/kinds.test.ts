import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { plainTests } from '../scripts/test-files.ts'

/* `bun run quick` is quick because a test that needs a served Daybook says so in its file's name. */

const root = join(import.meta.dir, '..')

/** What starts Daybook for a test, as a process or in this one. */
const starters = [
  'test/cli/run-daybook.ts',
  'test/support/executable.ts',
  'test/support/shop.ts',
  'test/console/api/running-daybook.ts',
  'test/console/api/kept-daybook.ts',
]

const imported = /^(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]/gm

test('a test that asks a served Daybook is called *.api.test.ts, *.process.test.ts, *.slow.test.ts or *.long.test.ts', () => {
  expect(plainTests().filter((file) => startsDaybook(posix.normalize(file)))).toEqual([])
})

test('one that does is seen, also by what it imports', () => {
  expect(startsDaybook('test/cli/accounts.process.test.ts')).toBe(true)
  expect(startsDaybook('test/console/browser/sample-shop.ts')).toBe(true)
  expect(startsDaybook('test/kinds.test.ts')).toBe(false)
})

function startsDaybook(file: string, seen = new Set<string>()): boolean {
  if (starters.includes(file)) return true
  if (seen.has(file) || !file.startsWith('test/')) return false
  seen.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(imported)].some(([, path = '']) =>
    startsDaybook(posix.join(posix.dirname(file), path), seen),
  )
}

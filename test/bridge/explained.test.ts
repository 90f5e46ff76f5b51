import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { healths } from '../../src/imports/bridge/take-report.ts'
import { checkNames } from '../../src/bridge/selftest/selftest.ts'
import { importCodeNames } from '../../src/platform/import-codes.ts'

const page = await Bun.file(join(import.meta.dir, '../../src/docs/connect-tally.md')).text()

/** The first cells of a section's table that are code, each with the cells behind it. */
function rowsOf(section: string): [string, string[]][] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...text.matchAll(/^\| `(\w+)` +\|(.+)\|$/gm)].map(([, code = '', rest = '']) => [
    code,
    rest.split('|').map((cell) => cell.trim()),
  ])
}

test.each([
  ['What Books says of Tally', healths, 3],
  ['Why a document is not in the books', importCodeNames, 2],
] as const)('“%s” explains each one there is, once, and what to do', (section, names, cells) => {
  const rows = rowsOf(section)
  expect(rows.map(([name]) => name).toSorted()).toEqual([...names].toSorted())
  for (const [, rest] of rows) {
    expect(rest).toHaveLength(cells)
    expect(rest).not.toContain('')
  }
})

test('checks of the measurement have names of their own', () => {
  expect(new Set(checkNames).size).toBe(checkNames.length)
})

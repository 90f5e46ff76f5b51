import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { healths } from '../../src/books/mapping/take-report.ts'
import { checkNames } from '../../src/bridge/selftest/selftest.ts'
import { importCodeNames } from '../../src/platform/import-codes.ts'

const pages = {
  Tally: await Bun.file(join(import.meta.dir, '../../src/docs/connect-tally.md')).text(),
  ERPNext: await Bun.file(join(import.meta.dir, '../../src/docs/connect-erpnext.md')).text(),
}

/** What the other one alone can say. */
const tallyHealths = healths.filter((health) => health !== 'refused')
const erpnextHealths = healths.filter((health) => health !== 'educational')
const ofTallyAlone = [
  'educational_date',
  'company_not_loaded',
  'company_mismatch',
  'exception_parked',
  'book_rolled_back',
]
const erpnextCodes = importCodeNames.filter((code) => !ofTallyAlone.includes(code))

/** The first cells of a section's table that are code, each with the cells behind it. */
function rowsOf(page: string, section: string): [string, string[]][] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...text.matchAll(/^\| `(\w+)` +\|(.+)\|$/gm)].map(([, code = '', rest = '']) => [
    code,
    rest.split('|').map((cell) => cell.trim()),
  ])
}

test.each([
  ['What Books says of Tally', tallyHealths, 3, pages.Tally],
  ['Why a document is not in the books', importCodeNames, 2, pages.Tally],
  ['What Books says of ERPNext', erpnextHealths, 3, pages.ERPNext],
  ['Why a document is not in ERPNext', erpnextCodes, 2, pages.ERPNext],
] as const)(
  '“%s” explains each one there is, once, and what to do',
  (section, names, cells, page) => {
    const rows = rowsOf(page, section)
    expect(rows.map(([name]) => name).toSorted()).toEqual([...names].toSorted())
    for (const [, rest] of rows) {
      expect(rest).toHaveLength(cells)
      expect(rest).not.toContain('')
    }
  },
)

test('checks of the measurement have names of their own', () => {
  expect(new Set(checkNames).size).toBe(checkNames.length)
})

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { importsOf, readSources } from './import-graph.ts'

/*
 * The size of the house. Each number is what was reached: a change may lower it, and raises it only with its reason beside it.
 */

/** The most files of each district of `src`, and the most lines, rounded up to a hundred. */
const districts: Record<string, { files: number; lines: number }> = {
  '.': { files: 3, lines: 400 },
  accounts: { files: 36, lines: 5000 },
  books: { files: 27, lines: 4100 },
  bridge: { files: 69, lines: 13300 },
  changes: { files: 4, lines: 500 },
  cli: { files: 48, lines: 10000 },
  console: { files: 260, lines: 50000 },
  gstr2b: { files: 19, lines: 2700 },
  names: { files: 6, lines: 800 },
  // 60 lines more: the sums of a paper bear out charges with a tax of their own, totals of lines and rates for many pieces.
  // 40 lines more: headings of invoicing programs, and halves of a tax that are rounded each by itself.
  paper: { files: 31, lines: 5300 },
  // Two files more: the thread that brings the log into the book, so that no request waits for it. Then one file and 500 lines: the pages of
  // a TIFF, and the one writer of PDFs of pictures.
  platform: { files: 136, lines: 23300 },
  // The questions to people, one file for each who asks, and what the console's server had of them: causes in the books, what clerks may say.
  questions: { files: 13, lines: 2100 },
  // Figures that nothing in the answer explains are a doubt (one file), and tables are also found by what adds up (two), where tables
  // without headings needed a product in each row. 100 lines more: sellers for which the paper says as much are doubted. 100 lines more: codes and
  // figures that share a cell or a row with the name are parted from it.
  // One file more: how likely a value is right, by what the paper says for it, with its measurement.
  // 300 lines and a file more: bills of 24 layouts that it had not seen: banks without a label, values that stand a little lower than their
  // label, slanted type, remarks below names, months below batches, letterheads below the buyer.
  reader: { files: 102, lines: 20400 },
  // 100 lines more: the number of waiting documents is kept, where each list counted them for 10 ms.
  // 20 lines more: the degrees of sureness that earlier versions stored.
  // One file and 90 lines more: one value of a held document is answered, and the answer taken back; whether a paper may be read again.
  // One file and 90 lines more: what was delivered is searched in memory, and names in one walk through the heads, both in half of the time;
  // totals are found as typed.
  'services/scan-export': { files: 79, lines: 13700 },
  'services/storefront': { files: 73, lines: 13700 },
  'stand-ins': { files: 28, lines: 5700 },
  'test-copy': { files: 5, lines: 700 },
}

/** Files that one other file imports, and those of them below `crumbLines`: they belong in that file, unless they are a subject of their own. */
// Nine more: the stream of questions is the only one that asks their owners.
const oneImporterMax = 259
const crumbsMax = 17
const crumbLines = 60

const sources = readSources(join(import.meta.dir, '../src'))

describe('the house', () => {
  test.each(Object.entries(districts))('has a district %s no larger than it was', (name, most) => {
    const files = [...sources].filter(([file]) => districtOf(file) === name)
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThanOrEqual(most.files)
    expect(files.reduce((sum, [, text]) => sum + linesOf(text), 0)).toBeLessThanOrEqual(most.lines)
  })

  test('has a limit for every district', () => {
    const found = new Set([...sources.keys()].map(districtOf))
    expect([...found].toSorted()).toEqual(Object.keys(districts).toSorted())
  })

  test('has no more files with one importer than it had', () => {
    const single = filesWithOneImporter()
    const crumbs = single.filter((file) => linesOf(sources.get(file) ?? '') < crumbLines)
    expect(single.length).toBeGreaterThan(0)
    expect(single.length).toBeLessThanOrEqual(oneImporterMax)
    expect(crumbs.length).toBeLessThanOrEqual(crumbsMax)
  })
})

function filesWithOneImporter(): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of importsOf(sources)) {
    if (sources.has(to)) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  }
  return [...importers].filter(([, from]) => from.size === 1).map(([file]) => file)
}

/** The folder below `src`, of `services` the one below that; files of `src` itself are `.`. */
function districtOf(file: string): string {
  const [first = '', second = '', third] = file.split('/')
  if (second === '') return '.'
  return first === 'services' && third !== undefined ? `${first}/${second}` : first
}

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import { oldWordsIn } from './words.ts'

const root = join(import.meta.dir, '..')

const pages = ['README.md', ...new Glob('src/docs/*.md').scanSync(root)].toSorted()

/** What people read of a page in Markdown: neither code nor the addresses of links. */
function proseOf(markdown: string): string {
  return markdown.replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '')
}

describe('the pages for people', () => {
  test.each(pages)('speak of documents, which wait and are delivered: %s', async (page) => {
    expect(oldWordsIn(proseOf(await Bun.file(join(root, page)).text()))).toEqual([])
  })

  test.each([
    ['Two scans are synced.', ['scans', 'synced']],
    ['Deliver some days again', ['Deliver some days again']],
    ['The unsynced list', ['unsynced']],
  ])('would be found out: %s', (text, words) => expect(oldWordsIn(text)).toEqual(words))

  test('may name the API, and code', () => {
    expect(oldWordsIn(proseOf('Scan export answers `scans/unsynced` for scanned bills.'))).toEqual(
      [],
    )
  })
})

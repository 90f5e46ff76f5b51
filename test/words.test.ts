import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { join } from 'node:path'
import { readSources } from './import-graph.ts'
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

describe('the comments of src', () => {
  const sources = readSources(join(root, 'src'))
  const others = new Glob('{test,scripts}/**/*.{ts,tsx}').scanSync(root)
  const files = [...[...sources.keys()].map((file) => `src/${file}`), ...others]
  /** The names of files, each with every folder that may stand before it, after a slash. */
  const known = new Set(
    files.flatMap((file) => {
      const parts = file.replaceAll('\\', '/').split('/')
      return parts.map((_, at) => parts.slice(at).join('/'))
    }),
  )
  const unknownIn = (text: string) =>
    commentsIn(text)
      .flatMap((comment) => comment.match(/[\w./-]*\w\.tsx?\b/g) ?? [])
      .filter((name) => !known.has(name.replace(/^(?:\.\.?\/)+/, '')))

  test('name files that exist', () => {
    const wrong = [...sources].flatMap(([file, text]) =>
      unknownIn(text).map((name) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('would be found out', () => {
    expect(unknownIn('// As rules.ts and src/books/gone.ts say.\nconst to = 1')).toEqual([
      'src/books/gone.ts',
    ])
    expect(unknownIn('/**\n * See\n * missing.tsx.\n */')).toEqual(['missing.tsx'])
  })
})

/** The lines of comments, which begin a line or follow code after a space. */
function commentsIn(text: string): string[] {
  return text.match(/(?:^\s*(?:\/?\*|\/\/)|\s\/\/\s).*$/gm) ?? []
}

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import gujarati from '../../../src/console/language/gu.json'
import hindi from '../../../src/console/language/hi.json'
import { englishIn, t } from '../../../src/console/language/language.ts'
import { categoryNames } from '../../../src/console/words.ts'
import { fields } from '../../../src/paper/fields.ts'

const web = join(import.meta.dir, '../../../src/console')

/** A text in quotation marks. */
const quoted = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`
const saidTexts = new RegExp(String.raw`\bt\(\s*${quoted}`, 'g')
const countedNouns = new RegExp(
  String.raw`\btCounted\((?:[^'"(),]|\([^'"()]*\))*,\s*${quoted}(?:,\s*${quoted})?,?\s*\)`,
  'g',
)

/** What the pages say by `t`, what they count, and the names of fields. */
async function textsOfPages(): Promise<Set<string>> {
  const texts = new Set(Object.values(fields).map(({ name }) => name))
  for (const file of new Glob('**/*.{ts,tsx}').scanSync(web)) {
    const source = await Bun.file(join(web, file)).text()
    for (const [, single, double] of source.matchAll(saidTexts)) texts.add(single ?? double ?? '')
    for (const [, single, double, many, others] of source.matchAll(countedNouns)) {
      const one = single ?? double ?? ''
      texts.add(one).add(many ?? others ?? `${one}s`)
    }
  }
  return texts
}

const stateNames = [
  'To be typed in',
  'Being read',
  'Could not be read',
  'Check values',
  'Waiting',
  'Held back as a duplicate',
  'Same paper as another',
  'Delivered',
  'Delivered as a duplicate',
]

/** Where a field is called as something else is, its name has an entry of its own. */
const ofField = '_field'

function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted()
}

test('a text has its values, and means what it says', () => {
  expect(t('{{done}} of {{total}}', { done: '1', total: '{{done}} & 2' })).toBe('1 of {{done}} & 2')
  expect(t('No such text: it stays. {{so}}')).toBe('No such text: it stays. {{so}}')
})

/** The folders whose pages speak each language. */
const folders = ['pages/{account,documents,entry,home,restore}', 'components', 'shell']

/** What somebody reads or hears, in plain English. */
const plain = /\b(?:aria-label|description|label|name|placeholder|title)="[A-Z][a-z][^"]*"/g

test('pages that are translated are so whole', async () => {
  const left: string[] = []
  for (const folder of folders) {
    for (const file of new Glob(`${folder}/**/*.tsx`).scanSync(web)) {
      const found = (await Bun.file(join(web, file)).text()).match(plain) ?? []
      left.push(...found.map((text) => `${file}: ${text}`))
    }
  }
  expect(left).toEqual([])
})

describe.each([
  { language: 'Hindi', catalogue: hindi, letters: /\p{Script=Devanagari}/u },
  { language: 'Gujarati', catalogue: gujarati, letters: /\p{Script=Gujarati}/u },
])('the catalogue in $language', ({ catalogue, letters }) => {
  const entries = new Map<string, string>(Object.entries(catalogue))

  test('has each text of the pages, and no other', async () => {
    const texts = await textsOfPages()
    expect([...texts].filter((text) => !entries.has(text))).toEqual([])
    const left = [...entries.keys()].filter((text) => !texts.has(text.replace(ofField, '')))
    expect(left).toEqual([])
  })

  test('names the same values as the English text', () => {
    for (const [text, translated] of entries) expect(valuesIn(translated)).toEqual(valuesIn(text))
  })

  // What else a list has is a name or a number.
  test('leads back to the English titles and states of files', () => {
    const titles = ['Seller', 'Number', 'Date', 'Total', 'State', 'Came in', 'Kind', 'File']
    const more = ['Added by', 'Lines', 'Delivered on', 'Deleted on']
    const texts = [...titles, ...more, ...Object.values(categoryNames), ...stateNames]
    for (const text of texts) {
      const translated = entries.get(text) ?? ''
      expect([text, englishIn(catalogue, translated)]).toEqual([text, text])
    }
  })

  test('is in its own letters, but for names and abbreviations', () => {
    const foreign = [...entries].filter(([, translated]) => !letters.test(translated))
    expect(foreign.filter(([text, translated]) => translated !== text && text !== 'a Mac')).toEqual(
      [],
    )
  })
})

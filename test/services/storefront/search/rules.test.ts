import { describe, expect, test } from 'bun:test'
import { searchWordsMax } from '../../../../src/services/storefront/search/rules.ts'
import { searchWords } from '../../../../src/services/storefront/search/rules.ts'
import { refusalOf } from '../../../support/temporary-database.ts'

describe('searchWords', () => {
  test.each([undefined, '', ' ', '\t\n', '\u200d', '\u3000'])('blank is no search: %j', (text) => {
    expect(searchWords(text)).toBeUndefined()
  })

  test.each(['!!!', '-', '\u093f', '😀', '₹ %'])(
    'a text without a letter or digit finds nothing: %j',
    (text) => {
      expect(searchWords(text)).toEqual([])
    },
  )

  test('words are runs of letters, marks and digits', () => {
    expect(searchWords('rice-5kg, (new)')).toEqual(['rice', '5kg', 'new'])
    expect(searchWords('मीठा/मिठाई')).toEqual(['मीठा', 'मिठाई'])
    expect(searchWords('தமிழ் உப்பு')).toEqual(['தமிழ்', 'உப்பு'])
  })

  test('words are folded as names are', () => {
    expect(searchWords('RICE Straße ＡＢ')).toEqual(['rice', 'strasse', 'ab'])
    expect(searchWords('क्\u200dष')).toEqual(['क्ष'])
  })

  test('a word that comes twice counts once', () => {
    expect(searchWords('rice Rice RICE')).toEqual(['rice'])
  })

  test('one letter is a word', () => {
    expect(searchWords('a घ')).toEqual(['a', 'घ'])
  })

  test('too many words are refused, never dropped', async () => {
    const words = Array.from({ length: searchWordsMax + 1 }, (_, i) => `w${i}`)
    expect(searchWords(words.slice(1).join(' '))).toHaveLength(searchWordsMax)
    const { code, message } = await refusalOf(() => searchWords(words.join(' ')))
    expect(code).toBe('invalid_request')
    expect(message).toStartWith('search must be at most 20 words, got "w0 w1')
  })
})

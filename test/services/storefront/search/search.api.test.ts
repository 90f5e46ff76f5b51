import { describe, expect, test } from 'bun:test'
import { addProduct, addProducts, changeProduct, columnOf } from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())
await addProducts(shop.database, [
  { name: 'मीठा पान', description: 'gulkand' },
  { name: 'मिठाई डिब्बा', description: 'काजू बर्फ़ी' },
  { name: 'तेल', description: 'sunflower oil' },
  { name: 'ताला', description: 'lock' },
  { name: 'தமிழ் உப்பு', description: 'Salt 1 kg' },
  { name: 'Basmati Rice 5kg', description: 'Aged; long-grain' },
  { name: 'Straße Café', description: '' },
])

async function found(search: string): Promise<string[]> {
  const path = `${api}/products?sort=oldest&search=${encodeURIComponent(search)}`
  return columnOf(await shop.store('GET', path), 'name')
}

/** The refusal of a search, as text. */
async function refusal(search: string): Promise<string> {
  const answer = await shop.store('GET', `${api}/products?search=${encodeURIComponent(search)}`)
  expect(answer.status).toBe(400)
  return answer.text
}

describe('search', () => {
  test.each([
    ['every word must occur, in name or description', 'rice aged', ['Basmati Rice 5kg']],
    ['one word that does not occur is enough to find nothing', 'rice young', []],
    ['anywhere in a word', 'asmat', ['Basmati Rice 5kg']],
    ['in any order', '5kg BASMATI', ['Basmati Rice 5kg']],
    ['case-insensitively', 'SUNFLOWER', ['तेल']],
    ['also where case changes the letters', 'STRASSE CAFÉ', ['Straße Café']],
    ['in compatible forms', 'ｒｉｃｅ', ['Basmati Rice 5kg']],
    ['punctuation only parts words', 'long-grain!', ['Basmati Rice 5kg']],
    ['vowel signs are letters: मीठा', 'मीठा', ['मीठा पान']],
    ['vowel signs are letters: मिठाई', 'मिठाई', ['मिठाई डिब्बा']],
    ['oil is no lock', 'तेल', ['तेल']],
    ['a nukta may be composed or not', 'बर्फ\u093cी', ['मिठाई डिब्बा']],
    ['in Tamil', 'உப்பு', ['தமிழ் உப்பு']],
    ['joiners do not count', 'का\u200dजू', ['मिठाई डिब्बा']],
    ['one letter is a word', 'त', ['तेल', 'ताला']],
    ['one digit is a word', '1', ['தமிழ் உப்பு']],
    ['no word runs from the name into the description', 'तेलsunflower', []],
    ['without a letter or digit nothing is found', '!!!', []],
    ['a sign of SQL is no sign', "%' _ rice", ['Basmati Rice 5kg']],
  ])('%s', async (_, search, names) => {
    expect(await found(search)).toEqual(names)
  })

  test.each(['', ' ', '\t', '\u200d'])('that is blank is no search: %j', async (search) => {
    expect(await found(search)).toHaveLength(7)
  })

  test('beyond 200 characters or 20 words is refused', async () => {
    expect(await refusal('x'.repeat(201))).toContain('search must be at most 200 characters')
    const words = Array.from({ length: 21 }, (_, i) => `w${i}`).join(' ')
    expect(await refusal(words)).toContain('search must be at most 20 words')
    expect(await found('x'.repeat(200))).toEqual([])
  })

  test('sees every change at once', async () => {
    const { id } = await addProduct(shop.database, { name: 'Zebra toy' })
    expect(await found('zebra')).toEqual(['Zebra toy'])
    await changeProduct(shop.database, id, { name: 'Lion toy', description: 'roars' })
    expect(await found('zebra')).toEqual([])
    expect(await found('lion roar')).toEqual(['Lion toy'])
    await changeProduct(shop.database, id, { isActive: false })
    expect(await found('lion')).toEqual([])
    await changeProduct(shop.database, id, { isActive: true })
    expect(await found('lion')).toEqual(['Lion toy'])
    await changeProduct(shop.database, id, { isActive: false })
  })
})

import { describe, expect, test } from 'bun:test'
import { api } from '../../../support/member.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

describe.each(['vendors', 'products'])('the body of POST %s', (list) => {
  const post = (body: unknown) =>
    shop.call('POST', `${api}/${list}`, { key: shop.keys.owner, body })

  /** Refused with a sentence that begins like this, and nothing is written, no alias either. */
  async function expectRefused(body: unknown, sentence: string): Promise<void> {
    const before = rowCounts(shop)
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json)).toEqual(['error'])
    expect(String(answer.json['error'])).toStartWith(sentence)
    expect(rowCounts(shop)).toEqual(before)
  }

  test.each([
    ['name is missing: it must be text.', {}],
    ['name is missing: it must be text.', { aliases: ['x'] }],
    ['name must be text, got null.', { name: null }],
    ['name must be text, got 5.', { name: 5 }],
    ['name must be text, got ["Acme"].', { name: ['Acme'] }],
    ['name must be text, got {}.', { name: {} }],
    ['name must have 1 to 200 characters, got 0.', { name: '' }],
    ['name must have 1 to 200 characters, got 0.', { name: ' \t\n' }],
    ['name must have 1 to 200 characters, got 0.', { name: '\u0085' }],
    ['name must have 1 to 200 characters, got 0.', { name: '\u200b\u200d' }],
    ['name must have 1 to 200 characters, got 201.', { name: 'x'.repeat(201) }],
  ])('needs a name of 1 to 200 characters: %s', async (sentence, body) => {
    await expectRefused(body, sentence)
  })

  test.each([
    ['aliases must be a list of at most 1000 texts, got "ACME".', 'ACME'],
    ['aliases must be a list of at most 1000 texts, got {"0":"ACME"}.', { 0: 'ACME' }],
    ['aliases must be a list of at most 1000 texts, got [5].', [5]],
    ['aliases must be a list of at most 1000 texts, got ["ACME",null].', ['ACME', null]],
    ['aliases[1] must have 1 to 200 characters, got 0.', ['ACME', '']],
    ['aliases[1] must have 1 to 200 characters, got 0.', ['ACME', ' ']],
    ['aliases[0] must have 1 to 200 characters, got 201.', ['x'.repeat(201)]],
  ])('takes a list of aliases of 1 to 200 characters: %s', async (sentence, aliases) => {
    await expectRefused({ name: 'Refused', aliases }, sentence)
  })

  test('takes at most 1,000 aliases', async () => {
    const aliases = Array.from({ length: 1001 }, (_, i) => `Alias ${i}`)
    await expectRefused(
      { name: 'Refused', aliases },
      'aliases must be a list of at most 1000 texts, got ["Alias 0"',
    )
    const answer = await post({ name: 'Thousandfold', aliases: aliases.slice(0, 1000) })
    expect(answer.json).toMatchObject({ created: true, aliases_added: 1000 })
  })

  test('counts characters as a person does: 150 emoji are 150', async () => {
    const answer = await post({ name: '🧾'.repeat(150) })
    expect(answer.json).toMatchObject({ created: true })
  })

  test('takes 200 characters after trimming, in the name and in an alias', async () => {
    const answer = await post({ name: ` ${'x'.repeat(200)} `, aliases: [` ${'y'.repeat(200)} `] })
    expect(answer.json).toMatchObject({ created: true, aliases_added: 1 })
  })

  test('may leave the aliases out, give null, or an empty list', async () => {
    for (const [i, aliases] of [undefined, null, []].entries()) {
      const answer = await post({ name: `Without aliases ${i}`, aliases })
      expect(answer.json).toMatchObject({ created: true, aliases_added: 0 })
    }
  })

  test('may carry unknown fields, which are ignored', async () => {
    const body = { name: 'With more', id: 'x', updated_at: 'x', kind: 'x', constructor: 'x' }
    expect((await post(body)).json).toMatchObject({ created: true })
  })

  test('a refused body leaves an entry that is there as it was', async () => {
    await post({ name: 'Kept', aliases: ['Kept one'] })
    await expectRefused({ name: 'Kept', aliases: ['Kept two', ''] }, 'aliases[1] must have')
  })
})

import { beforeEach, describe, expect, test } from 'bun:test'
import { addMember, api } from '../../../support/member.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { itemsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const shop = untilEnd(await openShop())

describe.each(['vendors', 'products'])('the list of %s', (list) => {
  const path = `${api}/${list}`
  /** Names of one test share a word of their own, so that no test meets another's. */
  let word: string
  let tests = 0

  beforeEach(() => {
    tests++
    word = `Test${tests}`
  })

  const add = (name: string, aliases?: unknown) =>
    shop.call('POST', path, { key: shop.keys.owner, body: { name, aliases } })

  const entries = async () =>
    itemsOf(await shop.call('GET', path, { key: shop.keys.ravi })).filter((item) =>
      String(item['name']).startsWith(word),
    )

  const aliasesOf = async (name: string) => {
    const entry = (await entries()).find((item) => item['name'] === name)
    const aliases = entry?.['aliases']
    return Array.isArray(aliases) ? aliases.map((alias) => Object(alias)['alias']) : undefined
  }

  const updatedAt = async () => (await entries())[0]?.['updated_at']

  test('creates an entry that is not there yet, with its aliases', async () => {
    const answer = await add(
      `${word} A`,
      ['a one', 'a two'].map((alias) => `${word} ${alias}`),
    )
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      ok: true,
      id: expect.stringMatching(uuid),
      created: true,
      aliases_added: 2,
      conflicts: [],
    })
    expect(await entries()).toEqual([
      {
        id: String(answer.json['id']),
        name: `${word} A`,
        updated_at: expect.stringMatching(timestamp),
        aliases: [
          { id: expect.stringMatching(uuid), alias: `${word} a one` },
          { id: expect.stringMatching(uuid), alias: `${word} a two` },
        ],
      },
    ])
  })

  test('counts its items', async () => {
    await add(word)
    const answer = await shop.call('GET', path, { key: shop.keys.meena })
    expect(answer.status).toBe(200)
    expect(answer.json['count']).toBe(itemsOf(answer).length)
  })

  test('reuses an entry of the same normalised name: the first spelling stays', async () => {
    const first = await add(`${word} Café`)
    for (const spelling of [
      `${word} Café`,
      `  ${word.toUpperCase()}   CAFÉ `,
      `${word}\u00a0CAFE\u0301`,
      `${word}\tｃａｆé`,
    ]) {
      const again = await add(spelling)
      expect(again.json).toMatchObject({ ok: true, id: first.json['id'], created: false })
    }
    expect((await entries()).map((entry) => entry['name'])).toEqual([`${word} Café`])
  })

  test('keeps entries apart whose names differ in more than case and spacing', async () => {
    for (const name of [`${word} A`, `${word}-A`, `${word} A.`, `${word} Á`]) {
      expect((await add(name)).json).toMatchObject({ created: true })
    }
  })

  test('appends aliases to an entry, duplicates collapsed by normalised value', async () => {
    await add(word, [`${word} x`])
    const answer = await add(word, [`${word} X`, `${word} y`, ` ${word}  Y `, `${word} z`])
    expect(answer.json).toMatchObject({ created: false, aliases_added: 2, conflicts: [] })
    expect(await aliasesOf(word)).toEqual([`${word} x`, `${word} y`, `${word} z`])
  })

  test('adds nothing when everything is there already', async () => {
    const body = [word, [`${word} x`]] as const
    await add(...body)
    expect((await add(...body)).json).toMatchObject({
      created: false,
      aliases_added: 0,
      conflicts: [],
    })
  })

  test('stores names and aliases trimmed', async () => {
    await add(`  ${word} `, [` ${word} x\n`])
    expect(await aliasesOf(word)).toEqual([`${word} x`])
  })

  test('stores an alias that equals the entry’s own name like any other', async () => {
    expect((await add(word, [word.toUpperCase()])).json).toMatchObject({
      aliases_added: 1,
      conflicts: [],
    })
    expect(await aliasesOf(word)).toEqual([word.toUpperCase()])
  })

  test('does not take an alias from another entry: the answer stays 200 and names the holder', async () => {
    const holder = await add(`${word} A`, [`${word} x`])
    const answer = await add(`${word} B`, [`${word} X`, `${word} y`])
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      ok: true,
      created: true,
      aliases_added: 1,
      conflicts: [{ alias: `${word} X`, id: holder.json['id'], name: `${word} A` }],
    })
    expect(await aliasesOf(`${word} A`)).toEqual([`${word} x`])
    expect(await aliasesOf(`${word} B`)).toEqual([`${word} y`])
  })

  test('does not add an alias that is the name of another entry', async () => {
    const holder = await add(`${word} A`)
    expect((await add(`${word} B`, [`${word} a`])).json).toMatchObject({
      aliases_added: 0,
      conflicts: [{ alias: `${word} a`, id: holder.json['id'], name: `${word} A` }],
    })
  })

  test('creates an entry for a new name that is only an alias elsewhere', async () => {
    const holder = await add(`${word} A`, [`${word} B`])
    const answer = await add(`${word} b`)
    expect(answer.json).toMatchObject({ created: true, aliases_added: 0, conflicts: [] })
    expect(answer.json['id']).not.toBe(holder.json['id'] ?? '')
    expect((await entries()).map((entry) => entry['name'])).toEqual([`${word} A`, `${word} b`])
  })

  test('comes sorted by name without regard to case, whatever was added first', async () => {
    const names = ['b', 'C', 'a', 'D', 'é', 'अ', '1'].map((name) => `${word} ${name}`)
    for (const name of names) await add(name)
    expect((await entries()).map((entry) => entry['name'])).toEqual(
      ['1', 'a', 'b', 'C', 'D', 'é', 'अ'].map((name) => `${word} ${name}`),
    )
  })

  test('moves updated_at when an alias is added, and not otherwise', async () => {
    await add(word, [`${word} x`])
    await add(`Holder of ${word}`, [`${word} taken`])
    const created = await updatedAt()
    await add(word)
    await add(word, [`${word} X`])
    await add(word.toUpperCase(), [`${word} taken`])
    expect(await updatedAt()).toBe(created ?? '')
    const asked = Date.now()
    await add(word, [`${word} y`])
    expect(Date.parse(String(await updatedAt()))).toBeGreaterThanOrEqual(asked)
  })

  test('takes the same entry from several calls at once once', async () => {
    const aliases = [`${word} x`]
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(word, aliases)))
    expect(answers.filter(({ json }) => json['created'] === true)).toHaveLength(1)
    expect(answers.filter(({ json }) => json['aliases_added'] === 1)).toHaveLength(1)
    expect(await entries()).toHaveLength(1)
  })

  test('is changed by an owner’s key only: a member’s is refused with 403, and nothing is written', async () => {
    const before = rowCounts(shop)
    const answer = await shop.call('POST', path, { key: shop.keys.ravi, body: { name: word } })
    expect(answer.status).toBe(403)
    expect(answer.json).toEqual({ error: "Only an owner's key may change this list." })
    expect(rowCounts(shop)).toEqual(before)
  })

  test('is changed by the key of any owner: there may be several', async () => {
    const { key } = await addMember(shop, 'owner')
    const answer = await shop.call('POST', path, { key, body: { name: word } })
    expect(answer.json).toMatchObject({ ok: true, created: true })
  })
})

describe('the two lists', () => {
  test('are apart: a name or alias of one is free in the other', async () => {
    const key = shop.keys.owner
    const body = { name: 'Ghee', aliases: ['Desi ghee'] }
    for (const list of ['vendors', 'products']) {
      const answer = await shop.call('POST', `${api}/${list}`, { key, body })
      expect(answer.json).toMatchObject({ created: true, aliases_added: 1, conflicts: [] })
    }
  })
})

import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { offers } from '../../../../src/services/storefront/tables.ts'
import { addCategory, addProduct } from '../../../support/catalogue.ts'
import { png } from '../../../support/pictures.ts'
import { listed, ownersShop } from '../browser.ts'

const dayMs = 24 * 60 * 60 * 1000

const plain = {
  title: 'Monsoon sale',
  subtitle: 'On all rice',
  badge_text: '10% OFF',
  rule_kind: 'percentage',
  rule_value: '10',
  is_active: true,
  starts_at: null,
  ends_at: null,
}

const { shop, owner } = await ownersShop()

/** Days from now. */
function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString()
}

async function add(offer: Record<string, unknown>): Promise<string> {
  const answer = await owner.post('/offers', { ...plain, ...offer })
  expect(answer.status).toBe(200)
  return String(answer.json['id'])
}

async function find(id: string) {
  const found = listed(await owner.get('/offers')).find((one) => one['id'] === id)
  if (found === undefined) throw new Error(`There is no offer ${id}.`)
  return found
}

async function shownTitles(): Promise<string> {
  return (await shop.store('GET', '/api/public/v1/offers')).text
}

describe('an offer', () => {
  test('is shown to customers at once, with what was said of it', async () => {
    const id = await add({ image: png(6, 2).toBase64() })
    expect(await find(id)).toMatchObject({
      title: 'Monsoon sale',
      subtitle: 'On all rice',
      badgeText: '10% OFF',
      ruleKind: 'percentage',
      ruleValue: '10',
      isActive: true,
      startsAt: null,
      endsAt: null,
      state: 'active',
      image: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.png$/),
    })
    expect(await shownTitles()).toContain('Monsoon sale')
  })

  test.each([
    ['active', { starts_at: inDays(-1), ends_at: inDays(1) }],
    ['scheduled', { starts_at: inDays(1), ends_at: inDays(2) }],
    ['ended', { starts_at: inDays(-2), ends_at: inDays(-1) }],
    ['off', { is_active: false, starts_at: inDays(-1), ends_at: inDays(1) }],
  ] as const)('is %s by its dates, as customers see it', async (state, dates) => {
    const title = `An offer that is ${state}`
    const id = await add({ title, ...dates })
    expect((await find(id))['state']).toBe(state)
    expect((await shownTitles()).includes(title)).toBe(state === 'active')
    const only = listed(await owner.get(`/offers?state=${state}`))
    expect(only.map((offer) => offer['title'])).toContain(title)
    expect(only.every((offer) => offer['state'] === state)).toBe(true)
  })

  test.each([
    ['percentage', '150'],
    ['percentage', '0'],
    ['percentage', 'ten'],
    ['percentage', ''],
    ['flat', '0'],
    ['flat', 'a hundred'],
    ['flat', '1.234'],
  ])('is refused at the field when a %s is "%s"', async (kind, value) => {
    const offer = { ...plain, title: 'Too much', rule_kind: kind, rule_value: value }
    const answer = await owner.post('/offers', offer)
    expect([answer.status, answer.field]).toEqual([400, 'rule_value'])
  })

  test.each([
    ['percentage', ' 12.5 % ', '12.5'],
    ['percentage', '100', '100'],
    ['flat', '₹1,00,000', '100000'],
    ['flat', 'Rs. 50/-', '50'],
    ['buy_x_get_y', 'Buy 2, get 1', 'Buy 2, get 1'],
    ['free_shipping', '', ''],
  ])('keeps of a %s "%s" as "%s"', async (kind, value, kept) => {
    const id = await add({ title: `Rule ${kind} ${kept}`, rule_kind: kind, rule_value: value })
    expect((await find(id))['ruleValue']).toBe(kept)
  })

  test('keeps what an import said it gives, until that is changed', async () => {
    const id = await add({ title: 'Imported', rule_kind: 'percentage', rule_value: '10' })
    await shop.database.write((conn) => {
      conn.update(offers).set({ ruleValue: 'up to 50' }).where(eq(offers.id, id)).run()
    })
    const same = { ...plain, title: 'From elsewhere', rule_value: 'up to 50' }
    expect((await owner.post(`/offers/${id}`, same)).status).toBe(200)
    expect(await find(id)).toMatchObject({ title: 'From elsewhere', ruleValue: 'up to 50' })
    const changed = await owner.post(`/offers/${id}`, { ...same, rule_value: 'up to 60' })
    expect(changed.field).toBe('rule_value')
  })

  test('is changed as a whole: what is emptied is empty', async () => {
    const id = await add({ title: 'Diwali', starts_at: inDays(-1), ends_at: inDays(5) })
    const changed = {
      ...plain,
      title: 'Deepavali',
      subtitle: '',
      badge_text: '',
      rule_kind: 'flat',
    }
    expect((await owner.post(`/offers/${id}`, changed)).status).toBe(200)
    expect(await find(id)).toMatchObject({
      title: 'Deepavali',
      slug: 'diwali',
      subtitle: '',
      badgeText: '',
      ruleKind: 'flat',
      startsAt: null,
      endsAt: null,
    })
  })

  test.each([
    [{ title: '' }, 'title'],
    [{ title: '!!!' }, 'title'],
    [{ badge_text: 'x'.repeat(61) }, 'badge_text'],
    [{ rule_kind: 'half' }, 'rule_kind'],
    [{ is_active: 'yes' }, 'is_active'],
    [{ starts_at: 'soon' }, 'starts_at'],
    [{ starts_at: inDays(2), ends_at: inDays(1) }, 'ends_at'],
    [{ image: 'bm8gaW1hZ2U=' }, 'image'],
  ])('is refused at its field: %j', async (wrong, field) => {
    const answer = await owner.post('/offers', { ...plain, title: 'Wrong', ...wrong })
    expect([answer.status, answer.field]).toEqual([400, field])
  })

  test('has a title that no other one has', async () => {
    await add({ title: 'Only one' })
    const answer = await owner.post('/offers', { ...plain, title: 'only one' })
    expect([answer.status, answer.field]).toEqual([409, 'title'])
  })

  test('makes prices of what it is for, which its form finds by name and SKU', async () => {
    await addCategory(shop.database, { name: 'Sweets', slug: 'sweets' })
    const { id: product } = await addProduct(shop.database, {
      name: 'Barfi',
      sku: 'BARFI',
      salePrice: 10_000,
    })
    const found = (await owner.get('/offers/targets?search=barf')).json
    expect(found['products']).toEqual([{ name: 'BARFI', title: 'Barfi' }])
    expect(found['categories']).toContainEqual({ name: 'sweets', title: 'Sweets' })
    const id = await add({ title: 'Sweet', applies_to: 'products', targets: ['BARFI'] })
    expect(await find(id)).toMatchObject({
      appliesTo: 'products',
      targets: [{ name: 'BARFI', title: 'Barfi' }],
    })
    const offer = { price: 9_000, offerId: id, title: 'Sweet' }
    expect(listed(await owner.get('/products?search=barfi'))).toMatchObject([{ offer }])
    expect((await owner.get(`/products/${product}`)).json).toMatchObject({ offer })
    expect((await owner.get('/orders/articles?search=BARFI')).json).toMatchObject({
      items: [{ salePrice: 10_000, offer }],
    })
    await owner.post(`/offers/${id}`, { ...plain, title: 'Sweet', applies_to: null })
    expect(await find(id)).toMatchObject({ appliesTo: null, targets: [] })
    expect(listed(await owner.get('/products?search=barfi'))).toMatchObject([{ offer: null }])
  })

  test.each([
    [{ applies_to: 'all' }, 'applies_to'],
    [{ applies_to: 'categories', targets: [] }, 'targets'],
    [{ applies_to: 'products', targets: ['NOTHING'] }, 'targets'],
    [{ applies_to: 'everything', rule_value: '100' }, 'rule_value'],
    [{ applies_to: 'everything', rule_kind: 'other' }, 'rule_value'],
  ])('that could not make prices is refused at its field: %j', async (wrong, field) => {
    const answer = await owner.post('/offers', { ...plain, title: 'Wrong', ...wrong })
    expect([answer.status, answer.field]).toEqual([400, field])
  })

  test('moves among the others', async () => {
    const [a, b] = [await add({ title: 'Place A' }), await add({ title: 'Place B' })]
    await owner.post(`/offers/${b}/move`, { before: a })
    const titles = listed(await owner.get('/offers?search=place')).map(({ title }) => title)
    expect(titles).toEqual(['Place B', 'Place A'])
  })

  test('that is deleted is gone with its image, and the activity says so', async () => {
    const id = await add({ title: 'Gone soon', image: png(9, 9, 7).toBase64() })
    const path = String((await find(id))['image'])
    expect((await owner.post(`/offers/${id}/delete`)).status).toBe(200)
    expect(await shownTitles()).not.toContain('Gone soon')
    expect((await fetch(`${shop.url}${path}`)).status).toBe(404)
    expect((await owner.get('/activity?kind=catalogue')).text).toContain('Gone soon')
    expect((await owner.post(`/offers/${id}/delete`)).status).toBe(404)
    expect((await owner.post(`/offers/${id}`, plain)).status).toBe(404)
  })

  test('counts in its state', async () => {
    const all = await owner.get('/offers?size=200')
    const counted = (state: string) => listed(all).filter((one) => one['state'] === state).length
    expect(all.json['counts']).toEqual(
      ['active', 'scheduled', 'ended', 'off'].map((state) => ({ state, count: counted(state) })),
    )
  })
})

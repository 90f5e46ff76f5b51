import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { storeOf } from '../../../../src/app.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { exportOffers, storeOffer } from '../../../../src/services/storefront/display/offers.ts'
import { findOfferBySlug } from '../../../../src/services/storefront/display/offers.ts'
import { catalogueVersion } from '../../../../src/services/storefront/catalogue-version.ts'
import { products } from '../../../../src/services/storefront/tables.ts'
import { addCategory, addProduct } from '../../../support/catalogue.ts'
import { noon, refusalOf, temporaryDatabase } from '../../../support/temporary-database.ts'
import { eachAnew } from '../../../support/until-end.ts'

const temporary = eachAnew(temporaryDatabase)

function store(line: JsonObject, now = noon) {
  const deps = { store: storeOf(temporary().dir) }
  return temporary().database.write((conn) => storeOffer(conn, deps, line, now))
}

function find(slug: string) {
  return findOfferBySlug(temporary().database.read).get({ slug })
}

const version = () => catalogueVersion(temporary().database.read)

const diwali = {
  slug: 'diwali',
  title: 'Diwali sale',
  subtitle: 'On all sweets',
  badge_text: '10% off',
  image_url: 'https://cdn.example.com/diwali.jpg',
  rule_kind: 'percentage',
  rule_value: '10',
  applies_to: null,
  sort_order: 2,
  is_active: true,
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-11-15T00:00:00.000Z',
}

describe('an offer', () => {
  test('that says no more than its title is active, without bounds in time', async () => {
    expect(await store({ title: 'Free delivery' })).toBe('created')
    expect(find('free-delivery')).toMatchObject({
      title: 'Free delivery',
      foldedTitle: 'free delivery',
      subtitle: '',
      badgeText: '',
      image: null,
      ruleKind: 'other',
      ruleValue: '',
      sortOrder: 0,
      isActive: true,
      startsAt: null,
      endsAt: null,
    })
  })

  test('matches by its slug and keeps what the line leaves out', async () => {
    await store(diwali)
    expect(await store({ slug: 'diwali', badge_text: '15% off' }, noon + 1)).toBe('updated')
    expect(exportOffers(temporary().database.read)).toEqual([{ ...diwali, badge_text: '15% off' }])
  })

  test('that is sent again changes nothing and leaves the catalogue’s version alone', async () => {
    await store(diwali)
    const before = version()
    expect(await store(diwali, noon + 1)).toBe('unchanged')
    expect(version()).toBe(before)
    expect(find('diwali')?.updatedAt).toBe(noon)
  })

  test.each(
    Object.entries({
      title: 'Diwali',
      subtitle: '',
      badge_text: 'Sale',
      image_url: null,
      rule_kind: 'flat',
      rule_value: '20',
      sort_order: 3,
      is_active: false,
      starts_at: null,
      ends_at: null,
    }),
  )('that changes in its %s alone is written, and raises the version', async (field, value) => {
    await store(diwali)
    const before = version()
    expect(await store({ slug: 'diwali', [field]: value })).toBe('updated')
    expect(version()).toBeGreaterThan(before)
    expect(exportOffers(temporary().database.read)).toEqual([{ ...diwali, [field]: value }])
  })

  test('takes a number as the text of its rule', async () => {
    await store({ title: 'Ten', rule_kind: 'flat', rule_value: 10 })
    expect(find('ten')?.ruleValue).toBe('10')
  })

  test('ends with the last moment of a mere day, by this computer’s clock', async () => {
    await store({ title: 'Week', starts_at: '2026-11-09', ends_at: '2026-11-15' })
    expect(find('week')).toMatchObject({
      startsAt: new Date(2026, 10, 9).getTime(),
      endsAt: new Date(2026, 10, 16).getTime() - 1,
    })
  })

  test.each<[string, JsonObject]>([
    ['title is missing', { slug: 'x' }],
    ['title must be text of 1 to 200', { title: ' ' }],
    ['subtitle must be text of at most 500', { title: 'x', subtitle: 'x'.repeat(501) }],
    ['badge_text must be text of at most 60', { title: 'x', badge_text: 'x'.repeat(61) }],
    ['rule_kind must be one of percentage, flat, buy_x_get_y', { title: 'x', rule_kind: 'bogof' }],
    ['rule_value must be text', { title: 'x', rule_value: {} }],
    ['is_active must be true or false', { title: 'x', is_active: 'maybe' }],
    ['starts_at must be an ISO 8601 time', { title: 'x', starts_at: 'tomorrow' }],
    ['ends_at must be an ISO 8601 time', { title: 'x', ends_at: '2026-02-30' }],
    ['ends_at must be later', { title: 'x', starts_at: diwali.ends_at, ends_at: diwali.starts_at }],
    ['ends_at must be later', { title: 'x', starts_at: diwali.ends_at, ends_at: diwali.ends_at }],
  ])('is refused with a sentence, and nothing is written: %s', async (sentence, line) => {
    const before = version()
    const refusal = await refusalOf(store(line))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toContain(sentence)
    expect(version()).toBe(before)
    expect(exportOffers(temporary().database.read)).toEqual([])
  })

  test('cannot be given a start behind the end that it has', async () => {
    await store(diwali)
    const refusal = await refusalOf(store({ slug: 'diwali', starts_at: '2026-12-01' }))
    expect(refusal.message).toContain('starts_at must be earlier than ends_at')
    expect(exportOffers(temporary().database.read)).toEqual([diwali])
  })
})

describe('an offer that prices', () => {
  const tenOff = { title: 'Ten', rule_kind: 'percentage', rule_value: '10' }

  test('is exported with what it is for, by names that another installation knows', async () => {
    const { database } = temporary()
    await addCategory(database, { name: 'Sweets', slug: 'sweets' })
    await addProduct(database, { sku: 'BARFI' })
    await addProduct(database, { sku: null, slug: 'loose-tea' })
    await store({ ...tenOff, slug: 'a', applies_to: 'categories', categories: ['sweets'] })
    await store({ ...tenOff, slug: 'b', applies_to: 'products', products: 'BARFI | loose-tea' })
    await store({ ...tenOff, slug: 'c', applies_to: 'everything' })
    const [a, b, c] = exportOffers(database.read)
    expect(a).toMatchObject({ applies_to: 'categories', categories: ['sweets'] })
    expect(b).toMatchObject({ applies_to: 'products', products: ['BARFI', 'loose-tea'] })
    expect(c).toMatchObject({ applies_to: 'everything' })
    for (const line of [a, b, c]) expect(await store(line ?? {})).toBe('unchanged')
  })

  test('keeps what it is for until the line says otherwise; null makes it an announcement again', async () => {
    const { database } = temporary()
    await addProduct(database, { sku: 'A' })
    await addProduct(database, { sku: 'B' })
    await store({ ...tenOff, slug: 't', applies_to: 'products', products: ['A'] })
    expect(await store({ slug: 't', rule_value: '20' })).toBe('updated')
    expect(exportOffers(database.read)).toMatchObject([{ products: ['A'], rule_value: '20' }])
    expect(await store({ slug: 't', products: ['B'] })).toBe('updated')
    expect(exportOffers(database.read)).toMatchObject([{ products: ['B'] }])
    await store({ slug: 't', applies_to: null })
    expect(find('t')).toMatchObject({ appliesTo: null, targets: null })
  })

  test('leaves out what was deleted meanwhile', async () => {
    const { database } = temporary()
    const { seq } = await addProduct(database, { sku: 'A' })
    await addProduct(database, { sku: 'B' })
    await store({ ...tenOff, applies_to: 'products', products: ['A', 'B'] })
    await database.write((conn) => conn.delete(products).where(eq(products.seq, seq)).run())
    expect(exportOffers(database.read)).toMatchObject([{ products: ['B'] }])
  })

  test.each<[string, JsonObject]>([
    ['applies_to must be', { applies_to: 'all' }],
    ['categories is missing: it must be a list of 1 to 1000 slugs', { applies_to: 'categories' }],
    [
      'categories must be slugs of categories, got "none"',
      { applies_to: 'categories', categories: ['none'] },
    ],
    ['products must be a list', { applies_to: 'products', products: [] }],
    ['products must be a list', { applies_to: 'products', products: [5] }],
    [
      'products must be SKUs of products, got "none"',
      { applies_to: 'products', products: ['none'] },
    ],
    ['rule_kind must be percentage or flat', { applies_to: 'everything', rule_kind: 'other' }],
    [
      'rule_value must be a percentage above 0 and below 100',
      { applies_to: 'everything', rule_value: '100' },
    ],
    [
      'rule_value must be an amount in rupees',
      { applies_to: 'everything', rule_kind: 'flat', rule_value: 'x' },
    ],
  ])('is refused with a sentence, and nothing is written: %s', async (sentence, line) => {
    const refusal = await refusalOf(store({ ...tenOff, ...line }))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toContain(sentence)
    expect(exportOffers(temporary().database.read)).toEqual([])
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { exportOffers, storeOffer } from '../../../../src/services/storefront/display/offers.ts'
import { findOfferBySlug } from '../../../../src/services/storefront/display/offers.ts'
import { catalogueVersion } from '../../../../src/services/storefront/catalogue-version.ts'
import {
  noon,
  refusalOf,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../../support/temporary-database.ts'

let temporary: TemporaryDatabase

beforeEach(() => {
  temporary = temporaryDatabase()
})

afterEach(() => temporary[Symbol.asyncDispose]())

function store(line: JsonObject, now = noon) {
  const deps = { store: storeOf(temporary.dir) }
  return temporary.database.write((conn) => storeOffer(conn, deps, line, now))
}

function find(slug: string) {
  return findOfferBySlug(temporary.database.read).get({ slug })
}

const version = () => catalogueVersion(temporary.database.read)

const diwali = {
  slug: 'diwali',
  title: 'Diwali sale',
  subtitle: 'On all sweets',
  badge_text: '10% off',
  image_url: 'https://cdn.example.com/diwali.jpg',
  rule_kind: 'percentage',
  rule_value: '10',
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
    expect(exportOffers(temporary.database.read)).toEqual([{ ...diwali, badge_text: '15% off' }])
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
    expect(exportOffers(temporary.database.read)).toEqual([{ ...diwali, [field]: value }])
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
    expect(exportOffers(temporary.database.read)).toEqual([])
  })

  test('cannot be given a start behind the end that it has', async () => {
    await store(diwali)
    const refusal = await refusalOf(store({ slug: 'diwali', starts_at: '2026-12-01' }))
    expect(refusal.message).toContain('starts_at must be earlier than ends_at')
    expect(exportOffers(temporary.database.read)).toEqual([diwali])
  })
})

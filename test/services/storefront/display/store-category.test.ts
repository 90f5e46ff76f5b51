import { describe, expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import { findFile } from '../../../../src/platform/files/file-rows.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import {
  exportCategories,
  storeCategory,
} from '../../../../src/services/storefront/display/categories.ts'
import { findCategoryBySlug } from '../../../../src/services/storefront/display/categories.ts'
import { catalogueVersion } from '../../../../src/services/storefront/catalogue-version.ts'
import { uncategorisedId } from '../../../../src/services/storefront/tables.ts'
import { png } from '../../../support/pictures.ts'
import { noon, refusalOf, temporaryDatabase } from '../../../support/temporary-database.ts'
import { eachAnew } from '../../../support/until-end.ts'

const temporary = eachAnew(temporaryDatabase)

function store(line: JsonObject, now = noon) {
  const deps = { store: storeOf(temporary().dir) }
  return temporary().database.write((conn) => storeCategory(conn, deps, line, now))
}

function find(slug: string) {
  return findCategoryBySlug(temporary().database.read).get({ slug })
}

const version = () => catalogueVersion(temporary().database.read)

describe('a category', () => {
  test('that is new stands first, by the name, without an image', async () => {
    expect(await store({ name: '  Dairy & Eggs ' })).toBe('created')
    expect(find('dairy-eggs')).toMatchObject({
      name: 'Dairy & Eggs',
      foldedName: 'dairy & eggs',
      sortOrder: 0,
      image: null,
      createdAt: noon,
      updatedAt: noon,
    })
  })

  test('matches by its slug, keeps it when the name changes, and keeps what the line leaves out', async () => {
    const image = 'https://cdn.example.com/rice.jpg'
    await store({ slug: 'rice', name: 'Rice', sort_order: 3, image_url: image })
    expect(await store({ slug: 'rice', name: 'चावल' }, noon + 1)).toBe('updated')
    expect(await store({ slug: 'rice', sort_order: -1 }, noon + 2)).toBe('updated')
    expect(find('rice')).toMatchObject({ name: 'चावल', sortOrder: -1, image, updatedAt: noon + 2 })
    expect(exportCategories(temporary().database.read)).toHaveLength(2)
  })

  test('matches by the slug that its name makes, in any script', async () => {
    expect(await store({ name: 'दाल और चावल' })).toBe('created')
    expect(await store({ name: 'दाल  और चावल!' })).toBe('updated')
    expect(find('दाल-और-चावल')?.name).toBe('दाल  और चावल!')
  })

  test('that is sent again changes nothing and leaves the catalogue’s version alone', async () => {
    const line = { slug: 'rice', name: 'Rice', sort_order: 3, image_url: null }
    await store(line)
    const before = version()
    expect(await store(line, noon + 1)).toBe('unchanged')
    expect(await store({ ...line, name: null, sort_order: null }, noon + 1)).toBe('unchanged')
    expect(find('rice')?.updatedAt).toBe(noon)
    expect(version()).toBe(before)
  })

  test('raises the catalogue’s version when it is made and when it changes', async () => {
    const before = version()
    await store({ name: 'Rice' })
    expect(version()).toBeGreaterThan(before)
    const made = version()
    await store({ name: 'Rice', sort_order: 1 })
    expect(version()).toBeGreaterThan(made)
  })

  test('may be the built-in one, which is renamed and moved but stays what it is', async () => {
    const line = { slug: 'uncategorised', name: 'Other things', sort_order: 5 }
    expect(await store(line)).toBe('updated')
    expect(find('uncategorised')).toMatchObject({
      id: uncategorisedId,
      name: 'Other things',
      sortOrder: 5,
    })
  })

  test.each<[string, JsonObject]>([
    ['name is missing', { slug: 'rice' }],
    ['name must be text of 1 to 200 characters', { name: '' }],
    ['name must be text of 1 to 200 characters', { name: 'x'.repeat(201) }],
    ['name must be text of 1 to 200 characters without control characters', { name: 'a\nb' }],
    ['name must be text', { name: 7 }],
    ['slug is missing', {}],
    ['slug is missing', { name: '!!!' }],
    ['such as "rice"', { name: 'Rice', slug: 'Rice' }],
    ['such as "a-b"', { name: 'Rice', slug: '../a/b' }],
    ['slug must be', { name: 'Rice', slug: '---' }],
    ['sort_order must be a whole number', { name: 'Rice', sort_order: 1.5 }],
    ['sort_order must be a whole number', { name: 'Rice', sort_order: '1' }],
    ['sort_order must be a whole number', { name: 'Rice', sort_order: 1e12 }],
    ['image_url must be an http or https address', { name: 'Rice', image_url: 'javascript:1' }],
    ['image_url must be an http or https address', { name: 'Rice', image_url: '' }],
    ['image_url must be', { name: 'Rice', image_url: 'https://me:secret@example.com/a.png' }],
    ['image_url must be', { name: 'Rice', image_url: `https://a.in/${'x'.repeat(2_048)}` }],
    ['is not stored here', { name: 'Rice', image_url: `/images/${'0'.repeat(64)}.png` }],
  ])('is refused with a sentence, and nothing is written: %s', async (sentence, line) => {
    const before = version()
    const refusal = await refusalOf(store(line))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toContain(sentence)
    expect(version()).toBe(before)
    expect(exportCategories(temporary().database.read)).toHaveLength(1)
  })
})

describe('the image of a category', () => {
  test('may be one that is stored, whatever the host is called, and is let go of with the last that has it', async () => {
    const { hash } = await storeOf(temporary().dir).put('images', png(4, 4))
    const state = () => findFile(temporary().database.read).get({ kind: 'images', hash })?.state
    const url = `http://192.168.1.7:3292/images/${hash}.png`
    await store({ name: 'Rice', image_url: url })
    await store({ name: 'Tea', image_url: `/images/${hash}.png` })
    expect([find('rice')?.image, find('tea')?.image]).toEqual([`${hash}.png`, `${hash}.png`])
    expect(state()).toBe('stored')
    await store({ slug: 'rice', image_url: null })
    expect(state()).toBe('stored')
    await store({ slug: 'tea', image_url: 'https://cdn.example.com/tea.jpg' })
    expect(state()).toBe('deleting')
    expect(await store({ slug: 'rice', image_url: url })).toBe('updated')
    expect(state()).toBe('stored')
  })

  test('must be called what it is', async () => {
    const { hash } = await storeOf(temporary().dir).put('images', png(4, 4))
    const refusal = await refusalOf(store({ name: 'Rice', image_url: `/images/${hash}.jpg` }))
    expect(refusal.message).toBe(`image_url: the image ${hash}.jpg is not stored here.`)
  })

  test('is none when it is the placeholder that a GET answered', async () => {
    await store({ name: 'Rice', image_url: 'https://cdn.example.com/rice.jpg' })
    const url = 'http://localhost:3292/images/placeholder.png'
    expect(await store({ slug: 'rice', image_url: url })).toBe('updated')
    expect(find('rice')?.image).toBeNull()
  })
})

test('exported categories are lines that change nothing when they are imported', async () => {
  const { hash } = await storeOf(temporary().dir).put('images', png(4, 4))
  await store({ name: 'Rice', sort_order: 2, image_url: `/images/${hash}.png` })
  await store({ name: 'Tea', sort_order: 1, image_url: 'https://cdn.example.com/tea.jpg' })
  const lines = exportCategories(temporary().database.read)
  expect(lines.map(({ slug }) => slug)).toEqual(['tea', 'rice', 'uncategorised'])
  for (const line of lines) expect(await store(line, noon + 1)).toBe('unchanged')
})

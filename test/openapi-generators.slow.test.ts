import { describe, expect, test } from 'bun:test'
import { apiDocuments } from '../src/app.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../src/platform/json/json.ts'
import { openShop } from './support/shop.ts'
import { untilEnd } from './support/until-end.ts'

/* What generators of clients need of the documents; `scripts/generated-clients.ts` builds and plays such clients. */

const texts = new Map<string, string>()

const shop = untilEnd(await openShop())
for (const [name, document] of apiDocuments(shop.deps, shop.storefront)) {
  texts.set(name, await document.text('https://books.example.com'))
}

describe.each(['scan-export', 'storefront'])('the document of %s', (name) => {
  test('says of numbers that they have a double’s digits: with seven, clients would lose paise', () => {
    expect(texts.get(name)).toContain('"type":"number","format":"double"')
    expect(texts.get(name)).not.toMatch(/"type":"number"(?!,"format":"double")/)
  })

  test('calls no schema what Go’s generators call the constructor of another', () => {
    const names = Object.keys(at(name, 'components', 'schemas'))
    expect(names.length).toBeGreaterThan(20)
    const made = new Set(names.map((each) => `New${each}`))
    expect(names.filter((each) => made.has(each))).toEqual([])
  })
})

describe('scan export', () => {
  test('has a path for each form that documents come in: generators drop a second one', () => {
    expect(formsOf('/api/public/v1/scans')).toEqual(['application/json'])
    expect(formsOf('/api/public/v1/scans/files')).toEqual(['multipart/form-data'])
  })

  test('sets no bounds around files: what Go’s generator makes of them does not compile', () => {
    const { files } = propertiesOf('scan-export', 'ScanFiles')
    expect(files).toMatchObject({ type: 'array', items: { format: 'binary' } })
    expect(files).not.toHaveProperty('minItems')
    expect(files).not.toHaveProperty('maxItems')
    expect(files).toHaveProperty('description', expect.stringContaining('1 to 100 files'))
  })

  test('says of ids that they are UUIDs, on the way in too', () => {
    expect(propertiesOf('scan-export', 'MarkSynced')).toMatchObject({
      ids: { items: { type: 'string', format: 'uuid' } },
    })
  })
})

describe('the storefront', () => {
  test('says of ids that they are UUIDs, on the way in too', () => {
    expect(propertiesOf('storefront', 'SyncRow')).toMatchObject({
      order_id: { format: 'uuid' },
      order_item_ids: { items: { format: 'uuid' } },
    })
  })

  test('says what may be null', () => {
    expect(propertiesOf('storefront', 'BulkProduct')).toMatchObject({
      vendor_id: { nullable: true },
      b2b_price: { nullable: true },
    })
    expect(propertiesOf('storefront', 'Product')).toMatchObject({ offer_price: { nullable: true } })
  })
})

function formsOf(path: string): string[] {
  return Object.keys(at('scan-export', 'paths', path, 'post', 'requestBody', 'content'))
}

function propertiesOf(name: string, schema: string): JsonObject {
  return at(name, 'components', 'schemas', schema, 'properties')
}

function at(name: string, ...keys: string[]): JsonObject {
  const document: JsonValue = JSON.parse(texts.get(name) ?? '{}')
  return keys.reduce((value, key) => objectOf(value[key]), objectOf(document))
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypes, { astToString } from 'openapi-typescript'
import { storefrontScopes } from '../src/accounts/keys/rules.ts'
import { apiDocuments } from '../src/app.ts'
import { errorCodes } from '../src/platform/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../src/platform/json/json.ts'
import { storefrontAbout, storefrontDocumented } from '../src/services/storefront/service.ts'
import { runDaybook } from './cli/run-daybook.ts'
import { mismatchesIn } from './support/schema-examples.ts'
import { openShop } from './support/shop.ts'
import { untilEnd } from './support/until-end.ts'

const base = 'https://shop.example.com/storefront'

/** The contract's endpoints and Daybook's extensions. */
const endpoints = [
  'GET /api/public/v1/changes',
  'GET /api/public/v1/categories',
  'GET /api/public/v1/import-results',
  'GET /api/public/v1/limits',
  'GET /api/public/v1/offers',
  'GET /api/public/v1/orders/unsynced',
  'GET /api/public/v1/products',
  'GET /api/public/v1/products/{slug}',
  'GET /api/public/v1/whoami',
  'POST /api/public/v1/import-results',
  'POST /api/public/v1/leases/{id}',
  'POST /api/public/v1/orders',
  'POST /api/public/v1/orders/sync',
  'POST /api/public/v1/orders/{id}/status',
  'POST /api/public/v1/products/bulk',
  'POST /api/public/v1/products/digest',
  'POST /api/public/v1/products/stock',
  'POST /api/public/v1/test/reset',
]

const shop = untilEnd(await openShop())
const text = (await apiDocuments(shop.deps, shop.storefront).get('storefront')?.text(base)) ?? ''
const document = JSON.parse(text)

function operations(): { name: string; operation: JsonObject }[] {
  return Object.entries(objectAt('paths')).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: objectOf(operation),
    })),
  )
}

describe('the storefront’s document', () => {
  test('lists every code of an error', () => {
    const { error } = objectAt('components', 'schemas', 'Error', 'properties')
    const { code } = objectOf(objectOf(error)['properties'])
    expect(objectOf(code)['enum']).toEqual([...errorCodes])
  })

  test('is valid OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('makes TypeScript types', async () => {
    const types = astToString(await openapiTypes(text))
    expect(types).toContain('next: string | null')
    expect(types).not.toContain('unknown[]')
  })

  test('has every endpoint, and nothing else', () => {
    expect(operations().map(({ name }) => name)).toEqual(expect.arrayContaining(endpoints))
    expect(operations()).toHaveLength(endpoints.length)
  })

  test('names each operation once, says what it does and which scope it needs', () => {
    const ids = operations().map(({ operation }) => operation['operationId'])
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations()) {
      expect(operation['operationId']).toMatch(/^[a-z][A-Za-z]+$/)
      expect(operation['summary']).toMatch(/\w/)
      const tags = operation['tags']
      const [tag] = Array.isArray(tags) ? tags : []
      expect(storefrontAbout.tags.map(({ name }) => name)).toContain(String(tag))
      if (operation['x-every-key'] === true) continue
      // What is followed needs a scope each.
      if (operation['operationId'] === 'listStorefrontChanges') continue
      const scope = String(operation['x-scope'])
      expect(Object.keys(storefrontScopes)).toContain(scope)
      expect(operation['description']).toEndWith(` Needs the scope \`${scope}\`.`)
    }
  })

  test('is documented with what any call can meet', () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(objectOf(operation['responses']))
      const common = ['401', '403', '429', '500']
      const written = ['400', '413', '503', '507']
      expect(statuses).toContainValues(name.startsWith('GET') ? common : [...common, ...written])
    }
  })

  test('says that a key is sent as a Bearer, and no other way', () => {
    expect(document['security']).toEqual([{ bearer: [] }])
    expect(Object.keys(objectAt('components', 'securitySchemes'))).toEqual(['bearer'])
  })

  test('names its licence and who made it', () => {
    expect(document['info']).toMatchObject({
      contact: { name: 'The Daybook developers' },
      license: { name: 'MIT' },
    })
  })

  test('refers only to what it holds, and holds no prefixes', () => {
    for (const [, part = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(Object.keys(objectAt('components', part))).toContain(name)
    }
    expect(text).not.toContain('"storefront.')
    expect(text).not.toContain('"$id"')
  })

  test('has examples that fit their schemas', () => {
    const checked = storefrontDocumented(shop.storefront).routes.flatMap(({ hooks }) =>
      mismatchesIn([hooks.body, hooks.response, hooks.detail]),
    )
    expect(checked.length).toBeGreaterThan(20)
    expect(checked.filter(({ fits }) => !fits)).toEqual([])
  })
})

describe('it is there', () => {
  test('over HTTP, without a key, and names the address that was called', async () => {
    const answer = await shop.call('GET', `${shop.url}/storefront/openapi.json`)
    expect(answer.status).toBe(200)
    expect(answer.json['servers']).toEqual([{ url: `${shop.url}/storefront` }])
    expect({ ...answer.json, servers: null }).toEqual({ ...document, servers: null })
  })

  test('on the command line', async () => {
    const printed = await runDaybook(['openapi', 'storefront', '--json', '--url', base])
    expect([printed.code, printed.stderr]).toEqual([0, ''])
    expect(printed.stdout.trim()).toBe(text)
  })
})

function objectAt(...keys: string[]): JsonObject {
  return keys.reduce((value, key) => objectOf(value[key]), document)
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

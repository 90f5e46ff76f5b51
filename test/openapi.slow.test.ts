import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypes, { astToString } from 'openapi-typescript'
import { apiDocuments } from '../src/app.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../src/platform/json/json.ts'
import { scanExportAbout, scanExportDocumented } from '../src/services/scan-export/service.ts'
import { runDaybook } from './cli/run-daybook.ts'
import { mismatchesIn } from './support/schema-examples.ts'
import { openShop, owner, ravi, type Shop } from './support/shop.ts'
import { untilEnd } from './support/until-end.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: JsonObject[]
  responses: Record<string, JsonObject>
}

const base = 'https://books.example.com/scan-export'
const list = '/api/public/v1/scans/unsynced'

const shop = untilEnd(await openShop())
const text = (await apiDocuments(shop.deps, shop.storefront).get('scan-export')?.text(base)) ?? ''
const document = JSON.parse(text)
const operations = Object.entries(objectAt('paths')).flatMap(([path, methods]) =>
  Object.entries(methods ?? {}).map(([method, operation]: [string, Operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

describe('the document', () => {
  test('is valid OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('makes TypeScript types', async () => {
    const types = astToString(await openapiTypes(text))
    expect(types).toContain('listUnsyncedScans: {')
    expect(types).toContain('category?: "vendor_invoice" | "purchase_order" | "bank_entry"')
    expect(types).toContain('next: string | null')
    expect(types).toContain('facts?: components["schemas"]["Facts"]')
    expect(types).toContain('taxable_value?: number')
    expect(types).not.toContain('unknown[]')
  })

  test('has every route of the service, and nothing else', () => {
    const routes = scanExportDocumented(shop.deps).routes.map(({ method, path }) => [
      method,
      path.replace(':id', '{id}'),
    ])
    expect(operations.map(({ method, path }) => [method, path]).toSorted()).toEqual(
      routes.toSorted(),
    )
  })

  test('names each operation once, and says what it does', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(operation.summary).toMatch(/\w/)
      expect(operation.description).toMatch(/\.$/)
      expect(scanExportAbout.tags.map(({ name }) => name)).toContain(operation.tags[0] ?? '')
    }
  })

  test('keeps the bounds and defaults of parameters', () => {
    const { parameters = [] } = operationOf('GET', list)
    const limit = parameters.find(({ name }) => name === 'limit')
    expect(limit?.['schema']).toEqual({ type: 'integer', minimum: 1, maximum: 1000, default: 500 })
    const category = parameters.find(({ name }) => name === 'category')
    expect(category?.['schema']).toMatchObject({ type: 'string' })
  })

  test('names where the service answers', () => {
    expect(document['servers']).toEqual([{ url: base }])
  })

  test('says how a key is sent', () => {
    expect(objectAt('components', 'securitySchemes')).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    })
    expect(document['security']).toEqual([{ bearer: [] }, { header: [] }])
  })

  test('names its licence and who made it, and what any request can meet', () => {
    expect(document['info']).toMatchObject({
      contact: { name: 'The Daybook developers' },
      license: { name: 'MIT' },
    })
    expect(objectAt('components', 'responses')).toMatchObject({
      MethodNotAllowed: {},
      NotFound: {},
      HeadersTooLarge: {},
      PayloadTooLarge: { description: expect.stringContaining('32 MiB') },
    })
  })

  test('refers only to what it holds, and holds no prefixes', () => {
    for (const [, part = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(Object.keys(objectAt('components', part))).toContain(name)
    }
    expect(text).not.toContain('scanExport.')
    expect(text).not.toContain('"$id"')
  })

  test('has examples that fit their schemas', () => {
    const checked = scanExportDocumented(shop.deps).routes.flatMap(({ hooks }) =>
      mismatchesIn([hooks.body, hooks.response, hooks.detail]),
    )
    expect(checked.length).toBeGreaterThan(20)
    expect(checked.filter(({ fits }) => !fits)).toEqual([])
  })
})

describe('the answers', () => {
  // What each operation is asked, so that each of its statuses that a caller can cause comes once.
  const asked: [string, string, () => Parameters<Shop['call']>[2], number][] = [
    ['GET', `${list}?lease=1`, () => ({ key: shop.keys.meena }), 200],
    ['GET', `${list}?limit=0`, () => ({ key: shop.keys.ravi }), 400],
    ['GET', list, () => ({}), 401],
    ['POST', '/api/public/v1/scans/mark-synced', () => ({ body: { ids: ['x'] } }), 401],
    ['POST', '/api/public/v1/scans/mark-synced', () => mine({ items: [{ id: 'x' }] }), 200],
    ['POST', '/api/public/v1/scans/mark-synced', () => mine({}), 400],
    ['POST', '/api/public/v1/scans', () => mine(upload), 201],
    ['POST', '/api/public/v1/scans', () => ({ ...mine(upload), headers: once }), 201],
    ['POST', '/api/public/v1/scans', () => ({ ...mine(otherUpload), headers: once }), 409],
    ['POST', '/api/public/v1/scans', () => mine({ category: 'letter' }), 400],
    ['GET', '/api/public/v1/vendors', () => ({ key: shop.keys.ravi }), 200],
    ['POST', '/api/public/v1/vendors', () => mine({ name: 'Acme' }), 403],
    ['POST', '/api/public/v1/vendors', () => owners({ name: 'Acme' }), 200],
    ['POST', '/api/public/v1/vendors', () => owners({ name: '' }), 400],
    ['GET', '/api/public/v1/products', () => ({ key: shop.keys.ravi }), 200],
    ['POST', '/api/public/v1/products', () => owners({ name: 'Rice' }), 200],
    ['POST', '/api/public/v1/products', () => owners({ name: 'x'.repeat(33_554_432) }), 413],
  ]
  const upload = { category: 'vendor_invoice', filename: 'a.pdf', raw: {} }
  const otherUpload = { ...upload, filename: 'b.pdf' }
  const once = { 'idempotency-key': 'once' }

  test.each(asked)(
    '%s %s is documented with what it answers',
    async (method, path, options, status) => {
      const answer = await shop.call(method, path, options())
      expect(answer.status).toBe(status)
      const response = responseOf(method, path.replace(/\?.*/, ''), status)
      for (const header of Object.keys(objectOf(response['headers']))) {
        // Retry-After and the like come with their statuses; a replay is not what happened here.
        if (header !== 'Idempotency-Replayed') expect(answer.headers.has(header)).toBe(true)
      }
      expect(Object.keys(objectOf(response['content']))).toEqual(['application/json'])
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      const schema = schemaOf(response)
      expect(Object.keys(answer.json).toSorted()).toEqual(
        Object.keys(objectOf(schema['properties'])).toSorted(),
      )
    },
  )

  test('GET is documented with 304, which has no body', async () => {
    const reader = await shop.addKey({ email: ravi, scopes: ['scans:extract'] })
    const bridge = await shop.addKey({ email: owner, scopes: ['scans:import'] })
    const keys = new Map([
      ['Readers', reader.key],
      ['Bridge', bridge.key],
    ])
    const lists = operations.filter((each) => each.method === 'GET' && !each.path.includes('{'))
    for (const { method, path, operation } of lists) {
      // It tells the time.
      if (path.endsWith('/whoami')) continue
      const key = keys.get(operation.tags[0] ?? '') ?? shop.keys.ravi
      const first = await shop.call(method, path, { key })
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
      const again = await shop.call(method, path, { key, headers })
      expect([again.status, again.text]).toEqual([304, ''])
      expect(responseOf(method, path, 304)).not.toHaveProperty('content')
    }
  })

  test('every operation is documented with what any call can meet', () => {
    for (const { method, operation } of operations) {
      const everywhere = method === 'GET' ? ['401', '429', '500'] : ['400', '401', '413', '429']
      expect(Object.keys(operation.responses)).toContainValues(everywhere)
      if (method !== 'GET') {
        expect(Object.keys(operation.responses)).toContainValues(['500', '503', '507'])
      }
    }
  })
})

describe('over HTTP', () => {
  test('it needs no key, and names the address that was called', async () => {
    const answer = await shop.call('GET', '/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.json['servers']).toEqual([{ url: `${shop.url}/scan-export` }])
    expect({ ...answer.json, servers: null }).toEqual({ ...document, servers: null })
  })

  test('it has an ETag', async () => {
    const first = await shop.call('GET', '/openapi.json')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await shop.call('GET', '/openapi.json', { headers })).status).toBe(304)
  })
})

describe('daybook openapi', () => {
  test('prints the same document', async () => {
    const printed = await runDaybook(['openapi', 'scan-export', '--json', '--url', base])
    expect(printed.stdout.trim()).toBe(text)
    expect(printed.code).toBe(0)
  })

  test('names the address of the settings when it is told none', async () => {
    const printed = await runDaybook(['openapi', 'scan-export', '--data', shop.dir.root])
    expect(JSON.parse(printed.stdout)['servers']).toEqual([
      { url: 'http://127.0.0.1:3292/scan-export' },
    ])
  })

  test('knows the services that there are', async () => {
    const printed = await runDaybook(['openapi', 'console'])
    expect([printed.code, printed.stdout]).toEqual([2, ''])
    expect(printed.stderr).toContain('scan-export, storefront')
  })
})

function mine(body: unknown) {
  return { key: shop.keys.ravi, body }
}

function owners(body: unknown) {
  return { key: shop.keys.owner, body }
}

function operationOf(method: string, path: string): Operation {
  const found = operations.find((each) => each.method === method && each.path === path)
  if (found === undefined) throw new Error(`${method} ${path} is not in the document.`)
  return found.operation
}

/** A documented response, with what it refers to in its place. */
function responseOf(method: string, path: string, status: number): JsonObject {
  const response = operationOf(method, path).responses[String(status)]
  if (response === undefined) throw new Error(`${method} ${path} is not documented with ${status}.`)
  return resolved(response)
}

function schemaOf(response: JsonObject): JsonObject {
  const media = objectOf(objectOf(response['content'])['application/json'])
  return resolved(objectOf(media['schema']))
}

function resolved(value: JsonObject): JsonObject {
  const { $ref } = value
  return typeof $ref === 'string' ? objectAt(...$ref.slice('#/'.length).split('/')) : value
}

function objectAt(...keys: string[]): JsonObject {
  return keys.reduce((value, key) => objectOf(value[key]), document)
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

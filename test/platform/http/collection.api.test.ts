import { expect, test } from 'bun:test'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json/json.ts'
import { scanExportAbout } from '../../../src/services/scan-export/service.ts'
import { storefrontAbout } from '../../../src/services/storefront/service.ts'
import { openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())

function list(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Each call of the collection, by its method and path. */
async function callsOf(service: string): Promise<Map<string, JsonObject>> {
  const { json } = await shop.call('GET', `${shop.url}/${service}/collection.json`)
  const calls = list(json['item']).flatMap(({ item }) => list(item))
  return new Map(
    calls.map((call) => {
      const { method, url } = object(call['request'])
      return [`${String(method)} ${String(object(url)['raw'])}`, object(call['request'])]
    }),
  )
}

test.each(['scan-export', 'storefront'])(
  'the collection of %s has each call of its document',
  async (service) => {
    const document = await shop.call('GET', `${shop.url}/${service}/openapi.json`)
    const described = Object.entries(object(document.json['paths'])).flatMap(([path, methods]) =>
      Object.keys(object(methods)).map(
        (method) => `${method.toUpperCase()} {{base}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    const calls = await callsOf(service)
    expect([...calls.keys()].toSorted()).toEqual(described.toSorted())
  },
)

test('it leads to the address that was called, with a key that everybody fills in', async () => {
  const { status, headers, json } = await shop.call('GET', `${shop.url}/storefront/collection.json`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(json).toMatchObject({
    info: { name: 'Daybook storefront', schema: expect.stringContaining('v2.1.0') },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}' }] },
    variable: expect.arrayContaining([
      { key: 'base', value: `${shop.url}/storefront` },
      { key: 'key', value: '' },
    ]),
  })
})

test('its calls work when they are sent as they are', async () => {
  const calls = await callsOf('storefront')
  const send = async (name: string) => {
    const { method, url, body } = object(calls.get(name))
    const path = String(object(url)['raw']).replace('{{base}}', '')
    const { raw } = object(body)
    return await shop.store(String(method), path, typeof raw === 'string' ? { raw } : {})
  }
  const bulk = await send('POST {{base}}/api/public/v1/products/bulk')
  expect(bulk.json).toMatchObject({ summary: { errors: 0 } })
  for (const name of [
    'GET {{base}}/api/public/v1/products',
    'POST {{base}}/api/public/v1/products/stock',
  ]) {
    expect([name, (await send(name)).status]).toEqual([name, 200])
  }
})

test('what a call answers is what later ones send', async () => {
  const { json } = await shop.call('GET', `${shop.url}/scan-export/collection.json`)
  const [scans] = list(json['item'])
  const [first] = list(object(scans)['item'])
  expect(JSON.stringify(object(first)['event'])).toContain(
    "pm.collectionVariables.set('scan_id', scan_id)",
  )
  expect(list(json['variable']).map(({ key }) => key)).toContain('scan_id')
  const calls = await callsOf('scan-export')
  const { body } = object(calls.get('POST {{base}}/api/public/v1/scans/mark-synced'))
  expect(JSON.parse(String(object(body)['raw']))).toMatchObject({ ids: ['{{scan_id}}'] })
  const { url } = object(calls.get('POST {{base}}/api/public/v1/leases/:id'))
  expect(object(url)['variable']).toEqual([{ key: 'id', value: '{{lease_id}}' }])
})

test('whatever leads to another call is a call of the service, and sent where it has a place', async () => {
  for (const [service, { collection }] of Object.entries({
    'scan-export': scanExportAbout,
    storefront: storefrontAbout,
  })) {
    const { json } = await shop.call('GET', `${shop.url}/${service}/openapi.json`)
    const ids = Object.values(object(json['paths'])).flatMap((methods) =>
      Object.values(object(methods)).map((operation) => String(object(operation)['operationId'])),
    )
    expect(ids).toEqual(expect.arrayContaining(Object.keys(collection.calls)))
    const taken = Object.values(collection.calls).flatMap(({ takes = {} }) => Object.values(takes))
    const sent = JSON.stringify([...(await callsOf(service)).values()])
    for (const variable of taken) expect(sent).toContain(`{{${variable}}}`)
    const given = Object.values(collection.calls).flatMap(({ gives = {} }) => Object.keys(gives))
    expect(given).toEqual(expect.arrayContaining(taken))
  }
})

test('calls that take another key ask for it by its own name', async () => {
  const { json } = await shop.call('GET', `${shop.url}/scan-export/collection.json`)
  const bridge = list(json['item']).find(({ name }) => name === 'Bridge')
  expect(bridge).toMatchObject({ auth: { bearer: [{ value: '{{bridge_key}}' }] } })
  const scans = list(json['item']).find(({ name }) => name === 'Scans')
  expect(scans).not.toHaveProperty('auth')
  const reset = (await callsOf('scan-export')).get('POST {{base}}/api/public/v1/test/reset')
  expect(reset).toMatchObject({ auth: { bearer: [{ value: '{{test_key}}' }] } })
  const names = list(json['variable']).map(({ key }) => key)
  expect(names).toEqual(expect.arrayContaining(['key', 'readers_key', 'bridge_key', 'test_key']))
})

test('files are fields of a form, and parameters are there but switched off', async () => {
  const calls = await callsOf('scan-export')
  const { body } = object(calls.get('POST {{base}}/api/public/v1/scans/files'))
  expect(body).toMatchObject({ mode: 'formdata' })
  expect(list(object(body)['formdata'])).toMatchObject([
    { key: 'category', type: 'text', value: 'vendor_invoice' },
    { key: 'files', type: 'file' },
    { key: 'raw', type: 'text', value: '' },
  ])
  const { url } = object(calls.get('GET {{base}}/api/public/v1/scans/unsynced'))
  const query = list(object(url)['query'])
  expect(query.map(({ key }) => key)).toContain('limit')
  expect(query.every(({ disabled }) => disabled === true)).toBe(true)
})

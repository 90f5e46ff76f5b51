import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { createKey } from '../src/accounts/keys/keys.ts'
import { isScope, storefrontScopes } from '../src/accounts/keys/rules.ts'
import { nobodysHash } from '../src/accounts/sessions/passwords.ts'
import { newToken, startSession } from '../src/accounts/sessions/sessions.ts'
import { setUp } from '../src/accounts/users/set-up.ts'
import { apiDocuments, createApp, storeOf } from '../src/app.ts'
import { sessionCookieName } from '../src/console/api/guard.ts'
import { reportOf } from '../src/platform/doctor/report.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../src/platform/json/json.ts'
import { openLog } from '../src/platform/log.ts'
import { scanExportDeps } from '../src/services/scan-export/service.ts'
import { endpoints, noId } from './console/api/endpoints.ts'
import { noon, setClock, temporaryDatabase } from './support/temporary-database.ts'
import { untilEnd } from './support/until-end.ts'

/*
 * What was sent and refused stands in no log, and so in no report: it may be a customer's phone, name or address. Every
 * route that takes a body gets wrong ones, with markers in the place of each value.
 */

setDefaultTimeout(300_000)

const url = 'http://localhost:3292'
const api = '/api/public/v1'

/** As a text, and as a number that could be a phone's. */
const marker = 'Asha-98220-Patil'
const number = 919822012345
const markers = [marker, String(number)]
const shapes: JsonValue[] = [
  marker,
  number,
  -number,
  `${marker} `.repeat(60),
  [marker],
  { [marker]: number },
  { a: { b: [marker] } },
]

type Sent = { method: string; path: string; headers: Record<string, string>; body: JsonValue }

const random = () => crypto.getRandomValues(new Uint8Array(32))

const temporary = untilEnd(temporaryDatabase())
const { database, dir } = temporary
const clock = setClock()
const { log, close: closeLog } = await openLog(dir.logs)
const calls = { add: () => undefined }
const { dispatcher } = createApp({
  database,
  dir,
  clock,
  log,
  calls,
  corsOrigins: [],
  publicUrl: undefined,
})
const token = newToken()
const cookie = `${sessionCookieName(url, { isSecure: false })}=${token}`
const keys = await database.write((conn) => {
  const owner = { email: 'boss@example.com', name: 'Boss', passwordHash: nobodysHash }
  const userId = setUp(conn, { organisation: 'Test', owner }, noon)
  startSession(conn, { userId, token, visitor: { address: '', userAgent: '' } }, noon)
  const input = { email: owner.email, allUsers: false, name: 'K' }
  const scopes = Object.keys(storefrontScopes).filter(isScope)
  const shop = { ...input, service: 'storefront' as const, scopes }
  const scans = { ...input, service: 'scan-export' as const }
  const [bridge, reader] = [['scans:import' as const], ['scans:extract' as const]]
  return {
    bridge: createKey(conn, { ...scans, scopes: bridge }, noon, random()).key,
    reader: createKey(conn, { ...scans, scopes: reader }, noon, random()).key,
    shop: createKey(conn, shop, noon, random()).key,
  }
})
const storefront = { database, clock, store: storeOf(dir) }
const documents = apiDocuments(scanExportDeps(storefront), storefront)
const routes = [
  ...consoleRoutes(),
  ...routesOf(JSON.parse((await documents.get('scan-export')?.text(url)) ?? ''), {
    prefix: '/scan-export',
    keyOf: ({ tags }) => (String(tags).includes('Readers') ? keys.reader : keys.bridge),
  }),
  ...routesOf(JSON.parse((await documents.get('storefront')?.text(url)) ?? ''), {
    prefix: '/storefront',
    keyOf: () => keys.shop,
  }),
]

function consoleRoutes(): Sent[] {
  const headers = { origin: url, cookie, 'content-type': 'application/json' }
  return endpoints.flatMap((endpoint) => {
    if (!('body' in endpoint)) return []
    const body: JsonValue = JSON.parse(JSON.stringify(endpoint.body ?? {}))
    const path = `/console/api${endpoint.path.replace('ID', noId)}`
    return { method: endpoint.method, path, headers, body }
  })
}

/** The routes of a service that take a body, with its example. */
function routesOf(
  document: JsonObject,
  { prefix, keyOf }: { prefix: string; keyOf(operation: JsonObject): string },
): Sent[] {
  const schemas = objectAt(document, 'components', 'schemas')
  const exampleOf = (schema: JsonObject): JsonValue => {
    const { $ref: ref, example } = schema
    if (typeof ref === 'string') return exampleOf(objectAt(schemas, ref.split('/').at(-1) ?? ''))
    if (example !== undefined) return example
    const properties = Object.entries(objectAt(schema, 'properties'))
    return Object.fromEntries(
      properties.map(([name, inner]) => [name, isJsonObject(inner) ? exampleOf(inner) : null]),
    )
  }
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      if (!isJsonObject(operation) || operation['requestBody'] === undefined) return []
      const schema = objectAt(operation, 'requestBody', 'content', 'application/json', 'schema')
      return {
        method: method.toUpperCase(),
        path: `${prefix}${path.replace('{id}', noId)}`,
        headers: { authorization: `Bearer ${keyOf(operation)}` },
        body: exampleOf(schema),
      }
    }),
  )
}

function objectAt(value: JsonValue, ...names: string[]): JsonObject {
  const found = names.reduce<JsonValue>(
    (inner, name) => (isJsonObject(inner) ? (inner[name] ?? null) : null),
    value,
  )
  return isJsonObject(found) ? found : {}
}

/** The body with one of its values after the other replaced. */
function* variantsOf(value: JsonValue): Generator<JsonValue> {
  yield* shapes
  if (Array.isArray(value)) {
    for (const [i, inner] of value.entries()) {
      for (const other of variantsOf(inner)) yield value.with(i, other)
    }
  } else if (isJsonObject(value)) {
    yield { ...value, [marker]: marker, [String(number)]: '\ud800' }
    for (const [name, inner] of Object.entries(value)) {
      for (const other of variantsOf(inner)) yield { ...value, [name]: other }
    }
  }
}

/** Bodies that are no JSON: parsers quote what they stumble over. */
const broken = [
  `{"phone": ${marker}}`,
  `{"phone": "${marker}`,
  `{${marker}: 1}`,
  marker,
  `{"phone": '${marker}'}`,
  `<phone>${marker}</phone>`,
  `phone=${marker}`,
]

async function send({ method, path, headers }: Sent, body: string): Promise<number> {
  const request = new Request(`${url}${path}`, {
    method,
    headers: { host: new URL(url).host, ...headers },
    body,
  })
  const answer = await dispatcher.answer(request, { service: undefined }, '127.0.0.1')
  await answer.arrayBuffer()
  return answer.status
}

test('a value that is refused, and a key in an address, reach neither the log nor the report', async () => {
  const statuses = new Map<number, number>()
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  expect(routes.length).toBeGreaterThan(80)
  for (const route of routes) {
    for (const body of broken) note(await send(route, body))
    for (const body of variantsOf(route.body)) note(await send(route, JSON.stringify(body)))
  }
  for (const path of [`/scan-export${api}/${keys.shop}`, `/${keys.shop}/x`, `/docs/${keys.shop}`]) {
    const request = new Request(url + path, { headers: { host: 'localhost:3292' } })
    const answer = await dispatcher.answer(request, { service: undefined }, '127.0.0.1')
    expect(await answer.text()).not.toContain(keys.shop)
  }
  await closeLog()
  const logged = readFileSync(join(dir.logs, 'daybook.log'), 'utf8')
  expect(statuses.get(400)).toBeGreaterThan(1000)
  expect(statuses.get(500) ?? 0).toBe(0)
  for (const each of markers) {
    const at = logged.indexOf(each)
    expect(at < 0 ? '' : logged.slice(Math.max(0, logged.lastIndexOf('\n', at)), at + 100)).toBe('')
  }
  expect(logged).toContain(`${api}/dbk_…`)
  for (const key of Object.values(keys)) expect(logged).not.toContain(key)
  // The rule and the field are there.
  expect(logged).toContain('customer_phone must be')
  expect(logged).toContain('"invalid_request')
  const { bytes } = await reportOf({
    dir,
    serverUrl: undefined,
    readConfig: () => ({ port: 0, tls: undefined, localName: undefined }),
    env: {},
    now: Date.now(),
  })
  const report = Object.values(unzipSync(bytes))
    .map((part) => strFromU8(part))
    .join('\n')
  expect(report).toContain('customer_phone must be')
  for (const each of markers) expect(report).not.toContain(each)
})

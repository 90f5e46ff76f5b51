import { expect, test } from 'bun:test'
import type { Scope } from '../../src/accounts/keys/rules.ts'
import { scanExportDocumented } from '../../src/services/scan-export/service.ts'
import { storefrontDocumented } from '../../src/services/storefront/service.ts'
import { allScopes, openShop, owner } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

/* Who may call which endpoint of the two services: every route, and every key. */

const shop = untilEnd(await openShop())

/** Which keys an endpoint takes: every one, test keys, those that deliver, of owners alone, or those with one of these scopes. */
type Needs = 'any key' | 'test key' | 'delivery' | "owner's delivery" | Scope[]

const scanExport: Record<string, Needs> = {
  'GET /scans/unsynced': 'delivery',
  'POST /scans/mark-synced': 'delivery',
  'POST /scans': 'delivery',
  'POST /scans/files': 'delivery',
  'GET /import-results': 'delivery',
  'POST /import-results': 'delivery',
  'POST /leases/:id': 'delivery',
  'GET /vendors': 'delivery',
  'POST /vendors': "owner's delivery",
  'GET /products': 'delivery',
  'POST /products': "owner's delivery",
  'GET /changes': 'delivery',
  'GET /whoami': 'any key',
  'GET /limits': 'any key',
  'POST /test/reset': 'test key',
  'GET /scans/unread': ['scans:extract'],
  'GET /scans/:id/file': ['scans:extract'],
  'POST /scans/:id/reading': ['scans:extract'],
  'PUT /bridge/report': ['scans:import'],
  'PUT /bridge/masters': ['scans:import'],
  'GET /bridge/mappings': ['scans:import'],
  'GET /bridge/decisions': ['scans:import'],
  'POST /bridge/decisions/:id/done': ['scans:import'],
}

const storefront: Record<string, Needs> = {
  'GET /products': ['storefront:read'],
  'GET /products/:slug': ['storefront:read'],
  'GET /categories': ['storefront:read'],
  'GET /offers': ['storefront:read'],
  'POST /products/bulk': ['products:write'],
  'POST /products/stock': ['products:write'],
  'POST /products/digest': ['products:write'],
  'GET /orders/unsynced': ['orders:read'],
  'POST /orders/sync': ['orders:write'],
  'POST /orders': ['orders:create'],
  'POST /orders/:id/status': ['orders:create'],
  'GET /import-results': ['orders:write'],
  'POST /import-results': ['orders:write'],
  'POST /leases/:id': ['orders:write'],
  'GET /changes': ['storefront:read', 'orders:read'],
  'GET /whoami': 'any key',
  'GET /limits': 'any key',
  'POST /test/reset': 'test key',
}

const services = [
  ['scan export', scanExport, '/scan-export', scanExportDocumented(shop.deps)],
  ['the storefront', storefront, '/storefront', storefrontDocumented(shop.storefront)],
] as const

test.each(services)('every route of %s is here', (_, needs, _base, { routes }) => {
  const names = routes.map(({ method, path }) => `${method} ${path.replace('/api/public/v1', '')}`)
  expect(Object.keys(needs).toSorted()).toEqual(names.toSorted())
})

/** A key of each kind, by its scope. A key without one delivers. */
const keys = new Map<Scope | 'delivers' | 'delivers for a member', string>([
  ['delivers', shop.keys.owner],
  ['delivers for a member', shop.keys.ravi],
])
for (const scope of ['scans:extract', 'scans:import', ...allScopes] as const) {
  const service = scope.startsWith('scans:') ? 'scan-export' : 'storefront'
  keys.set(scope, (await shop.addKey({ email: owner, service, scopes: [scope] })).key)
}

/** What a key is refused with; undefined where it may. */
function refusalOf(isScans: boolean, needs: Needs, scope: string): [number, string] | undefined {
  const isOfScans = scope.startsWith('scans:') || scope.startsWith('delivers')
  if (isScans && !isOfScans) return [401, 'scan export needs a scan-export key']
  if (!isScans && isOfScans) return [403, 'needs a storefront key']
  if (needs === 'test key') return [403, 'This works with test keys alone']
  if (needs === 'any key') return undefined
  if (needs === 'delivery' || needs === "owner's delivery") {
    if (scope === 'scans:extract') return [403, 'needs a key without a scope']
    const isRefused = needs !== 'delivery' && scope === 'delivers for a member'
    return isRefused ? [403, "Only an owner's key may change this list."] : undefined
  }
  return needs.some((one) => one === scope) ? undefined : [403, `lacks the scope ${needs[0]}`]
}

const all = services.flatMap(([name, needs, base]) =>
  Object.entries(needs).map(([endpoint, need]) => {
    const [method = '', path = ''] = endpoint.split(' ')
    const url = `${shop.url}${base}/api/public/v1${path.replace(/:\w+/, crypto.randomUUID())}`
    return { name, endpoint, method, url, need }
  }),
)

const ask = (method: string, url: string, key?: string) =>
  shop.call(method, url, { ...(method === 'GET' ? {} : { raw: '[]' }), ...(key && { key }) })

test.each(all)('$name refuses $endpoint without a key', async ({ method, url }) => {
  const { status, headers } = await ask(method, url)
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test.each(all)(
  '$name answers $endpoint to the keys that it is for, and tells others the reason',
  async ({ name, method, url, need }) => {
    for (const [scope, key] of keys) {
      const { status, text } = await ask(method, url, key)
      const [refused, reason = ''] = refusalOf(name === 'scan export', need, scope) ?? []
      if (refused === undefined) expect([200, 400, 404]).toContain(status)
      else expect([scope, status, text]).toEqual([scope, refused, expect.stringContaining(reason)])
    }
  },
)

test.each(all.filter(({ need }) => need !== 'test key'))(
  '$name answers another method than $endpoint with 405, and names those that there are',
  async ({ name, method, url }) => {
    const key = name === 'scan export' ? shop.keys.owner : shop.keys.storefront
    const { status, headers } = await ask('DELETE', url, key)
    expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining(method)])
  },
)

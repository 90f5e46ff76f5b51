import type { Scope, Service } from '../../../accounts/scopes.ts'

/** What a key can be tried with: it changes nothing, and answers 200 to a key that works. */
const tries: readonly { scope: Scope; path: string; body?: string }[] = [
  { scope: 'storefront:read', path: 'products?limit=1' },
  { scope: 'orders:read', path: 'orders/unsynced?limit=1' },
  { scope: 'products:write', path: 'products/stock', body: '{"updates":[]}' },
  { scope: 'orders:write', path: 'orders/sync', body: '{"orders":[]}' },
]

/**
 * A line for a terminal that tries a key at an address, quoted so that it works in cmd.exe too; null for a key that
 * can only do things.
 */
export function tryLine(
  base: string,
  { service, scopes }: { service: Service; scopes: readonly Scope[] },
  key: string,
): string | null {
  const api = `${base}/api/public/v1`
  const head = `curl -H "Authorization: Bearer ${key}"`
  if (service === 'scan-export') return `${head} "${api}/scans/unsynced?limit=1"`
  const found = tries.find(({ scope }) => scopes.includes(scope))
  if (found === undefined) return null
  const { path, body } = found
  const data = body === undefined ? '' : ` -d "${body.replaceAll('"', String.raw`\"`)}"`
  return `${head}${data} "${api}/${path}"`
}

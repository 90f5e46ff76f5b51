export const services = ['scan-export', 'storefront'] as const
export type Service = (typeof services)[number]

/** What each storefront scope grants (source: the contract; those behind `orders:write` are Daybook's extensions). */
export const storefrontScopes = {
  'storefront:read': 'read products, categories, offers',
  'products:write': 'bulk create and stock updates',
  'orders:read': 'fetch orders with synced-product items',
  'orders:write': 'mark orders as synced',
  'orders:create': 'place orders at the prices of the catalogue, move their status',
  'orders:price': 'set prices and discounts in these orders: for a till, not for a web shop',
} as const

export type Scope = keyof typeof storefrontScopes

export const roles = ['owner', 'member'] as const
export type Role = (typeof roles)[number]

/** Keys that only an owner may have, as they reach more than its own scans. */
export function isOwnersKey(key: { service: Service; allUsers: boolean }): boolean {
  return key.service === 'storefront' || key.allUsers
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(storefrontScopes, text)
}

/** The scopes of a key, as the database has them: a JSON list. */
export function readScopes(stored: string): Scope[] {
  const scopes: unknown = JSON.parse(stored)
  return Array.isArray(scopes) ? scopes.map(String).filter(isScope) : []
}

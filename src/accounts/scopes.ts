export const services = ['scan-export', 'storefront'] as const
export type Service = (typeof services)[number]

/** What each storefront scope grants (source: the contract; `orders:create` is Daybook's extension). */
export const storefrontScopes = {
  'storefront:read': 'read products, categories, offers',
  'products:write': 'bulk create and stock updates',
  'orders:read': 'fetch orders with synced-product items',
  'orders:write': 'mark orders as synced',
  'orders:create': 'place orders and move their status',
} as const

export type Scope = keyof typeof storefrontScopes

export const roles = ['owner', 'member'] as const
export type Role = (typeof roles)[number]

export function isScope(text: string): text is Scope {
  return Object.hasOwn(storefrontScopes, text)
}

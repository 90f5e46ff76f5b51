const apiPath = '/api/public/v1/'

/** What the calls of both services do, by method and path; `*` stands for an id or a slug. */
const known: Readonly<Record<string, string>> = {
  'GET scans/unsynced': 'Fetch waiting documents',
  'POST scans/mark-synced': 'Mark documents as synced',
  'POST scans': 'Send documents in',
  'GET vendors': 'Read the vendors',
  'POST vendors': 'Change a vendor',
  'GET products': 'Read the products',
  'POST products': 'Change a product name',
  'GET products/*': 'Read a product',
  'POST products/bulk': 'Send products',
  'POST products/stock': 'Send stock and prices',
  'GET categories': 'Read the categories',
  'GET offers': 'Read the offers',
  'GET orders/unsynced': 'Fetch waiting orders',
  'POST orders/sync': 'Mark orders as synced',
  'POST orders': 'Place an order',
  'GET orders/*': 'Read an order',
  'POST orders/*/status': 'Move an order on',
}

/** What a call was for, as somebody in the shop would say it. */
export function callWords({ method, path }: { method: string; path: string }): string {
  const place = shortPath(path)
  const verb = method === 'HEAD' ? 'GET' : method
  const exact = known[`${verb} ${place}`]
  if (exact !== undefined) return exact
  const [first, , ...rest] = place.split('/')
  return known[`${verb} ${[first, '*', ...rest].join('/')}`] ?? 'Another call'
}

/** A path without what all of them begin with. */
export function shortPath(path: string): string {
  const start = path.indexOf(apiPath)
  return start < 0 ? path : path.slice(start + apiPath.length).replace(/\/$/, '')
}

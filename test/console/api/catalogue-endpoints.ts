/** An offer as its form sends it. */
const offer = {
  title: 'Monsoon sale',
  subtitle: '',
  badge_text: '10% off',
  rule_kind: 'percentage',
  rule_value: '10',
  is_active: true,
  starts_at: null,
  ends_at: null,
}

/** Those of products, categories and offers. */
export const catalogueEndpoints = [
  { method: 'GET', path: '/products', audience: 'counter' },
  { method: 'GET', path: '/products/options', audience: 'counter' },
  { method: 'GET', path: '/products/vendors', audience: 'counter' },
  { method: 'GET', path: '/products/ID', audience: 'counter' },
  { method: 'POST', path: '/products', audience: 'counter', body: { product: { name: 'Rice' } } },
  { method: 'POST', path: '/products/ID', audience: 'counter', body: { product: { mrp: 1 } } },
  {
    method: 'POST',
    path: '/products/change',
    audience: 'counter',
    body: { ids: ['x'], change: { is_active: false } },
  },
  {
    method: 'POST',
    path: '/products/ID/photos',
    audience: 'counter',
    body: { photos: ['x'], replaces: false },
  },
  {
    method: 'POST',
    path: '/product-photos/match',
    audience: 'counter',
    body: { names: ['x.jpg'] },
  },
  { method: 'POST', path: '/products/delete', audience: 'counter', body: { ids: ['x'] } },
  { method: 'GET', path: '/categories', audience: 'counter' },
  { method: 'POST', path: '/categories', audience: 'counter', body: { name: 'Snacks' } },
  { method: 'POST', path: '/categories/ID', audience: 'counter', body: { name: 'Snacks' } },
  { method: 'POST', path: '/categories/ID/move', audience: 'counter', body: { after: 'x' } },
  { method: 'POST', path: '/categories/ID/delete', audience: 'counter' },
  { method: 'GET', path: '/offers', audience: 'counter' },
  { method: 'GET', path: '/offers/targets?search=a', audience: 'counter' },
  { method: 'POST', path: '/offers', audience: 'counter', body: offer },
  { method: 'POST', path: '/offers/ID', audience: 'counter', body: offer },
  { method: 'POST', path: '/offers/ID/move', audience: 'counter', body: { after: 'x' } },
  { method: 'POST', path: '/offers/ID/delete', audience: 'counter' },
  {
    method: 'POST',
    path: '/product-import',
    audience: 'counter',
    body: { columns: ['sku', 'name'], rows: [['A', 'Tea']], dryRun: true },
  },
] as const

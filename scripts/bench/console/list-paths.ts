import { frequentWords, mixed, productName } from '../storefront/product-texts.ts'
import { skuOf } from '../storefront/product-rows.ts'
import { barcodeOf, orderNoOf } from './fill-catalogue.ts'
import { consoleSize, type PreparedConsole } from './prepare-console.ts'

/** What is asked for in a round, relative to the console's API; what is looked for is another each time. */
export type ListPath = {
  name: string
  path: (round: number) => string
  as?: keyof PreparedConsole['tokens']
}

const { products, orders, scans } = consoleSize
const pageRows = 50

/** Every list of the console, as its page asks for it. */
export function listPaths(keyId: string): ListPath[] {
  return [
    ...productPaths(),
    ...documentPaths(),
    ...rulePaths(),
    ...orderPaths(),
    { name: 'integrations', path: () => '/integrations' },
    { name: 'calls of a key', path: () => `/integrations/${keyId}/calls?size=200` },
    ...pages('activity', '/activity', consoleSize.history),
    { name: 'activity about deliveries', path: () => '/activity?kind=deliveries' },
    { name: 'activity of a member', path: () => '/activity', as: 'member' },
    { name: 'people', path: () => '/activity/people' },
    { name: 'home', path: () => '/home' },
    { name: 'home of a member', path: () => '/home', as: 'member' },
    { name: 'chart of days', path: () => '/home/days' },
    ...pages('users', '/users', consoleSize.users),
    ...pages('credits', '/credits', scans * 0.9),
    { name: 'API keys', path: () => '/keys' },
    { name: 'categories', path: () => '/categories' },
    { name: 'offers', path: () => '/offers' },
  ]
}

function productPaths(): ListPath[] {
  const sorts = ['created', 'name', 'price', 'stock', 'changed']
  return [
    ...sorts.flatMap((sort) =>
      ['up', 'down'].flatMap((direction) =>
        pages(
          `products by ${sort}, ${direction}`,
          productList(`sort=${sort}&direction=${direction}`),
          products,
        ),
      ),
    ),
    productSearch('products, name', (round) => productName(anyOf(products, round))),
    productSearch(
      'products, frequent word',
      (round) => productName(anyOf(products, round)).split(' ')[round % 2],
    ),
    productSearch('products, one letter', (round) => 'aeiourst'[round % 8]),
    productSearch('products, word of descriptions only', (round) => frequentWords[round % 12]),
    productSearch('products, SKU', (round) => skuOf(anyOf(products, round))),
    productSearch('products, barcode', (round) => barcodeOf(anyOf(products, round))),
    productSearch('products, no match', (round) => `nowhere${round}`),
    ...['approval=pending', 'approval=approved', 'active=no', 'active=yes'].map(filtered),
    ...['lacks=stock', 'lacks=price', 'lacks=image'].map(filtered),
    filtered('sort=price&lacks=stock'),
  ]
}

function documentPaths(): ListPath[] {
  const filters = [
    ...['pending', 'successful', 'failed'].map((state) => `state=${state}`),
    ...['vendor_invoice', 'purchase_order', 'bank_entry'].map((name) => `category=${name}`),
    'synced=yes',
    'synced=no',
    'duplicate=yes',
    'duplicate=no',
    'from=2020-01-01&until=2099-12-31',
    'state=successful&synced=no&duplicate=no&category=bank_entry',
  ]
  return [
    ...pages('documents', '/documents', scans),
    ...filters.map((filter) => ({
      name: `documents, ${filter}`,
      path: () => `/documents?${filter}`,
    })),
    documentText('file name', (round) => `scan-${anyOf(scans, round)}.pdf`),
    documentText('number', (round) => `INV/26-27/${anyOf(scans, round)}`),
    documentText('narration', (round) => `VENDOR ${round} TRADERS`),
    documentText('word of every document', () => 'sharma'),
    documentText('no match', (round) => `nowhere ${round}`),
    { name: 'documents of a member', path: () => '/documents', as: 'member' },
    {
      name: 'documents of a member, no match',
      path: (round) => `/documents?text=nowhere${round}`,
      as: 'member',
    },
  ]
}

function rulePaths(): ListPath[] {
  return [
    { name: 'rules', path: () => '/rules' },
    { name: 'rules, search', path: (round) => `/rules?search=uom${round}` },
    { name: 'unknown labels', path: () => '/rules/unknown?kind=labels' },
    { name: 'unknown values', path: () => '/rules/unknown?kind=values' },
    { name: 'built-in labels', path: () => '/rules/built-in' },
    { name: 'vendors', path: () => '/names?kind=vendor' },
    { name: 'vendors, search', path: (round) => `/names?kind=vendor&q=${round}` },
    { name: 'unknown vendors', path: () => '/names/unknown?kind=vendor' },
    { name: 'unknown product names', path: () => '/names/unknown?kind=product' },
  ]
}

function orderPaths(): ListPath[] {
  return [
    ...pages('orders', '/orders', orders),
    ...pages('orders, oldest', '/orders?sort=oldest', orders),
    ...['status=paid', 'sync=waiting', 'sync=synced', 'sync=left%20out', 'from=2026-01-01'].map(
      (filter) => ({ name: `orders, ${filter}`, path: () => `/orders?${filter}` }),
    ),
    orderSearch('number', (round) => orderNoOf(anyOf(orders, round))),
    orderSearch('customer', (round) => `Customer ${anyOf(orders, round)}`),
    orderSearch('phone', (round) => String(mixed(round, 505) % 1_000_000_000).slice(0, 7)),
    orderSearch('no match', (round) => `nowhere ${round}`),
    {
      name: 'articles for an order',
      path: (round) =>
        `/orders/articles?search=${encodeURIComponent(productName(anyOf(orders, round)))}`,
    },
  ]
}

/** The first page, the one in the middle and the last. */
function pages(name: string, path: string, rows: number): ListPath[] {
  const last = Math.max(1, Math.ceil(rows / pageRows))
  const numbers = { 'first page': 1, 'middle page': Math.ceil(last / 2), 'last page': last }
  const separator = path.includes('?') ? '&' : '?'
  return Object.entries(numbers).map(([which, page]) => ({
    name: `${name}, ${which}`,
    path: () => `${path}${separator}page=${page}`,
  }))
}

function productList(query: string): string {
  return `/products?${query}`
}

function filtered(filter: string): ListPath {
  return { name: `products, ${filter}`, path: () => productList(filter) }
}

type Text = (round: number) => string | undefined

function productSearch(name: string, text: Text): ListPath {
  return { name, path: (round) => productList(`search=${encoded(text, round)}`) }
}

function documentText(name: string, text: Text): ListPath {
  return { name: `documents, ${name}`, path: (round) => `/documents?text=${encoded(text, round)}` }
}

function orderSearch(name: string, text: Text): ListPath {
  return { name: `orders, ${name}`, path: (round) => `/orders?search=${encoded(text, round)}` }
}

function encoded(text: Text, round: number): string {
  return encodeURIComponent(text(round) ?? '')
}

/** One of so many, another one in each round. */
function anyOf(count: number, round: number): number {
  return mixed(round, 601) % count
}

import { Elysia } from 'elysia'
import { dutiesOf, type Duty } from '../../accounts/rules.ts'
import { byName, listEntriesPage } from '../../names/queries.ts'
import { queryOf, querySchemaOf, textField } from '../../platform/http/fields.ts'
import { foldText } from '../../platform/text.ts'
import { findCalledScans } from '../../services/scan-export/overview/list-scans.ts'
import { findOrders } from '../../services/storefront/orders/list-orders.ts'
import { listAllProducts } from '../../services/storefront/inventory/list-products.ts'
import type { ConsoleDeps } from '../api/deps.ts'
import { forMembers, sessionOf, type Session } from '../api/guard.ts'

/** The most results of each kind. For more there is each list's own search. */
const foundMax = 5

/** A single letter matches everything. */
const charactersMin = 2
const charactersMax = 100

const searchField = textField('search', {
  maxLength: charactersMax,
  description: 'Part of a number, a name or a SKU.',
})

/** `detail` distinguishes results with the same title. */
type Found = {
  kind: 'document' | 'product' | 'order' | 'vendor'
  id: string
  title: string
  detail: string
}

type Source = {
  isFor: Duty
  find(deps: ConsoleDeps, text: string, session: Session): Found[] | Promise<Found[]>
}

/** Searches documents, products, orders and vendors by name. The lists search further fields. Everybody finds only what they may open. */
export function searchRoutes(deps: ConsoleDeps) {
  return new Elysia().get(
    '/api/search',
    async ({ request }) => ({ items: await find(deps, request) }),
    { query: querySchemaOf([searchField]), ...forMembers },
  )
}

async function find(deps: ConsoleDeps, request: Request): Promise<Found[]> {
  const text = (searchField.read(queryOf(request)) ?? '').trim()
  if (text.length < charactersMin) return []
  const session = sessionOf(request)
  const duties = dutiesOf(session)
  const found: Found[] = []
  for (const { isFor, find: findIn } of sources) {
    if (!duties.includes(isFor)) continue
    found.push(...(await findIn(deps, text, session)))
    // Other requests get a turn between two searches, because each goes through a whole list.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}

const page = { limit: foundMax, offset: 0 }

const sources: readonly Source[] = [
  { isFor: 'clerk', find: findDocuments },
  { isFor: 'counter', find: findProducts },
  { isFor: 'counter', find: ordersCalled },
  { isFor: 'clerk', find: findVendors },
]

async function findDocuments(
  { scanExport }: ConsoleDeps,
  text: string,
  { role, userId }: Session,
): Promise<Found[]> {
  const whose = role === 'owner' ? null : userId
  const found = findCalledScans(scanExport, { text, userId: whose, limit: foundMax })
  return found.map((scan) => ({
    kind: 'document',
    id: scan.id,
    title: namesOf(scan.seller, scan.invoiceNo) || scan.filename,
    detail: namesOf(scan.filename, scan.invoiceDate),
  }))
}

async function findProducts({ storefront }: ConsoleDeps, search: string): Promise<Found[]> {
  const sorted = { sort: 'name', isDescending: false } as const
  const { products } = await listAllProducts(storefront, { search }, { ...sorted, ...page })
  return products.map(({ id, name, sku, category_name }) => ({
    kind: 'product',
    id,
    title: name,
    detail: namesOf(sku, category_name),
  }))
}

function ordersCalled({ storefront }: ConsoleDeps, text: string): Found[] {
  return findOrders(storefront, { text, limit: foundMax }).map((order) => ({
    kind: 'order',
    id: order.id,
    title: order.orderNo,
    detail: namesOf(order.customerName, order.customerPhone),
  }))
}

function findVendors({ database }: ConsoleDeps, search: string): Found[] {
  return listEntriesPage(byName)(database.read)
    .all({ kind: 'vendor', search: foldText(search), ...page })
    .map(({ id, name }) => ({ kind: 'vendor', id, title: name, detail: '' }))
}

function namesOf(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}

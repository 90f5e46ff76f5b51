import { Elysia } from 'elysia'
import { dutiesOf, type Duty } from '../../accounts/rules.ts'
import { byName, listEntriesPage } from '../../names/queries.ts'
import { queryOf, querySchemaOf, textField } from '../../platform/http/fields.ts'
import { foldText } from '../../platform/text.ts'
import { findCalledScans } from '../../services/scan-export/overview/list-scans.ts'
import { findOrders } from '../../services/storefront/orders/list-orders.ts'
import { findProducts } from '../../services/storefront/inventory/list-products.ts'
import type { ConsoleDeps } from '../api/deps.ts'
import { forMembers, sessionOf, type Session } from '../api/guard.ts'
import { Type } from '@sinclair/typebox'
import { listViews, removeView, saveView } from '../../accounts/saved-views.ts'
import { idParameter, textOf } from '../api/fields.ts'

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
  { isFor: 'counter', find: productsCalled },
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

async function productsCalled({ storefront }: ConsoleDeps, text: string): Promise<Found[]> {
  const found = await findProducts(storefront, text, foundMax)
  return found.map(({ id, name, sku, category_name }) => ({
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

/** The most columns of a view, and the longest name of a column in characters: more than any list has. */
const columnsMax = 50
const columnLengthMax = 40

const listField = textField('list', { maxLength: 40, description: 'Of which list.' })

const columns = Type.Array(Type.String({ maxLength: columnLengthMax }), {
  maxItems: columnsMax,
  expected: `a list of at most ${columnsMax} columns`,
})

const saveBody = Type.Object({
  list: textOf('the name of a list'),
  name: textOf('a name'),
  search: textOf('what the address says'),
  columns: Type.Union([columns, Type.Null()], { expected: 'a list of columns, or null' }),
})

/** Saved views of lists. Every user has their own. */
export function viewRoutes({ database, clock }: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/views',
      ({ request }) => {
        const { userId } = sessionOf(request)
        const list = listField.read(queryOf(request)) ?? ''
        return { items: listViews(database.read).all({ userId, list }) }
      },
      { query: querySchemaOf([listField]), ...forMembers },
    )
    .post(
      '/api/views',
      async ({ request, body }) => {
        const { userId } = sessionOf(request)
        const view = { ...body, userId }
        return { id: await database.write((conn) => saveView(conn, view, clock.now())) }
      },
      { body: saveBody, ...forMembers },
    )
    .post(
      '/api/views/:id/remove',
      async ({ request, params: { id } }) => {
        const { userId } = sessionOf(request)
        await database.write((conn) => removeView(conn, userId, id))
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
}

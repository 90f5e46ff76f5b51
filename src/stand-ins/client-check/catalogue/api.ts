import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { type Answer, refusing, type Request } from '../scenario.ts'
import { storefrontRefusal } from '../storefront.ts'
import { compare } from './digest.ts'
import { readProduct, readStock, type Row } from './rows.ts'
import { hasPrice, isSame, noteSent, type Shelf, write } from './shelf.ts'

/** Rows of one call (source: the contract). */
const rowsMax = 10_000

export type CatalogueKind = 'bulk' | 'stock' | 'digest' | 'other'

const kinds = new Map<string, CatalogueKind>([
  ['products/bulk', 'bulk'],
  ['products/stock', 'stock'],
  ['products/digest', 'digest'],
])

const refused = refusing(storefrontRefusal)

export function kindOf({ method, path, query }: Request): CatalogueKind {
  // What is only tried is not sent.
  const isTried = path === 'products/bulk' && ['true', '1'].includes(query.get('dry_run') ?? '')
  return method === 'POST' && !isTried ? (kinds.get(path) ?? 'other') : 'other'
}

/** The rows that a call carries; undefined where it carries none. */
function rowsOf({ path, body, now }: Request): Row[] | undefined {
  const list = path === 'products/bulk' ? 'products' : 'updates'
  const rows = isJsonObject(body) ? body[list] : undefined
  if (!Array.isArray(rows)) return undefined
  const read = list === 'products' ? readProduct : readStock
  return rows.map((row) => read(row, now))
}

/** Notes what a call sends, whatever becomes of it. */
export function note(shelf: Shelf, request: Request): void {
  const rows = rowsOf(request) ?? []
  if (rows.length > 0) shelf.calls += 1
  const together = new Map<string, Row>()
  for (const row of rows.flatMap((each) =>
    each.problem === undefined ? [each, ...each.variants] : [],
  )) {
    const before = together.get(row.sku)
    if (before !== undefined && contradicts(before, row)) {
      shelf.faults.add(`One call says ${row.sku} twice, and differently: only the last one stays.`)
    }
    together.set(row.sku, row)
    noteSent(shelf, row.sku, row.values)
  }
}

function contradicts(one: Row, later: Row): boolean {
  return [...one.values].some(
    ([name, value]) => later.values.has(name) && !isSame(later.values.get(name), value),
  )
}

/** Answers one call as Daybook does. */
export function answerOf(shelf: Shelf, request: Request): Answer {
  const { method, path, body } = request
  if (!kinds.has(path)) return other(request)
  if (method !== 'POST') return refused(405, `${method} is not what ${path} takes.`)
  if (path === 'products/digest') return compare(shelf, body, refused)
  const rows = rowsOf(request)
  const list: List = path === 'products/bulk' ? 'products' : 'updates'
  if (rows === undefined) return refused(400, `${list} must be a list.`)
  if (rows.length > rowsMax) return refused(413, tooMany(list, rows.length, rowsMax))
  const target = kindOf(request) === 'other' ? copyOf(shelf) : shelf
  const results = rows.map((row, index) => ({
    index,
    sku: row.sku,
    ...takeRow(target, list, row, { index, now: request.now }),
  }))
  return { status: 200, body: { summary: summaryOf(list, results), results } }
}

type List = 'products' | 'updates'

/** Writes one row, or says why not. */
function takeRow(
  shelf: Shelf,
  list: List,
  row: Row,
  { index, now }: { index: number; now: number },
): JsonObject & { status: string } {
  const { sku, problem, warnings, variants } = row
  if (problem !== undefined) {
    const place = `${list}[${index}]${sku === '' ? '' : ` (${sku})`}`
    shelf.faults.add(`${place}: ${problem.message}`)
    return errorOf(list, problem.message, problem.field)
  }
  for (const warning of warnings) shelf.warnings.add(`${sku}: ${warning}`)
  const refusal = shelf.refuse(sku)
  if (refusal === undefined) {
    return list === 'products' ? takeProduct(shelf, row, now) : takeStock(shelf, row, now)
  }
  for (const variant of variants) shelf.excused.add(variant.sku)
  return errorOf(list, refusal, null)
}

/** What is only tried is written here: nothing of it is graded, and nothing begins with it. */
function copyOf(shelf: Shelf): Shelf {
  const articles = [...shelf.articles].map(
    ([sku, article]) => [sku, { ...article, values: new Map(article.values) }] as const,
  )
  return {
    ...shelf,
    articles: new Map(articles),
    excused: new Set(shelf.excused),
    faults: new Set(),
    warnings: new Set(),
    refuse: (sku) => (shelf.excused.has(sku) ? shelf.refuse(sku) : undefined),
    refuseImages: () => undefined,
  }
}

export function tooMany(list: string, count: number, max: number): string {
  return `${list} has ${count} rows, and at most ${max} are allowed: send them in smaller parts. Nothing was written.`
}

function errorOf(list: List, message: string, field: string | null) {
  const error = { message, code: 'invalid_request', field }
  const more = list === 'products' ? { images_uploaded: 0 } : { target: null }
  return { status: 'error', id: null, ...more, error }
}

function takeProduct(
  shelf: Shelf,
  { sku, values, variants, hasImages, warnings, asOf }: Row,
  now: number,
) {
  const { article, isNew, changed } = write(shelf, { sku, target: 'product', values, now })
  const ofVariants = variants.map((variant) =>
    write(shelf, { sku: variant.sku, target: 'variant', values: variant.values, now }),
  )
  const badImage = hasImages ? shelf.refuseImages(sku) : undefined
  const said = [...warnings, ...(badImage === undefined ? [] : [badImage])]
  if (!hasPrice(article.values)) {
    shelf.warnings.add(`${sku}: ${unpriced}`)
    said.push(unpriced)
  }
  const counted = [{ sku, values }, ...variants].filter((row) => row.values.has('stock_quantity'))
  return {
    status: isNew ? 'created' : 'updated',
    id: article.id,
    images_uploaded: hasImages && badImage === undefined ? 1 : 0,
    changed: changed || ofVariants.some((each) => each.changed),
    ...(asOf !== undefined &&
      counted.length > 0 && { pending_deducted: deductedOf(shelf, counted, asOf) }),
    ...(said.length > 0 && { warnings: said }),
  }
}

function takeStock(shelf: Shelf, { sku, values, warnings, asOf }: Row, now: number) {
  if (!shelf.articles.has(sku) && !shelf.finds(sku)) {
    return { status: 'not_found', target: null, id: null }
  }
  const { article, changed } = write(shelf, { sku, target: 'product', values, now })
  const isCounted = asOf !== undefined && values.has('stock_quantity')
  return {
    status: 'updated',
    target: article.target,
    id: article.id,
    changed,
    ...(isCounted && { pending_deducted: deductedOf(shelf, [{ sku, values }], asOf) }),
    ...(warnings.length > 0 && { warnings }),
  }
}

const unpriced = 'sale_price was never given: it cannot be ordered until it has a price.'

/** What was sold of articles since they were counted, and is taken off. */
function deductedOf(shelf: Shelf, counted: readonly Pick<Row, 'sku' | 'values'>[], asOf: number) {
  return counted.reduce((sum, { sku, values }) => {
    noteCount(shelf, sku, asOf)
    return sum + Math.min(shelf.soldSince(sku), Math.max(Number(values.get('stock_quantity')), 0))
  }, 0)
}

function noteCount(shelf: Shelf, sku: string, asOf: number): void {
  const before = shelf.countedAt.get(sku) ?? asOf
  if (asOf < before) {
    shelf.faults.add(`The as_of of ${sku} went back: an older count came after a newer one.`)
  }
  shelf.countedAt.set(sku, Math.max(asOf, before))
}

function summaryOf(list: List, results: readonly { status: string }[]): JsonObject {
  const count = (status: string) => results.filter((result) => result.status === status).length
  const both = { total: results.length, updated: count('updated'), errors: count('error') }
  return list === 'products'
    ? { ...both, created: count('created') }
    : { ...both, not_found: count('not_found') }
}

/** What a client of the catalogue may read beside: the shop shows nothing. */
function other({ method, path }: Request): Answer {
  const isRead = method === 'GET' || method === 'HEAD'
  const pagination = { limit: 20, offset: 0, total: 0 }
  if (isRead && path === 'products') return { status: 200, body: { data: [], pagination } }
  if (isRead && (path === 'categories' || path === 'offers')) {
    return { status: 200, body: { data: [] } }
  }
  return refused(404, `There is no ${path} here.`)
}

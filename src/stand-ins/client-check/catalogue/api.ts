import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { deleteProducts } from '../../../services/storefront/service.ts'
import { type Answer, refused, type Request, rowsIn } from '../scenario.ts'
import { type Article, articlesOf, isSame, noteArrived, noteSent, type Shelf } from './shelf.ts'

export type CatalogueKind = 'bulk' | 'stock' | 'digest' | 'other'

const kinds = new Map<string, CatalogueKind>([
  ['products/bulk', 'bulk'],
  ['products/stock', 'stock'],
  ['products/digest', 'digest'],
])

/** Other lists that a client of the catalogue may read. */
const readable = new Set(['products', 'categories', 'offers'])

/** The fields of a row of `products/stock`. Other fields are ignored. */
const stockFields = new Set(['stock_quantity', 'mrp', 'sale_price'])

export function kindOf({ method, path, query }: Request): CatalogueKind {
  // A dry run sends nothing.
  const isTried = path === 'products/bulk' && ['true', '1'].includes(query.get('dry_run') ?? '')
  return method === 'POST' && !isTried ? (kinds.get(path) ?? 'other') : 'other'
}

/** The rows that a call carries, and the articles of each. */
function rowsOf({ path, body }: Request): { row: JsonObject; articles: Article[] }[] {
  const isStock = path === 'products/stock'
  const rows = isJsonObject(body) ? rowsIn(body[isStock ? 'updates' : 'products']) : []
  return rows.map((row) => {
    const articles = articlesOf(row)
    return { row, articles: isStock ? articles.slice(0, 1).map(ofStock) : articles }
  })
}

function ofStock(article: Article): Article {
  const values = new Map([...article.values].filter(([name]) => stockFields.has(name)))
  return { ...article, values }
}

/** Records what a call sends, also when Daybook then refuses it. */
export function note(shelf: Shelf, request: Request): void {
  const rows = rowsOf(request)
  if (rows.length > 0) shelf.calls += 1
  const together = new Map<string, Article>()
  for (const article of rows.flatMap(({ articles }) => articles)) {
    const { sku } = article
    if (sku === '') continue
    if (contradicts(together.get(sku), article)) {
      shelf.faults.add(`One call says ${sku} twice, and differently: only the last one stays.`)
    }
    together.set(sku, article)
    noteSent(shelf, article)
  }
}

function contradicts(one: Article | undefined, { values }: Article): boolean {
  return [...(one?.values ?? [])].some(
    ([name, value]) => values.has(name) && !isSame(values.get(name), value),
  )
}

/** Lets Daybook answer one call, after the scenario's changes to it. */
export async function answerOf(shelf: Shelf, request: Request): Promise<Answer> {
  const { daybook } = shelf
  const { path } = request
  if (!kinds.has(path) && !readable.has(path)) {
    return refused('/storefront', 404, `There is no ${path} here.`)
  }
  const kind = kindOf(request)
  if (kind === 'digest' || kind === 'other') return await daybook.ask(request)
  const list = kind === 'stock' ? 'updates' : 'products'
  const rows = rowsOf(request)
  await (kind === 'stock' ? haveReady(shelf, rows) : makeRoom(shelf, rows))
  await shelf.before(rows.flatMap(({ articles }) => articles))
  const refusals = rows.map(({ articles: [first] }) => shelf.refuse(first?.sku ?? ''))
  const altered = rows.map(({ row }, at) => alteredRow(shelf, row, refusals[at]))
  const isList = isJsonObject(request.body) && Array.isArray(request.body[list])
  const answer = await daybook.ask(isList ? { ...request, body: { [list]: altered } } : request)
  for (const [index, result] of rowsIn(answer.body['results']).entries()) {
    const place = `${list}[${index}]`
    take(shelf, { place, articles: rows[index]?.articles ?? [], result, refusal: refusals[index] })
  }
  return answer
}

/** A row to refuse becomes one with a SKU alone, which Daybook refuses. */
function alteredRow(shelf: Shelf, row: JsonObject, refusal: string | undefined): JsonObject {
  const { sku = '', images = null, image_base64: image = null } = row
  if (refusal !== undefined) return { sku }
  const hasImages = images !== null || image !== null
  return hasImages && typeof sku === 'string' && shelf.refuseImages(sku)
    ? { ...row, images: [badImage] }
    : row
}

const badImage = 'data:image/png;base64,AAAA'

type Taken = {
  place: string
  articles: readonly Article[]
  result: JsonObject
  refusal: string | undefined
}

/** Records the outcome of a row. */
function take(shelf: Shelf, { place, articles, result, refusal }: Taken): void {
  const { status, error, warnings } = result
  const sku = articles[0]?.sku ?? ''
  if (refusal !== undefined) {
    for (const each of articles) shelf.excused.add(each.sku)
    Object.assign(isJsonObject(error) ? error : {}, { message: refusal, field: null })
  } else if (status === 'error') {
    const why = isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : ''
    shelf.faults.add(`${place}${sku === '' ? '' : ` (${sku})`}: ${why}`)
    for (const each of articles) shelf.sent.delete(each.sku)
  } else if (status !== 'not_found') for (const each of articles) noteArrived(shelf, each)
  if (!Array.isArray(warnings)) return
  for (const warning of warnings) {
    if (typeof warning === 'string') shelf.warnings.add(`${sku}: ${warning}`)
  }
}

type Rows = ReturnType<typeof rowsOf>

/** Adds the articles whose stock the client sends without having sent the articles: a shop may have them already. */
async function haveReady(shelf: Shelf, rows: Rows): Promise<void> {
  const { daybook, arrived, ready } = shelf
  const skus = new Set(rows.map(({ articles }) => articles[0]?.sku ?? ''))
  const wanted = [...skus].filter(
    (sku) => sku !== '' && !arrived.has(sku) && !ready.has(sku) && shelf.finds(sku),
  )
  const products = wanted.map((sku) => ({ sku, name: sku }))
  const { body } = await daybook.ask({ method: 'POST', path: 'products/bulk', body: { products } })
  for (const { sku, id } of rowsIn(body['results'])) {
    if (typeof sku === 'string' && typeof id === 'string') ready.set(sku, id)
  }
}

/** Deletes products that the client now sends as variants. */
async function makeRoom({ daybook, ready }: Shelf, rows: Rows): Promise<void> {
  const skus = rows.flatMap(({ articles }) => articles.slice(1).map(({ sku }) => sku))
  const ids = skus.flatMap((sku) => ready.get(sku) ?? [])
  if (ids.length > 0) await deleteProducts(daybook.deps, ids, daybook.userId)
  for (const sku of skus) ready.delete(sku)
}

export function tooMany(list: string, count: number, max: number): string {
  return `${list} has ${count} rows, and at most ${max} are allowed: send them in smaller parts. Nothing was written.`
}

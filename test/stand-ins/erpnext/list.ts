import { type JsonValue, isJsonObject, rowsOf, textOf } from '../../../src/platform/json/json.ts'
import { type Doc, isEmpty } from './docs.ts'
import { Refusal } from './refusals.ts'

/** What a list is asked for by: the query of `/api/resource/<doctype>`. */
export type Listing = {
  fields: readonly string[]
  filters: readonly Filter[]
  orderBy: string
  start: number
  limit: number
}

type Filter = { table: string; field: string; operator: string; value: JsonValue }

/** Rows of a list when nobody says how many. */
const limitUsual = 20

export function listingOf(query: URLSearchParams): Listing {
  const parsed = (name: string): JsonValue => {
    const value: JsonValue = JSON.parse(query.get(name) ?? '[]')
    return value
  }
  const fields = parsed('fields')
  const names = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
  return {
    fields: names.length === 0 ? ['name'] : names,
    filters: filtersOf(parsed('filters')),
    orderBy: query.get('order_by') ?? 'modified desc',
    start: Number(query.get('limit_start') ?? 0),
    limit: Number(query.get('limit_page_length') ?? limitUsual),
  }
}

export function listed(docs: readonly Doc[], listing: Listing): Doc[] {
  const { fields, filters, orderBy, start, limit } = listing
  const [field = 'name', direction = 'asc'] = orderBy.split(' ')
  const sign = direction === 'desc' ? -1 : 1
  const found = docs
    .filter((doc) => filters.every((filter) => passes(doc, filter)))
    .toSorted((a, b) => sign * compared(a[field], b[field]))
  // 0 asks for all.
  const page = limit === 0 ? found.slice(start) : found.slice(start, start + limit)
  return page.map((doc) => Object.fromEntries(fields.map((name) => [name, doc[name] ?? null])))
}

/** `[field, operator, value]`, or with the name of a child table before them; or an object of equal fields. */
function filtersOf(value: JsonValue): Filter[] {
  if (isJsonObject(value)) {
    return Object.entries(value).map(([field, of]) => ({
      table: '',
      field,
      operator: '=',
      value: of,
    }))
  }
  return (Array.isArray(value) ? value : []).map((row) => {
    const parts = Array.isArray(row) ? row : []
    const [table, field, operator, of] = parts.length === 4 ? parts : ['', ...parts]
    return {
      table: wordOf(table),
      field: wordOf(field),
      operator: wordOf(operator),
      value: of ?? null,
    }
  })
}

const childTables: Readonly<Record<string, string>> = { 'Dynamic Link': 'links' }

function passes(doc: Doc, { table, field, operator, value }: Filter): boolean {
  const child = childTables[table]
  if (child !== undefined) {
    return rowsOf(doc, child).some((row) => passes(row, { table: '', field, operator, value }))
  }
  const own = doc[field]
  switch (operator) {
    case '=':
      return compared(own, value) === 0
    case '!=':
      return compared(own, value) !== 0
    case '>':
      return compared(own, value) > 0
    case '>=':
      return compared(own, value) >= 0
    case '<':
      return compared(own, value) < 0
    case '<=':
      return compared(own, value) <= 0
    case 'in':
      return Array.isArray(value) && value.some((one) => compared(own, one) === 0)
    case 'like':
      return patternOf(wordOf(value)).test(textOf(doc, field))
    case 'is':
      return isEmpty(own) === (value === 'not set')
    default:
      throw new Refusal(
        'ValidationError',
        `Operator must be one of =, !=, >, in, like: ${operator}`,
      )
  }
}

/** Lists and objects are no words. */
function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'object' || value === undefined ? '' : String(value)
}

/** Numbers as numbers; texts without regard to case, as MariaDB compares them; what is missing is 0 and "". */
function compared(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a ?? 0) - Number(b ?? 0)
  const [one, other] = [wordOf(a).toLowerCase(), wordOf(b).toLowerCase()]
  if (one === other) return 0
  return one < other ? -1 : 1
}

function patternOf(like: string): RegExp {
  const escaped = like
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('%', '[^]*')
    .replaceAll('_', '.')
  return new RegExp(`^${escaped}$`, 'i')
}

import { query, type Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { targetSeparator, targetsOf } from '../pricing/price-book.ts'
import { canPrice, readReduction } from '../pricing/rules.ts'
import type { offers } from '../tables.ts'

type OfferRow = typeof offers.$inferSelect
type Scope = NonNullable<OfferRow['appliesTo']>

/** The most categories or products that one offer names. For more, make a category. */
const targetsMax = 1_000

/** The field of a line with the targets, by what the offer applies to. */
const fieldOf = { categories: 'categories', products: 'products' } as const

export const targetColumns = Object.values(fieldOf)

/**
 * The stored ids of an offer's targets, from the slugs in `categories` or the SKUs in `products` (slugs for products
 * without a SKU). If the line leaves them out, the targets of `before` stay, unless the line changes what the offer
 * applies to. Throws AppError `invalid_request` for unknown names and for an empty list.
 */
export function readTargets(
  conn: Conn,
  line: JsonObject,
  scope: Scope | null,
  before: Pick<OfferRow, 'appliesTo' | 'targets'> | undefined,
): string | null {
  if (scope === null || scope === 'everything') return null
  const given = line[fieldOf[scope]] ?? null
  const kept = before?.appliesTo === scope ? before.targets : null
  if (given === null && kept !== null) return kept
  const names = namesIn(given)
  if (names === undefined || names.length < 1 || names.length > targetsMax) {
    throw notAllowed(scope, `a list of 1 to ${targetsMax} ${namesOf[scope]}`, given ?? undefined)
  }
  const ids = names.map((name) => finders[scope](conn, name) ?? unknownTarget(scope, name))
  return [...new Set(ids)].join(targetSeparator)
}

const namesOf = { categories: 'slugs of categories', products: 'SKUs of products' }

function unknownTarget(scope: 'categories' | 'products', name: string): never {
  throw notAllowed(scope, namesOf[scope], name)
}

/** A JSON list, or a cell of a table with the separator of the stored ids. */
function namesIn(given: JsonValue): string[] | undefined {
  const list = typeof given === 'string' ? given.split(targetSeparator) : given
  if (!Array.isArray(list)) return undefined
  const names = list.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []))
  return names.length === list.length ? names.filter((name) => name !== '') : undefined
}

/** A possible target of an offer: its name in lines and its title for people. */
export type Target = { name: string; title: string }

/** The targets of an offer, without deleted ones. */
export function findTargets(conn: Conn, offer: Pick<OfferRow, 'appliesTo' | 'targets'>): Target[] {
  const { appliesTo: scope } = offer
  if (scope === null || scope === 'everything') return []
  return targetsOf(offer).flatMap((id) => readers[scope](conn, id) ?? [])
}

/** The names of an offer's targets for an export, without deleted ones. */
export function targetNames(conn: Conn, offer: Pick<OfferRow, 'appliesTo' | 'targets'>) {
  const { appliesTo: scope } = offer
  if (scope === null || scope === 'everything') return {}
  return { [fieldOf[scope]]: findTargets(conn, offer).map(({ name }) => name) }
}

/** Throws AppError `invalid_request` if an offer that sets prices gives no reduction. */
export function requireReduction({
  appliesTo,
  ruleKind,
  ruleValue,
}: Pick<OfferRow, 'appliesTo' | 'ruleKind' | 'ruleValue'>): void {
  if (appliesTo === null) return
  if (ruleKind !== 'percentage' && ruleKind !== 'flat') {
    throw notAllowed('rule_kind', 'percentage or flat when the offer makes prices', ruleKind)
  }
  const reduction = readReduction(ruleKind, ruleValue)
  if (reduction !== undefined && canPrice(reduction)) return
  const allowed =
    ruleKind === 'percentage'
      ? 'a percentage above 0 and below 100 when the offer makes prices'
      : 'an amount in rupees above 0 when the offer makes prices'
  throw notAllowed('rule_value', allowed, ruleValue)
}

const finders = {
  categories: (conn: Conn, slug: string) => findCategory(conn).get(slug)?.id,
  products: (conn: Conn, name: string) => findProduct(conn).get(name)?.id,
}

const readers = {
  categories: (conn: Conn, id: string) => nameCategory(conn).get(id),
  products: (conn: Conn, id: string) => nameProduct(conn).get(id),
}

const findCategory = query((conn) =>
  conn.$client.query<{ id: string }, [slug: string]>('SELECT id FROM categories WHERE slug = ?'),
)

/** A SKU wins over a slug. */
const findProduct = query((conn) =>
  conn.$client.query<{ id: string }, [name: string]>(
    'SELECT id FROM products WHERE sku = ?1 OR slug = ?1 ORDER BY sku IS NOT ?1 LIMIT 1',
  ),
)

const nameCategory = query((conn) =>
  conn.$client.query<Target, [id: string]>(
    'SELECT slug AS name, name AS title FROM categories WHERE id = ?',
  ),
)

const nameProduct = query((conn) =>
  conn.$client.query<Target, [id: string]>(
    'SELECT coalesce(sku, slug) AS name, name AS title FROM products WHERE id = ?',
  ),
)

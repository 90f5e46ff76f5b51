import { toNfc } from '../../../platform/text.ts'
import type { Category } from '../categories.ts'
import type { Place } from './printed-labels.ts'
import { columnLookup, type ColumnLookup } from './labels.ts'

/** A rule as it is compared: `key` ('' of a label rule) and `from` are folded, `category` is '' for all. */
export type MatchedRule = {
  type: 'label' | 'value'
  category: Category | ''
  key: string
  from: string
  to: string
}

/** An organisation's rules, ready to use. It remembers the labels that it has met, so keep it as long as the rules. */
export type CompiledRules = {
  readonly [category in Category]: { readonly [place in Place]: ColumnLookup }
}

type Labels = Map<string, string>
/** Clean values by key and raw value. */
type Values = Map<string, Map<string, string>>
type Scope = { labels: Labels; values: Values }

/**
 * Puts an organisation's rules together, so many at a time as there is time for; the result is cheap to call per document.
 * A rule for one category comes before a rule for all, and that before a built-in label. Of two rules of the same
 * category for the same label or value the one that was added first counts.
 */
export class RuleCompiler {
  readonly #scopes = new Map<Category | '', Scope>()

  addAll(rules: Iterable<MatchedRule>): void {
    for (const { type, category, key, from, to } of rules) {
      const { labels, values } = this.#scopeOf(category)
      if (type === 'label') addFirst(labels, from, to)
      else
        addFirst(
          getOrInsert(values, key, () => new Map<string, string>()),
          from,
          to,
        )
    }
  }

  compiled(): CompiledRules {
    const forCategory = (category: Category) => {
      const { labels, values } = this.#rulesOf(category)
      return {
        metadata: columnLookup(category, 'metadata', labels, values),
        line: columnLookup(category, 'line', labels, values),
      }
    }
    return {
      vendor_invoice: forCategory('vendor_invoice'),
      purchase_order: forCategory('purchase_order'),
      bank_entry: forCategory('bank_entry'),
    }
  }

  /** Those for all categories, under its own; most shops have none of these. */
  #rulesOf(category: Category): Scope {
    const forAll = this.#scopeOf('')
    const own = this.#scopes.get(category)
    if (own === undefined) return forAll
    const values = new Map(forAll.values)
    for (const [key, ownValues] of own.values) {
      values.set(key, new Map([...(values.get(key) ?? []), ...ownValues]))
    }
    return { labels: new Map([...forAll.labels, ...own.labels]), values }
  }

  #scopeOf(category: Category | ''): Scope {
    return getOrInsert(this.#scopes, category, () => ({ labels: new Map(), values: new Map() }))
  }
}

function addFirst(map: Map<string, string>, from: string, to: string): void {
  if (!map.has(from)) map.set(from, toNfc(to))
}

function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

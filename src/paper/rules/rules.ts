import { foldText, toNfc } from '../../platform/text.ts'
import type { Category } from '../categories.ts'
import { columnLookup, foldLabel, type ColumnLookup } from './labels.ts'
import type { Place } from '../fields.ts'

/** The most rules of one organisation. */
export const rulesMax = 50_000

/** A rule of the owner: a raw label means a canonical key, or a raw value under `key` means a clean value. */
export type RenameRule = {
  type: 'label' | 'value'
  /** Only in a value rule. */
  key?: string
  from: string
  to: string
  /** Null for all categories. */
  category: Category | null
}

/** A rule in the form in which rules are compared: `key` ('' for a label rule) and `from` are folded, `category` is '' for all. */
export type MatchedRule = {
  type: 'label' | 'value'
  category: Category | ''
  key: string
  from: string
  to: string
}

/** An organisation's rules, ready to use. It remembers the labels that it has seen, so keep it as long as the rules. */
export type CompiledRules = {
  readonly [category in Category]: { readonly [place in Place]: ColumnLookup }
}

/** Keys by label, and clean values by key and raw value. */
type Scope = { labels: Map<string, string>; values: Map<string, Map<string, string>> }

/** The rule in the form in which rules are compared. */
export function matched({ type, category, key = '', from, to }: RenameRule): MatchedRule {
  const folded = type === 'label' ? foldLabel(from) : foldText(from)
  return { type, category: category ?? '', key: foldLabel(key), from: folded, to }
}

/** Rules with the same identity replace each other (the unique index of the rules). */
export function identityOf(rule: RenameRule): string {
  const { type, category, key, from } = matched(rule)
  return JSON.stringify([type, category, key, from])
}

/** Compiles an organisation's rules at once. */
export function compileRules(rules: readonly RenameRule[]): CompiledRules {
  const compiler = new RuleCompiler()
  compiler.addAll(rules.map(matched))
  return compiler.compiled()
}

/**
 * Compiles an organisation's rules, in portions if the caller likes. The result is cheap to call for each document. A rule for one category
 * wins over a rule for all, and that over a built-in label. Of two rules of the same category for the same label or value, the first added
 * counts.
 */
export class RuleCompiler {
  readonly #scopes = new Map<Category | '', Scope>()
  /** The keys that labels stand for. */
  readonly #keys = new Set<string>()

  addAll(rules: Iterable<MatchedRule>): void {
    for (const { type, category, key, from, to } of rules) {
      const { labels, values } = this.#scopeOf(category)
      if (type === 'label') {
        addFirst(labels, from, to)
        this.#keys.add(to)
      } else addFirst(values.getOrInsertComputed(key, newMap), from, to)
    }
  }

  compiled(): CompiledRules {
    const keys = new Set([...this.#keys].map(foldLabel))
    const forCategory = (category: Category) => {
      const { labels, values } = this.#rulesOf(category)
      return {
        head: columnLookup(category, 'head', labels, values, keys),
        line: columnLookup(category, 'line', labels, values, keys),
      }
    }
    return {
      vendor_invoice: forCategory('vendor_invoice'),
      purchase_order: forCategory('purchase_order'),
      bank_entry: forCategory('bank_entry'),
    }
  }

  /** The rules for all categories, overlaid with the category's own. Most shops have no rules for one category. */
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
    return this.#scopes.getOrInsertComputed(category, newScope)
  }
}

function newScope(): Scope {
  return { labels: new Map(), values: new Map() }
}

function newMap(): Map<string, string> {
  return new Map()
}

function addFirst(map: Map<string, string>, from: string, to: string): void {
  if (!map.has(from)) map.set(from, toNfc(to))
}

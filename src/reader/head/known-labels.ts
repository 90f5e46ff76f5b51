import type { Category } from '../../paper/categories.ts'
import { printedIn, builtInLabels, spellingsOf } from '../../paper/rules/labels.ts'
import { labelMatcher } from '../labels/match.ts'
import {
  addressed,
  bankBlock,
  buyerLabels,
  doubleLabels,
  otherLabels,
  statementLabels,
} from '../../paper/fields/page-labels.ts'

/* The keys of printed labels on a page: the labels of the rules, and those that only a page's layout needs. */

export type KnownLabels = ReadonlyMap<string, readonly string[]>

const known = new Map<Category, KnownLabels>()

/** Folded label → its keys, in the order of their values. A label that belongs to nobody has no key. */
export function knownLabels(category: Category): KnownLabels {
  return known.getOrInsertComputed(category, () => {
    const labels = new Map<string, readonly string[]>()
    const isStatement = category === 'bank_entry'
    for (const set of isStatement ? ofStatements : paperLabels(category)) addAll(labels, set)
    for (const [label, key] of builtInLabels(category, 'head')) {
      if (!labels.has(label)) labels.set(label, [key])
    }
    if (!isStatement) addAll(labels, printedIn('besideValue'))
    addAll(labels, { ...doubleLabels, '': otherLabels })
    return labels
  })
}

const blocks = [printedIn('block'), { bank: bankBlock }]
const ofStatements = [printedIn('statementBeside'), statementLabels]

/** Labels of bills and orders that go before the rules. On an order, the buyer and the seller change places. */
function paperLabels(category: Category): Readonly<Record<string, string>>[] {
  if (category === 'purchase_order') return [{ vendor_name: addressed }, ...blocks]
  return [{ buyer_name: addressed }, ...blocks, buyerLabels]
}

function addAll(labels: Map<string, readonly string[]>, more: Readonly<Record<string, string>>) {
  for (const [keys, printed] of Object.entries(more)) {
    for (const label of printed.split('|').flatMap((one) => spellingsOf(keys, one))) {
      for (const spelling of [label, label.replaceAll(' ', '')]) {
        if (!labels.has(spelling)) labels.set(spelling, keys.split(' ').filter(Boolean))
      }
    }
  }
}

/** Shorter labels, such as "No", are parts of too many words. */
const confusedMin = 4

const matchers = new Map<Category, ReturnType<typeof labelMatcher<readonly string[]>>>()

/** Finds the known labels in text that a scanner read. */
export function matcherOf(category: Category) {
  return matchers.getOrInsertComputed(category, () =>
    labelMatcher(knownLabels(category), confusedMin),
  )
}

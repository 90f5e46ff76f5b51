import type { Category } from '../../paper/categories.ts'
import { builtInLabels, printedIn, spellingsOf } from '../../paper/rules/labels.ts'
import { labelMatcher } from '../labels/match.ts'
import {
  addressed,
  bankBlock,
  buyerLabels,
  doubleLabels,
  otherLabels,
} from '../../paper/fields/head-words.ts'
import { fieldOf } from '../../paper/fields.ts'
import type { Owner } from './zones.ts'

/* The keys of printed labels on a page: the labels of the rules, and those that only a page's layout needs. */

export type KnownLabels = ReadonlyMap<string, readonly string[]>

const known = new Map<Category, KnownLabels>()

/** Folded label → its keys, in the order of their values. A label that belongs to nobody has no key. */
export function knownLabels(category: Category): KnownLabels {
  return known.getOrInsertComputed(category, () => {
    const labels = new Map<string, readonly string[]>()
    for (const set of paperLabels(category)) addAll(labels, set)
    for (const [label, key] of builtInLabels(category, 'head')) {
      if (!labels.has(label)) labels.set(label, [key])
    }
    addAll(labels, printedIn('besideValue'))
    addAll(labels, { ...doubleLabels, '': otherLabels })
    return labels
  })
}

const blocks = [printedIn('block'), { bank: bankBlock }]

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

/* The owner of a value decides its key. */

/** Whether the key belongs to an amount below the lines. */
export function isAmountKey(key: string): boolean {
  return fieldOf(key)?.whose === 'amounts'
}

const nameKeys: Readonly<Record<Owner, string>> = {
  seller: 'vendor_name',
  buyer: 'buyer_name',
  consignee: 'consignee_name',
  bank: 'account_name',
}

/**
 * The key of a value in a block, or outside of all blocks. Undefined if the value belongs to nobody. Outside of a block, a value belongs to
 * the issuer: the seller of a bill, the buyer of an order.
 */
export function keyFor(
  key: string,
  block: Owner | undefined,
  category: Category,
): string | undefined {
  const owner = block ?? (category === 'purchase_order' ? 'buyer' : 'seller')
  if (key === 'bank' || nameKeys[owner] === key) return undefined
  // Nobody puts a label before their own name on their own paper.
  if (key === 'name' && block === undefined)
    return category === 'vendor_invoice' ? 'buyer_name' : undefined
  if (key === 'name') return owner === 'bank' ? undefined : nameKeys[owner]
  if (Object.values(nameKeys).includes(key)) return undefined
  if (fieldOf(key)?.whose !== 'seller' || owner === 'seller') return key
  return owner === 'bank' ? (key === 'pan' ? key : undefined) : `${owner}_${key}`
}

import { foldText } from '../../platform/text.ts'
import type { Category } from '../../paper/categories.ts'
import { printedIn, builtInLabels, foldLabel, spellingsOf } from '../../paper/rules/labels.ts'
import { wrongLetters } from '../wrong-letters.ts'
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

/** Folds a label so that characters which scanners confuse become one. Signs between words are removed. */
export function foldConfusable(label: string): string {
  return foldLabel(foldText(label))
    .replaceAll(/[^\p{L}\p{M}\p{N}%₹&]+/gu, '')
    .replaceAll(/[1i|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll('rn', 'm')
}

const confusable = new Map<Category, KnownLabels>()

/** A label needs this many letters to be known despite confused letters. */
const confusableLettersMin = 4

/** The known labels, folded for text that a scanner read. */
export function confusableLabels(category: Category): KnownLabels {
  return confusable.getOrInsertComputed(category, () => {
    const labels = new Map<string, readonly string[]>()
    for (const [label, keys] of knownLabels(category)) {
      const folded = foldConfusable(label)
      if (folded.length >= confusableLettersMin && !labels.has(folded)) labels.set(folded, keys)
    }
    return labels
  })
}

const byLength = new Map<Category, ReadonlyMap<number, readonly string[]>>()

/** How many letters a label needs so that one may be wrong, and two. */
const [oneWrongMin, twoWrongMin] = [6, 11]

/** The keys of a label that a scanner read with one or two wrong letters. Undefined if no label is alike, or two are. */
export function nearLabel(text: string, category: Category): readonly string[] | undefined {
  const folded = foldConfusable(text)
  const max = folded.length >= twoWrongMin ? 2 : folded.length >= oneWrongMin ? 1 : 0
  if (max === 0) return undefined
  const labels = confusableLabels(category)
  const lengths = byLength.getOrInsertComputed(category, () =>
    Map.groupBy(labels.keys(), ({ length }) => length),
  )
  const near = Array.from(
    { length: 2 * max + 1 },
    (_, at) => lengths.get(folded.length - max + at) ?? [],
  )
    .flat()
    .map((label) => ({ label, wrong: wrongLetters(folded, label, max) }))
    .filter(({ wrong }) => wrong <= max)
    .toSorted((a, b) => a.wrong - b.wrong)
  const least = near.filter(({ wrong }) => wrong === near[0]?.wrong)
  const meanings = new Set(least.map(({ label }) => labels.get(label)?.join(' ')))
  return meanings.size === 1 ? labels.get(near[0]?.label ?? '') : undefined
}

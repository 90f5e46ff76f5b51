import type { Category } from '../../paper/categories.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { isSame } from '../fuse.ts'
import { isAmountKey, keyFor } from '../head/key-owners.ts'
import { knownLabels } from '../head/known-labels.ts'
import type { ConfirmedBill } from './confirmed-bill.ts'
import {
  type FieldHabit,
  habitsMax,
  labelCharactersMax,
  phraseCharactersMax,
  shapeOf,
} from './habit.ts'
import { isNearPlace, standIn } from './places.ts'
import { namesAround } from './neighbours.ts'
import { type Paper, paperOf, placed, type Spot } from './on-paper.ts'

/* Learns where a seller's bills have the fields that are not read by themselves. */

/** Fields that stand elsewhere on every bill, or that already identify the seller. */
const unlearnable = /^(?:gstin|name|address|buyer_address|amount_in_words)$/

/** Names that are the same on each bill. */
const nameKeys = /^(?:vendor|buyer|consignee)_name$/

/** Keeps what the bill confirms, drops what it contradicts, and learns the places of fields that a person corrected. */
export function learnFields(known: readonly FieldHabit[], bill: ConfirmedBill): FieldHabit[] {
  const { now, counts, mended, savedAt: at } = bill
  const paper = paperOf(bill.phrases)
  const borneOut = new Map<string, FieldHabit>()
  for (const habit of known) {
    const spot = spotOf(habit, now.head[habit.key] ?? '', paper)
    if (spot === undefined) continue
    borneOut.set(habit.key, { ...habit, ...spot, times: habit.times + counts, at })
  }
  const newer = mended
    .filter((key) => !borneOut.has(key) && !unlearnable.test(key))
    // A longer key is a printed label that no rule knows.
    .filter((key) => key.length <= labelCharactersMax)
    .flatMap((key) => habitOf(key, now.head[key] ?? '', paper, bill.category) ?? [])
    .map((habit): FieldHabit => ({ ...habit, times: 1, at }))
  const isKnown = new Set([...borneOut.keys(), ...newer.map(({ key }) => key)])
  const older = known.filter((habit) => !isKnown.has(habit.key) && !speaks(habit, paper))
  return [...borneOut.values(), ...newer, ...older].slice(0, habitsMax)
}

type Found = Omit<FieldHabit, 'times' | 'at'>

const unlabelled = { label: '', printed: '' }

/** If the value stands behind several labels, nothing is learnt: the next bill tells which label is meant. */
function habitOf(key: string, text: string, paper: Paper, category: Category): Found | undefined {
  if (text.trim() === '') return undefined
  if (nameKeys.test(key)) return nameOf(key, text, paper)
  const spots = paper.find(key, text).filter(({ label }) => !isOthersLabel(label, key, category))
  if (new Set(spots.flatMap(({ label }) => label || [])).size > 1) return undefined
  // A value with a label is plainer than one without.
  const spot = spots.find(({ label }) => label !== '') ?? spots[0]
  if (spot === undefined) return undefined
  const { label, printed } = isOnly(spot, key, paper) ? spot : unlabelled
  const found = { key, label, printed, box: spot.box, shape: shapeOf(spot.text) }
  if (label !== '' || !isAmountKey(key)) return found
  const { above, below } = namesAround(placed(spot), paper.amounts)
  return above === '' && below === '' ? undefined : { ...found, above, below }
}

/** A shorter name is not looked for. */
const nameLettersMin = 4

function nameOf(key: string, words: string, { phrases }: Paper): Found | undefined {
  const phrase = phrases.find(([text]) => standIn(text, words))
  const isName = words.length <= phraseCharactersMax && words.length >= nameLettersMin
  if (phrase === undefined || !isName) return undefined
  return { key, ...unlabelled, words, box: phrase[2], shape: '' }
}

/** Whether the label has no other value. Of two dates behind "Date", nobody knows which one is meant. */
function isOnly({ label, text }: Spot, key: string, paper: Paper): boolean {
  const shape = shapeOf(text)
  return paper
    .behind(label)
    .every((other) => shapeOf(other.text) !== shape || isSame(key, other.text, text))
}

/**
 * Whether the label belongs to another field. CGST and SGST are equal, and a bill may have the day of its order, so an equal value behind
 * another field's label is the other field. An amount's own label is known already. If there are several amounts, sums decide.
 */
function isOthersLabel(label: string, key: string, category: Category): boolean {
  if (label === '') return false
  if (isAmountKey(key)) return amountLabelOf(label) !== undefined
  const meanings = knownLabels(category).get(label) ?? []
  return (
    meanings.length > 0 &&
    !meanings.some((meaning) => meaning === key || keyFor(meaning, undefined, category) === key)
  )
}

/** The place and form of a field, if the field is where the habit says. Else undefined. */
function spotOf(habit: FieldHabit, text: string, paper: Paper) {
  const { key, words, label, box, shape } = habit
  if (text === '') return undefined
  if (words !== undefined) {
    return isSame(key, words, text) && speaks(habit, paper) ? { box, shape } : undefined
  }
  const spot = paper
    .find(key, text)
    .find((one) => (label === '' ? isInPlace(habit, one, paper) : one.label === label))
  return spot === undefined ? undefined : { box: spot.box, shape: shapeOf(spot.text) }
}

/** Whether any value stands where the habit says. */
function speaks(habit: FieldHabit, paper: Paper): boolean {
  const { words, label, shape } = habit
  if (words !== undefined) return paper.phrases.some(([text]) => standIn(text, words))
  const spots = paper.behind(label).filter(({ text }) => shapeOf(text) === shape)
  return label === '' ? spots.some((spot) => isInPlace(habit, spot, paper)) : spots.length > 0
}

function isInPlace(habit: FieldHabit, spot: Spot, paper: Paper): boolean {
  const { above, below, box } = habit
  if (above === undefined || below === undefined) return isNearPlace(spot.box, box)
  const around = namesAround(placed(spot), paper.amounts)
  return around.above === above && around.below === below
}

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

/* Where a seller's bills have the fields that are not read by themselves. */

/** Fields that stand elsewhere on every bill, or that the seller is known by already. */
const unlearnable = /^(?:gstin|name|address|buyer_address|amount_in_words)$/

/** Names that are the same on each bill. */
const nameKeys = /^(?:vendor|buyer|consignee)_name$/

/** What a bill bears out stays, what it contradicts goes, and of what a person mended the place is learnt. */
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
    // A longer one is a label as it is printed, which no rule knows.
    .filter((key) => key.length <= labelCharactersMax)
    .flatMap((key) => habitOf(key, now.head[key] ?? '', paper, bill.category) ?? [])
    .map((habit): FieldHabit => ({ ...habit, times: 1, at }))
  const isKnown = new Set([...borneOut.keys(), ...newer.map(({ key }) => key)])
  const older = known.filter((habit) => !isKnown.has(habit.key) && !speaks(habit, paper))
  return [...borneOut.values(), ...newer, ...older].slice(0, habitsMax)
}

type Found = Omit<FieldHabit, 'times' | 'at'>

const unlabelled = { label: '', printed: '' }

/** Nothing is learnt of what stands there behind several labels: the next bill says which of them is meant. */
function habitOf(key: string, text: string, paper: Paper, category: Category): Found | undefined {
  if (text.trim() === '') return undefined
  if (nameKeys.test(key)) return nameOf(key, text, paper)
  const spots = paper.find(key, text).filter(({ label }) => !isOthersLabel(label, key, category))
  if (new Set(spots.flatMap(({ label }) => label || [])).size > 1) return undefined
  // Beside a label it is plainer than by itself.
  const spot = spots.find(({ label }) => label !== '') ?? spots[0]
  if (spot === undefined) return undefined
  const { label, printed } = isOnly(spot, key, paper) ? spot : unlabelled
  const found = { key, label, printed, box: spot.box, shape: shapeOf(spot.text) }
  if (label !== '' || !isAmountKey(key)) return found
  const { above, below } = namesAround(placed(spot), paper.amounts)
  return above === '' && below === '' ? undefined : { ...found, above, below }
}

/** Letters of a name that is looked for as it is. */
const nameLettersMin = 4

function nameOf(key: string, words: string, { phrases }: Paper): Found | undefined {
  const phrase = phrases.find(([text]) => standIn(text, words))
  const isName = words.length <= phraseCharactersMax && words.length >= nameLettersMin
  if (phrase === undefined || !isName) return undefined
  return { key, ...unlabelled, words, box: phrase[2], shape: '' }
}

/** Whether nothing else stands behind its label: of two dates behind "Date" it is not said which is meant. */
function isOnly({ label, text }: Spot, key: string, paper: Paper): boolean {
  const shape = shapeOf(text)
  return paper
    .behind(label)
    .every((other) => shapeOf(other.text) !== shape || isSame(key, other.text, text))
}

/**
 * CGST is as much as SGST, and the day of a bill that of its order: what stands behind another field's label is that one. Of an
 * amount its own label is known already, and which of several is meant is for sums to say.
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

/** Where and in what form a field stands, if that is where the habit says; undefined where it is not. */
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

/** Whether something stands where the habit says, whatever it is. */
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

import { type ConfirmedBill, nameIn, type Texts } from './confirmed-bill.ts'
import {
  type SellerHabits,
  type ColumnHabit,
  habitsMax,
  labelCharactersMax,
  type FieldHabit,
  phraseCharactersMax,
  shapeOf,
} from './habit.ts'
import { learnRates } from './rates.ts'
import { nameOfField } from '../../paper/checks/field-names.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { isSame } from '../fuse.ts'
import { standIn, isNearPlace } from './places.ts'
import type { Category } from '../../paper/categories.ts'
import { amountLabelOf } from '../amount-labels.ts'
import { isAmountKey, keyFor } from '../head/key-owners.ts'
import { knownLabels } from '../head/known-labels.ts'
import { namesAround } from './neighbours.ts'
import { type Paper, paperOf, placed, type Spot } from './on-paper.ts'

/**
 * What is known of a seller once a person saved one more of its bills, or the same one again. A bill bears out what was learnt,
 * or contradicts it, and then it is dropped. Nothing is learnt of what Daybook reads by itself.
 */
export function learn(known: SellerHabits | undefined, bill: ConfirmedBill): SellerHabits {
  const { bills = 0, fields = [], columns = [], rates = [] } = known ?? {}
  return {
    seller: bill.seller,
    bills: Math.max(1, bills + bill.counts),
    fields: learnFields(fields, bill),
    columns: learnColumns(columns, bill),
    rates: learnRates(rates, bill),
  }
}

/* Which column of a seller's tables is what, where the heading does not say it to everybody. */

/** Where lines were added or taken out nobody can tell which is which, and nothing is learnt. */
function learnColumns(known: readonly ColumnHabit[], bill: ConfirmedBill): ColumnHabit[] {
  const { printed, now, counts, savedAt: at } = bill
  if (printed.length === 0 || printed.length !== now.lines.length) return [...known]
  const kept = known.flatMap((habit) => {
    if (!bill.phrases.some(([text]) => standIn(text, habit.heading))) return [habit]
    if (isContradicted(habit.key, bill)) return []
    return [{ ...habit, times: habit.times + counts, at }]
  })
  const isKept = new Set(kept.map(({ heading }) => heading))
  const newer = newColumns(bill)
    .filter(({ heading }) => !isKept.has(heading))
    .map((one): ColumnHabit => ({ ...one, times: 1, at }))
  return [...kept, ...newer].toSorted((a, b) => b.at - a.at).slice(0, habitsMax)
}

/** Part of the lines in which a person wrote something else: a letter that was misread is no other column. */
const contradictedMin = 0.5

function isContradicted(key: string, { before, now }: ConfirmedBill): boolean {
  const read = before.lines.map(
    (line, at) => [line[key] ?? '', now.lines[at]?.[key] ?? ''] as const,
  )
  const filled = read.filter(([was]) => was !== '')
  const changed = filled.filter(([was, is]) => !isSame(key, was, is))
  return changed.length > contradictedMin * filled.length
}

type Column = Pick<ColumnHabit, 'heading' | 'printed' | 'key'>

/** Headings below which stands, in each line, what a person entered as one field that was not read so. */
function newColumns({ printed: lines, before, now }: ConfirmedBill): Column[] {
  const labels = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const keys = [...new Set(now.lines.flatMap((line) => Object.keys(line)))]
    .filter((key) => nameOfField('line', key) !== undefined)
    .filter((key) => !isRead(columnOf(before.lines, key), columnOf(now.lines, key), key))
  const pairs = labels.flatMap((label) =>
    keys
      .filter((key) => key !== label)
      .filter((key) => isRead(column(lines, label), column(now.lines, key), key))
      .map((key) => ({ label, heading: foldLabel(label), key })),
  )
  // Of two columns that say the same the next bill says which is meant.
  return pairs
    .filter(
      (one) =>
        !pairs.some(
          (other) => other !== one && (other.key === one.key || other.label === one.label),
        ),
    )
    .filter(({ heading, label }) => heading !== '' && label.length <= labelCharactersMax)
    .map(({ heading, label: printed, key }) => ({ heading, printed, key }))
}

function column(lines: readonly Texts[], label: string): string[] {
  return lines.map((line) => line[label] ?? '')
}

/** What a thing is called stands under either name. */
function columnOf(lines: readonly Texts[], key: string): string[] {
  const isName = key === 'description' || key === 'product_name'
  return isName ? lines.map(nameIn) : column(lines, key)
}

/** Signs that are no accident in one line: a lone "1" may be anything. */
const signsMin = 3

/** Whether a column says all that is right of a field; in one line more may stand behind it, as where the foot ran into the last. */
function isRead(read: readonly string[], right: readonly string[], key: string): boolean {
  const others = right.flatMap((text, at) => {
    const cell = read[at] ?? ''
    const isSo = cell === '' || text === '' ? cell === text : isSame(key, cell, text)
    return isSo ? [] : [{ text, cell }]
  })
  const isLonger = others.every(({ text, cell }) => text !== '' && cell.startsWith(`${text} `))
  return (
    others.length <= 1 &&
    isLonger &&
    right.join('').replaceAll(/[^\p{L}\p{N}]/gu, '').length >= signsMin
  )
}

/* Where a seller's bills have the fields that are not read by themselves. */

/** Fields that stand elsewhere on every bill, or that the seller is known by already. */
const unlearnable = /^(?:gstin|name|address|buyer_address|amount_in_words)$/

/** Names that are the same on each bill. */
const nameKeys = /^(?:vendor|buyer|consignee)_name$/

/** What a bill bears out stays, what it contradicts goes, and of what a person mended the place is learnt. */
function learnFields(known: readonly FieldHabit[], bill: ConfirmedBill): FieldHabit[] {
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

import { type ConfirmedBill, nameIn, type Texts } from './confirmed-bill.ts'
import {
  type ColumnHabit,
  type FieldHabit,
  habitsMax,
  isNearPlace,
  labelCharactersMax,
  learnRates,
  namesAround,
  type PagePhrase,
  phraseCharactersMax,
  type Placed,
  type SellerHabits,
  shapeOf,
  standIn,
} from './habit.ts'
import type { Category } from '../../paper/categories.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { isSame, type MeaningKind, meaningKindOf, meaningOf } from '../fuse.ts'
import { isAmountKey, keyFor, knownLabels } from '../head/known-labels.ts'
import { nameOfField } from '../../paper/fields.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { readPaise } from '../../paper/values.ts'

/**
 * The habits of a seller after a person saved one of its bills, for the first time or again. The bill confirms habits. Habits that it
 * contradicts are dropped. Only bills that a person saved teach anything.
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

/* Learns where a seller's bills have the fields that are not read by themselves. */

/** Fields that stand elsewhere on every bill, or that already identify the seller. */
const unlearnable = /^(?:gstin|name|address|buyer_address|amount_in_words)$/

/** Names that are the same on each bill. */
const nameKeys = /^(?:vendor|buyer|consignee)_name$/

/** Keeps what the bill confirms, drops what it contradicts, and learns the places of fields that a person corrected. */
function learnFields(known: readonly FieldHabit[], bill: ConfirmedBill): FieldHabit[] {
  const { now, counts, mended, savedAt: at } = bill
  const paper = printOf(bill.phrases)
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
function habitOf(key: string, text: string, paper: Print, category: Category): Found | undefined {
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

function nameOf(key: string, words: string, { phrases }: Print): Found | undefined {
  const phrase = phrases.find(([text]) => standIn(text, words))
  const isName = words.length <= phraseCharactersMax && words.length >= nameLettersMin
  if (phrase === undefined || !isName) return undefined
  return { key, ...unlabelled, words, box: phrase[2], shape: '' }
}

/** Whether the label has no other value. Of two dates behind "Date", nobody knows which one is meant. */
function isOnly({ label, text }: Spot, key: string, paper: Print): boolean {
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
function spotOf(habit: FieldHabit, text: string, paper: Print) {
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
function speaks(habit: FieldHabit, paper: Print): boolean {
  const { words, label, shape } = habit
  if (words !== undefined) return paper.phrases.some(([text]) => standIn(text, words))
  const spots = paper.behind(label).filter(({ text }) => shapeOf(text) === shape)
  return label === '' ? spots.some((spot) => isInPlace(habit, spot, paper)) : spots.length > 0
}

function isInPlace(habit: FieldHabit, spot: Spot, paper: Print): boolean {
  const { above, below, box } = habit
  if (above === undefined || below === undefined) return isNearPlace(spot.box, box)
  const around = namesAround(placed(spot), paper.amounts)
  return around.above === above && around.below === below
}

/* Learns the key of a seller's column whose heading no list knows. */

/** If lines were added or removed, nobody can tell which line is which. Then nothing is learnt. */
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

/** A person must have changed more than this part of a column to contradict its key. One misread letter does not. */
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

/** Headings whose column holds the right values of a field that was read differently. */
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
  // If two columns say the same, the next bill tells which one is meant.
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

/** The name of a product stands under either of two keys. */
function columnOf(lines: readonly Texts[], key: string): string[] {
  const isName = key === 'description' || key === 'product_name'
  return isName ? lines.map(nameIn) : column(lines, key)
}

/** A match of fewer letters and digits may be an accident: a lone "1" stands anywhere. */
const signsMin = 3

/**
 * Whether a column holds all the right values of a field. One cell may hold more text behind its value, as where the foot ran into the last
 * line.
 */
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

/* Finds on a paper the values that a person confirmed, and their labels. */

/** A possible value on the paper. `label` is the folded text before, beside or above the value, or ''. */
type Spot = {
  text: string
  label: string
  /** The label as it is printed. */
  printed: string
  page: number
  box: PagePhrase[2]
}

type Print = {
  phrases: readonly PagePhrase[]
  /** The spots that mean the same as a text, at most one in each phrase. */
  find(key: string, text: string): readonly Spot[]
  /** All spots behind a label. */
  behind(label: string): readonly Spot[]
  /** The phrases that end with an amount. */
  amounts: readonly Placed[]
}

/** Interprets each end of each phrase only once. Doing it for each field took a second for a page of single letters. */
function printOf(phrases: readonly PagePhrase[]): Print {
  const printed = phrases.map((phrase) => tailsOf(phrase, phrases))
  const byKind = new Map<MeaningKind, Map<string | number, Spot[]>>()
  const byLabel = Map.groupBy(printed.flat(), ({ label }) => label)
  return {
    phrases,
    find(key, text) {
      const kind = meaningKindOf(key)
      const spots = byKind.getOrInsertComputed(kind, () => byMeaning(printed, kind))
      return spots.get(meaningOf(kind, text)) ?? []
    },
    behind: (label) => byLabel.get(label) ?? [],
    amounts: printed.flatMap((tails) => {
      const last = tails.at(-1)
      return last === undefined || readPaise(last.text) === undefined ? [] : [placed(last)]
    }),
  }
}

function placed({ page, label, box: [, top, right, bottom] }: Spot): Placed {
  return { page, label, top, right, bottom }
}

function byMeaning(printed: readonly Spot[][], kind: MeaningKind): Map<string | number, Spot[]> {
  const spots = new Map<string | number, Spot[]>()
  for (const tails of printed) {
    // Of ends that mean the same, the first counts: it is the longest.
    const own = new Map(tails.toReversed().map((one) => [meaningOf(kind, one.text), one]))
    for (const [meaning, spot] of own) spots.getOrInsertComputed(meaning, () => []).push(spot)
  }
  return spots
}

/** A value has at most this many words. */
const valueWordsMax = 12

/** The ends of a phrase, the longest first, each with the text that may be its label. */
function tailsOf(whole: PagePhrase, phrases: readonly PagePhrase[]): Spot[] {
  const [phrase, page, box] = whole
  const words = phrase.split(' ')
  const beside = labelBeside(whole, phrases)
  return words.slice(-valueWordsMax).flatMap((_, at, { length }) => {
    const from = words.length - length + at
    const text = words
      .slice(from)
      .join(' ')
      .replace(/^[:=#]+\s*|^-+\s+|[.,;]+$/g, '')
    const before = words.slice(0, from).join(' ')
    const printed = isLabel(before) ? before : beside
    const label = labelOf(printed)
    return text === '' ? [] : [{ text, label, printed: trimmed(printed), page, box }]
  })
}

/** An address, a sentence, a number or a currency is no label. */
function isLabel(text: string): boolean {
  const label = labelOf(text)
  const isWord = /\p{L}{2}|\p{L}\p{M}/u.test(label) && !/\d{3}|,|^(?:rs|inr)$/.test(label)
  return isWord && text.length <= labelCharactersMax
}

/** The folded label. */
function labelOf(text: string): string {
  return foldLabel(text.replaceAll(/[=₹|*•]/g, ' '))
}

function trimmed(label: string): string {
  return label.replaceAll(/^[\s:=|*•-]+|[\s:=|*•-]+$/g, '')
}

/** How far a label may be left of its value, in widths of the page, and above it, in heights of the value. */
const [leftMax, aboveMax] = [0.35, 2]

/** The printed label: before the value in the same row, else above it in the same column. */
function labelBeside([, page, box]: PagePhrase, phrases: readonly PagePhrase[]): string {
  const [left, top, right, bottom] = box
  const own = phrases.filter((phrase) => phrase[1] === page)
  const middle = (top + bottom) / 2
  const before = own
    .filter(
      ([, , [, upper, end, lower]]) =>
        end <= left && left - end < leftMax && upper < middle && lower > middle,
    )
    .toSorted((a, b) => b[2][2] - a[2][2])[0]
  if (before !== undefined && isLabel(before[0])) return before[0]
  const above = own
    .filter(([, , [start, , end, lower]]) => {
      const gap = top - lower
      return start < right && end > left && gap > -0.001 && gap < aboveMax * (bottom - top)
    })
    .toSorted((a, b) => b[2][3] - a[2][3])[0]
  return above !== undefined && isLabel(above[0]) ? above[0] : ''
}

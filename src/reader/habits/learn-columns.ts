import { nameOfField } from '../../paper/fields.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { isSame } from '../fuse.ts'
import { type ConfirmedBill, nameIn, type Texts } from './confirmed-bill.ts'
import { type ColumnHabit, habitsMax, labelCharactersMax } from './habit.ts'
import { standIn } from './places.ts'

/* Learns the key of a seller's column whose heading no list knows. */

/** If lines were added or removed, nobody can tell which line is which. Then nothing is learnt. */
export function learnColumns(known: readonly ColumnHabit[], bill: ConfirmedBill): ColumnHabit[] {
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

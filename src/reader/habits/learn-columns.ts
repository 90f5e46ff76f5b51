import { nameOfField } from '../../paper/fields.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { isSame } from '../fuse.ts'
import { type ConfirmedBill, nameIn, type Texts } from './confirmed-bill.ts'
import { type ColumnHabit, habitsMax, labelCharactersMax } from './habit.ts'
import { standIn } from './places.ts'

/* Which column of a seller's tables is what, where the heading does not say it to everybody. */

/** Where lines were added or taken out nobody can tell which is which, and nothing is learnt. */
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

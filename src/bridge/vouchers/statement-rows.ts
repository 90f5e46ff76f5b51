import { type CheckedDocument, type Fields, textAt } from '../../paper/checks/document.ts'
import { readPaise, readSide } from '../../paper/values.ts'
import { firstText } from '../../paper/paper.ts'
import { dayAt } from './document.ts'
import type { Paise } from './voucher.ts'

type Side = 'debit' | 'credit'

/**
 * `moved` is in paise: above zero for money in, below zero for money out, absent if the row moves none. `message` says why the amount is
 * unknown.
 */
type Movement = { moved?: Paise; message?: string }

/** The amount that a row of `sidedLines` moves. */
export function movementOf(row: Fields): Movement {
  const unread = amountKeys.map((key) => textAt(row, key)).find(isUnread)
  if (unread !== undefined) return { message: `The amount “${unread}” cannot be read.` }
  const [debit, credit, amount] = amountKeys.map((key) => readPaise(textAt(row, key)))
  if (debit !== undefined || credit !== undefined) {
    return { moved: Math.abs(credit ?? 0) - Math.abs(debit ?? 0) }
  }
  if (amount !== undefined) return amount === 0 ? {} : { message: noSide }
  return isRemark(row) ? {} : { message: 'The row has no amount that can be read.' }
}

const amountKeys = ['debit', 'credit', 'amount'] as const

const noSide =
  'Whether the money went out or came in cannot be told: mark the row as debit or credit.'

function isUnread(text: string): boolean {
  return text !== '' && readPaise(text) === undefined
}

/** Whether the row is only a balance or another line without an entry. */
function isRemark(row: Fields): boolean {
  const day = dayAt(row, 'date') ?? dayAt(row, 'value_date')
  return day === undefined || balanceWords.test(firstText(row, 'narration', 'description'))
}

const balanceWords =
  /\b(?:b ?[/.-]? ?f(?:wd)?|c ?[/.-]? ?f(?:wd)?|(?:brought|carried) ?(?:forward|down|over)|opening|closing|balance|total)\b/i

/**
 * The rows of a statement. An amount becomes `debit` or `credit` if a side is printed beside it, or if the balances around it prove the
 * side.
 */
export function sidedLines({ head, lines }: CheckedDocument): Fields[] {
  const proven = provenMoves(lines, readPaise(textAt(head, 'opening_balance'), true))
  return lines.map((line, at) => {
    const paise = onlyAmount(line)
    const moved = proven[at]
    const side = paise === 0 ? undefined : (printedSide(line, paise) ?? (moved && sideOf(moved)))
    if (!side) return line
    const { amount: _, ...others } = line
    return { ...others, [side]: String(Math.abs(paise) / 100) }
  })
}

/** The amount of a row with one column for both sides. 0 for any other row. */
function onlyAmount(line: Fields): Paise {
  const isSplit = textAt(line, 'debit') !== '' || textAt(line, 'credit') !== ''
  return isSplit ? 0 : (readPaise(textAt(line, 'amount')) ?? 0)
}

function sideOf(moved: Paise): Side {
  return moved < 0 ? 'debit' : 'credit'
}

/** The side by the sign of the amount, or by another column of the row. */
function printedSide(line: Fields, paise: Paise): Side | undefined {
  if (paise < 0) return 'debit'
  const sides = Object.keys(line).flatMap((label) => sideUnder(label, textAt(line, label)) ?? [])
  const [side, ...others] = new Set(sides)
  return others.length === 0 ? side : undefined
}

const sideHeading = /^dr_cr$|^(?:dr?|cr?|debit|credit)\W+(?:or\W+)?(?:dr?|cr?|debit|credit)\b/i
const typeHeading = /^(?:(?:txn|trans?|transaction|entry)\W*)?type$|\bindicator$|^sign$/i

/** A single "D" under "Type" may be a deposit. */
function sideUnder(label: string, text: string): Side | undefined {
  if (sideHeading.test(label)) return readSide(text)
  return typeHeading.test(label) && text.length > 1 ? readSide(text) : undefined
}

/** The amounts as the balances before and after them prove them. Undefined where the balances prove nothing. */
function provenMoves(lines: readonly Fields[], opening: Paise | undefined) {
  const oldestFirst = movesBetween(lines, opening)
  const newestFirst = movesBetween(lines.toReversed(), opening).toReversed()
  const known = (moves: typeof oldestFirst) => moves.filter((moved) => moved !== undefined).length
  const order = orderOf(lines) || known(oldestFirst) - known(newestFirst)
  if (order === 0) return []
  return order > 0 ? oldestFirst : newestFirst
}

/** Above 0 if the oldest row comes first, below 0 if the newest row does. */
function orderOf(lines: readonly Fields[]): number {
  const days = lines.flatMap((line) => dayAt(line, 'date') ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return first === last ? 0 : first < last ? 1 : -1
}

function movesSomething(line: Fields): boolean {
  return amountKeys.some((key) => textAt(line, key) !== '')
}

function movesBetween(lines: readonly Fields[], opening: Paise | undefined) {
  let before = opening
  return lines.map((line) => {
    const balance = readPaise(textAt(line, 'balance'), true)
    const moved = balance === undefined || before === undefined ? undefined : balance - before
    const amount = Math.abs(onlyAmount(line))
    if (balance !== undefined || movesSomething(line)) before = balance
    return moved !== undefined && amount !== 0 && Math.abs(moved) === amount ? moved : undefined
  })
}

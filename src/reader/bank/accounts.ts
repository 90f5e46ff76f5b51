import { readDay } from '../../paper/values.ts'
import { isStatementHeading } from '../head/kind.ts'
import type { ReadPage } from '../page.ts'
import { boxOf, type Row, rowsOf } from '../rows.ts'
import { mayBeOneAccount } from './account-numbers.ts'
import { amountsAtEnd } from './amounts-at-end.ts'
import { accountNumberIn } from './read-head.ts'
import { segmentsOf } from './segments.ts'

/* One file may hold several accounts. Each account becomes a statement of its own. */

/** A row of a file, with the account numbers that the row names. */
type NumberedRow = {
  readonly page: number
  readonly row: Row
  readonly numbers: readonly Numbered[]
}

/** `isBlurred`: whether the number was read from pixels. */
type Numbered = { readonly account: string; readonly isBlurred: boolean }

/** The pages of each account. A page with the end of one account and the start of the next is cut between them. */
export function accountsIn(pages: readonly ReadPage[]): ReadPage[][] {
  const rows = pages.flatMap((page, at) =>
    rowsOf(page).map((row): NumberedRow => ({ page: at, row, numbers: numbersIn(row, page) })),
  )
  const cuts = cutsIn(rows)
  if (cuts.length === 0) return [[...pages]]
  const edges = [{ page: 0, top: 0 }, ...cuts, { page: pages.length, top: 0 }]
  return edges.slice(1).map((to, at) => between(pages, edges[at] ?? to, to))
}

function numbersIn(row: Row, { source }: ReadPage): Numbered[] {
  const segments = segmentsOf(row, source)
  return segments.flatMap(({ text }, at) => {
    const account = accountNumberIn(`${text} ${segments[at + 1]?.text ?? ''}`)
    return account === undefined ? [] : [{ account, isBlurred: source === 'ocr' }]
  })
}

/** Where an account begins: `top` is a fraction of the page's height. */
type Cut = { readonly page: number; readonly top: number }

/**
 * A new account begins where all account numbers between the last movement and the next headings differ from the current account's. Account
 * numbers in narrations cut nothing, because no headings follow them.
 */
function cutsIn(rows: readonly NumberedRow[]): Cut[] {
  const cuts: Cut[] = []
  let current: Numbered[] = []
  let lastMovement = -1
  for (const [at, { row }] of rows.entries()) {
    if (isMovement(row)) lastMovement = at
    if (!isStatementHeading(row, 0, [row, ...nextRow(rows, at)])) continue
    const own = rows.slice(lastMovement + 1, at).flatMap(({ numbers }) => numbers)
    const isOther = own.length > 0 && !own.some((one) => current.some((two) => isAlike(one, two)))
    if (isOther && current.length > 0) cuts.push(cutBetween(rows.slice(lastMovement, at)))
    current = isOther ? own : [...current, ...own]
  }
  return cuts
}

/** A movement's day ends within this many words at the start of its row: "12 05 Apr 2026". */
const dayWordsMax = 4

/** Whether a row begins with a day and ends with its amount and a balance. */
export function isMovement(row: Row): boolean {
  if (amountsAtEnd(row).length < 2) return false
  const words = row.pieces.slice(0, dayWordsMax).map(({ word }) => word.text)
  return words.some((_, from) =>
    words
      .slice(from)
      .some((__, to) => readDay(words.slice(from, from + to + 1).join(' ')) !== undefined),
  )
}

function nextRow(rows: readonly NumberedRow[], at: number): Row[] {
  const next = rows[at + 1]
  return next === undefined ? [] : [next.row]
}

/** Of blurred numbers only the last digits are compared. Banks never hide those. */
const shownDigits = 4

function isAlike(one: Numbered, other: Numbered): boolean {
  return one.isBlurred || other.isBlurred
    ? one.account.slice(-shownDigits) === other.account.slice(-shownDigits)
    : mayBeOneAccount(one.account, other.account)
}

/** Cuts between the last movement of one account and the first number of the next: where the next page begins, else at the widest gap. */
function cutBetween(rows: readonly NumberedRow[]): Cut {
  const named = rows.findIndex(({ numbers }, at) => at > 0 && numbers.length > 0)
  const page = rows[named]?.page ?? 0
  if (page !== rows[0]?.page) return { page, top: 0 }
  let widest = { gap: -Infinity, top: 0 }
  for (let at = 1; at <= named; at++) {
    const top = boxOf(rows[at]?.row.pieces ?? [])[1]
    const gap = top - boxOf(rows[at - 1]?.row.pieces ?? [])[3]
    if (gap > widest.gap) widest = { gap, top }
  }
  return { page, top: widest.top }
}

function between(pages: readonly ReadPage[], from: Cut, to: Cut): ReadPage[] {
  return pages.flatMap((page, at) => {
    if (at < from.page || at > to.page) return []
    const top = at === from.page ? from.top : 0
    const bottom = at === to.page ? to.top : Infinity
    const words = page.words.filter(({ box }) => {
      const middle = (box[1] + box[3]) / 2
      return middle >= top && middle < bottom
    })
    return words.length === 0 ? [] : [{ ...page, words }]
  })
}

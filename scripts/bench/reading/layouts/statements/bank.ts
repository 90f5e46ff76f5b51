import type { ReactNode } from 'react'
import type { Movement, Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import type { Column } from './columns.tsx'

/** How one bank prints a statement of account. */
export type Bank = {
  name: string
  code: string
  title: string
  css: string
  head: (kit: Kit, statement: Statement) => ReactNode
  columns: (kit: Kit, statement: Statement) => Column[]
  /** Lines on the first page, and on each of the others. */
  lines: readonly [first: number, others: number]
  /** Rows of the opening and closing balance in the table. */
  balanceRows?: 'opening' | 'both'
  /** The last line first. */
  isNewestFirst?: true
  /** Paise by which all balances are lower: an account that owes. */
  lowered?: number
  /** A row of its own before a line. */
  above?: (movement: Movement, before: Movement | undefined) => ReactNode
  /** A row of its own below a line. */
  below?: (movement: Movement) => ReactNode
  foot?: (kit: Kit, statement: Statement) => ReactNode
  repeatsHeading: boolean
}

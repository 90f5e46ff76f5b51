import type { ReactNode } from 'react'
import type { Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import type { Column } from './columns.tsx'

/** How one bank prints a statement of account. */
export type Bank = {
  name: string
  code: string
  title: string
  css: string
  head: (kit: Kit, statement: Statement) => ReactNode
  columns: (kit: Kit) => Column[]
  /** Lines on the first page, and on each of the others. */
  lines: readonly [first: number, others: number]
  /** Rows of the opening and closing balance in the table. */
  balanceRows?: 'opening' | 'both'
  /** The last line first. */
  isNewestFirst?: true
  foot?: (kit: Kit, statement: Statement) => ReactNode
  repeatsHeading: boolean
}

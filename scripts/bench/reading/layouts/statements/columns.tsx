import type { ReactNode } from 'react'
import type { Movement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'

/** A column of a statement; its width in per cent of the table. */
export type Column = {
  heading: ReactNode
  className?: string
  width: number
  cell: (movement: Movement, index: number) => ReactNode
}

export function day(kit: Kit, key: string, width: number, heading: string): Column {
  return {
    heading,
    width,
    cell: (movement) => {
      const value = key === 'date' ? movement.date : movement.valueDate
      return (
        <C k={key} v={value}>
          {kit.day(value)}
        </C>
      )
    },
  }
}

export function narration(heading: string, width: number): Column {
  return { heading, width, cell: (movement) => <C k="narration">{movement.narration}</C> }
}

export function reference(heading: string, width: number): Column {
  return { heading, width, cell: (movement) => <C k="reference">{movement.reference}</C> }
}

export function side(kit: Kit, key: 'debit' | 'credit', heading: string, width: number): Column {
  return {
    heading,
    width,
    className: 'r',
    cell: (movement) =>
      movement.side === key ? (
        <C k={key} v={movement.amount / 100}>
          {kit.money(movement.amount)}
        </C>
      ) : null,
  }
}

export function balance(kit: Kit, heading: string, width: number, mark = ''): Column {
  return {
    heading,
    width,
    className: 'r',
    cell: (movement) => (
      <C k="balance" v={movement.balance / 100}>{`${kit.money(movement.balance)}${mark}`}</C>
    ),
  }
}

/** One column of amounts, and which side each is on. */
export function signed(
  kit: Kit,
  heading: string,
  width: number,
  mark: (side: 'debit' | 'credit') => string,
): Column {
  return {
    heading,
    width,
    className: 'r',
    cell: (movement) => (
      <>
        <C
          k={movement.side}
          v={movement.amount / 100}
        >{`${kit.money(movement.amount)}${mark(movement.side)}`}</C>
        <Also
          of="line"
          fields={{ amount: movement.amount / 100, dr_cr: movement.side === 'debit' ? 'DR' : 'CR' }}
        />
      </>
    ),
  }
}

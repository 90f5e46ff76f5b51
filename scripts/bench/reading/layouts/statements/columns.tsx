import type { ReactNode } from 'react'
import type { Movement, Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'

/** A column of a statement; its width in per cent of the table. */
export type Column = {
  heading: ReactNode
  className?: string
  width: number
  cell: (movement: Movement, index: number) => ReactNode
}

export type Source = { kit: Kit; statement: Statement }
type Own = Column | ((source: Source) => Column)

/**
 * The columns of a statement: `date 10 Txn Date; debit 11 Debit; balance 12 Balance ~ Cr`, each with its width, its heading and
 * what stands behind each amount, for amounts of both sides `~ Dr/ Cr`. A column that only one bank has stands in `${…}`.
 */
export function moves(texts: TemplateStringsArray, ...own: readonly Own[]) {
  const wishes = texts.reduce((all, text, at) => `${all}{${at - 1}}${text}`).split(/;\s+/)
  return (kit: Kit, statement: Statement): Column[] =>
    wishes.map((wish) => {
      const given = own[Number(/^\s*\{(\d+)\}$/.exec(wish)?.[1])]
      if (given !== undefined)
        return typeof given === 'function' ? given({ kit, statement }) : given
      return usualColumn(kit, wish.trim())
    })
}

const amounts = ['debit', 'credit', 'balance', 'amount']

function usualColumn(kit: Kit, wish: string): Column {
  const [, key = '', width, heading = '', mark = ''] =
    /^(\w+) (\d+) (.*?)(?: ~(.*))?$/.exec(wish) ?? []
  const cell = cells(kit, mark)[key]
  if (cell === undefined) throw new Error(`No column of a statement is called ${wish}.`)
  const isAmount = amounts.includes(key)
  return { heading, width: Number(width), ...(isAmount && { className: 'r' }), cell }
}

function cells(kit: Kit, mark: string): Record<string, Column['cell']> {
  const day = (key: string, date: string) => (
    <C k={key} v={date}>
      {kit.day(date)}
    </C>
  )
  const amount = (key: string, paise: number, behind: string) => (
    <C k={key} v={paise / 100}>{`${kit.money(paise)}${behind}`}</C>
  )
  const [debit = '', credit = ''] = mark.split('/')
  return {
    date: ({ date }) => day('date', date),
    value_date: ({ valueDate }) => day('value_date', valueDate),
    narration: ({ narration }) => <C k="narration">{narration}</C>,
    reference: ({ reference }) => <C k="reference">{reference}</C>,
    debit: (one) => (one.side === 'debit' ? amount('debit', one.amount, '') : null),
    credit: (one) => (one.side === 'credit' ? amount('credit', one.amount, '') : null),
    balance: ({ balance }) => amount('balance', balance, mark),
    amount: (one) => (
      <Signed {...one}>
        {amount(one.side, one.amount, one.side === 'debit' ? debit : credit)}
      </Signed>
    ),
  }
}

/** An amount in a column of both sides. */
export function Signed({ side, amount, children }: Movement & { children: ReactNode }) {
  return (
    <>
      {children}
      <Also of="line" fields={{ amount: amount / 100, dr_cr: side === 'debit' ? 'DR' : 'CR' }} />
    </>
  )
}

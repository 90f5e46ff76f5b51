import type { ReactNode } from 'react'
import type { Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { linesOf, printed, type Value } from '../../markup.tsx'

type Source = { kit: Kit; statement: Statement }

/** Part of a statement as lines of text, see markup.tsx. */
export function statementText(
  texts: TemplateStringsArray,
  ...values: readonly Value<Source>[]
): (kit: Kit, statement: Statement) => ReactNode {
  const lines = linesOf(texts, values)
  return (kit, statement) => {
    const told = {
      kit,
      record: statement,
      fields,
      ownField: () => undefined,
      blocks: {},
      rows: {},
      lists: {},
      drawn: new Map(),
      holds: () => false,
    }
    return printed(lines, told, { kit, statement }, values)
  }
}

/** Where a statement says what stands under a field's name. */
const fields = {
  account_name: 'holder',
  account_no: 'account',
  branch: 'branch',
  customer_id: 'customer',
  ifsc: 'ifsc',
  micr: 'micr',
  opening_balance: 'opening',
  closing_balance: 'closing',
  statement_from: 'from',
  statement_to: 'to',
}

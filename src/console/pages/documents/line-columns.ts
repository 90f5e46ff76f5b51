import type { ExplainedField } from './data.ts'
import { reasonText, saysNothing, type KeyName } from './words.tsx'

/** A column of the lines. `labels` are the printed headings, `reasons` explain the delivered values. */
export type LineColumn = { key: string; labels: string[]; isNumber: boolean; reasons: string[] }

/** A name added by Daybook is shown with the printed text, and a value that is not a number in the column of the number. */
export function asPeopleRead(row: readonly ExplainedField[]): ExplainedField[] {
  const fieldOf = (key: string) => row.find((field) => field.key === key)
  const name = fieldOf('product_name')
  const added = name?.label === null && fieldOf('description') !== undefined ? name : undefined
  return row
    .filter((field) => field !== added)
    .map((field) => {
      const base = field.key?.replace(/ \(\d+\)$/, '') ?? null
      if (base !== null && base !== field.key && fieldOf(base) === undefined) {
        return { ...field, key: base }
      }
      if (added === undefined || field.key !== 'description') return field
      const { value, reasons } = added
      return { ...field, value, reasons: [...field.reasons, ...reasons] }
    })
}

/** In the order of the lines, except for money. */
export function columnsOf(
  rows: readonly (readonly ExplainedField[])[],
  nameOf: KeyName,
): LineColumn[] {
  const columns = new Map<string, LineColumn>()
  for (const field of rows.flat()) {
    const { key, label, value, reasons } = field
    if (key === null) continue
    const column = columns.get(key) ?? { key, labels: [], isNumber: true, reasons: [] }
    columns.set(key, column)
    if (label !== null) addOnce(column.labels, label)
    if (typeof value !== 'number') column.isNumber = false
    for (const reason of reasons) {
      if (!saysNothing(reason, nameOf)) addOnce(column.reasons, reasonText(reason, field, nameOf))
    }
  }
  return inFixedOrder([...columns.values()])
}

/** A line of a statement has either a debit or a credit, so single lines do not show the order of these columns. */
const moneyColumns = ['debit', 'credit', 'balance']

/** Puts debit, credit and balance side by side, at the place of the first. */
function inFixedOrder(columns: readonly LineColumn[]): LineColumn[] {
  const isMoney = ({ key }: LineColumn) => moneyColumns.includes(key)
  const at = columns.findIndex(isMoney)
  const money = moneyColumns.flatMap((name) => columns.find(({ key }) => key === name) ?? [])
  const others = columns.filter((column) => !isMoney(column))
  return at === -1 ? others : others.toSpliced(at, 0, ...money)
}

function addOnce(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text)
}

import type { ExplainedField } from './data.ts'
import { reasonText, saysNothing, type KeyName } from './words.tsx'

/** A column of the lines: `labels` as they were printed, `reasons` why they are delivered so. */
export type LineColumn = { key: string; labels: string[]; isNumber: boolean; reasons: string[] }

/** A name that Daybook added of the lists stands with what was printed, a value that is no number where the number would. */
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

/** In the order in which the lines have them, but for money. */
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

/** A line of a statement has money either out or in: the lines alone do not say which column comes first. */
const moneyColumns = ['debit', 'credit', 'balance']

/** Debit, credit and balance stand beside each other, where the first of them stands. */
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

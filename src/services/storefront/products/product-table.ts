import type { Cell } from '../../../platform/record/field.ts'
import { typedTable } from '../typed-table.ts'
import { productFields, tableOnlyFields } from './record.ts'

const numbers: readonly Cell[] = ['amount', 'quantity', 'rate']

/** A table of products; `moreTexts` are columns that whoever reads it makes something of. */
export function productTable(moreTexts: readonly string[] = []) {
  const { vendor_name, image_url } = tableOnlyFields
  const columns = Object.entries({ ...productFields, vendor_name, image_url })
  const named = (fits: (cell: Cell) => boolean) =>
    columns.filter(([, { cell }]) => fits(cell)).map(([name]) => name)
  return typedTable({
    required: ['sku', 'name'],
    texts: [
      ...named((cell) => !numbers.includes(cell) && cell !== 'flag' && cell !== 'none'),
      ...moreTexts,
    ],
    numbers: named((cell) => numbers.includes(cell)),
    booleans: named((cell) => cell === 'flag'),
  })
}

import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import { parseOrNothing } from '../../platform/json/json.ts'
import { rowFields } from './row-fields.ts'

/** Columns of a sheet that a program imports, as somebody set them up once for theirs. */
export const columnsSchema = Type.Object({
  sheet: Type.String({ minLength: 1, maxLength: 31 }),
  columns: Type.Array(
    Type.Object({
      header: Type.String({ minLength: 1 }),
      /** Text with fields in braces: `{party}`, `{tax_kind}/GST-{gst_percent}%`. A field alone keeps its kind. */
      value: Type.String(),
    }),
    { minItems: 1 },
  ),
})

export type Columns = Static<typeof columnsSchema>

/** Throws AppError `invalid_request` for a file that holds no columns, or a field that there is not. */
export function readColumns(text: string): Columns {
  const read: unknown = parseOrNothing(text)
  if (!Value.Check(columnsSchema, read)) {
    throw new AppError(
      'invalid_request',
      'The file of columns must be JSON with a “sheet” and “columns”, each with a “header” and a “value”.',
    )
  }
  for (const { value } of read.columns) {
    for (const [, field = ''] of value.matchAll(placeholders)) requireField(field)
  }
  return read
}

function requireField(field: string): void {
  if (Object.hasOwn(rowFields, field)) return
  const known = Object.keys(rowFields).join(', ')
  throw new AppError('invalid_request', `There is no field {${field}}. There are: ${known}.`)
}

/** Where a value shows a field. */
export const placeholders = /\{(\w+)\}/g

/** What to begin with: every field, under names that people know. */
export const usualColumns: Columns = {
  sheet: 'Bills',
  columns: [
    { header: 'Voucher Type', value: '{voucher_type}' },
    { header: 'Date', value: '{date}' },
    { header: 'Bill No', value: '{number}' },
    { header: 'Bill Date', value: '{number_date}' },
    { header: 'Due Date', value: '{due_date}' },
    { header: 'Party', value: '{party}' },
    { header: 'GSTIN', value: '{gstin}' },
    { header: 'State', value: '{party_state}' },
    { header: 'Place of Supply', value: '{place_of_supply}' },
    { header: 'Item', value: '{item}' },
    { header: 'Ledger', value: '{ledger}' },
    { header: 'HSN/SAC', value: '{hsn}' },
    { header: 'Qty', value: '{qty}' },
    { header: 'Free Qty', value: '{free_qty}' },
    { header: 'Unit', value: '{unit}' },
    { header: 'Rate', value: '{rate}' },
    { header: 'GST %', value: '{gst_percent}' },
    { header: 'Taxable', value: '{taxable}' },
    { header: 'CGST', value: '{cgst}' },
    { header: 'SGST', value: '{sgst}' },
    { header: 'IGST', value: '{igst}' },
    { header: 'Cess', value: '{cess}' },
    { header: 'Line Total', value: '{line_total}' },
    { header: 'Other Charges', value: '{beside}' },
    { header: 'Round Off', value: '{round_off}' },
    { header: 'Bill Total', value: '{total}' },
    { header: 'Narration', value: '{narration}' },
  ],
}

/** Columns for Busy, whose import is set up by its user: these are the names that its own forms have. */
export const busyColumns: Columns = {
  sheet: 'Purchase',
  columns: [
    { header: 'Vch Series', value: 'Main' },
    { header: 'Vch/Bill Date', value: '{date}' },
    { header: 'Vch/Bill No', value: '{number}' },
    { header: 'Purc Type', value: '{tax_kind}/GST-{gst_percent}%' },
    { header: 'Party Name', value: '{party}' },
    { header: 'Mat. Centre', value: 'Main Store' },
    { header: 'Item Name', value: '{item}' },
    { header: 'Qty', value: '{qty}' },
    { header: 'Unit', value: '{unit}' },
    { header: 'Price', value: '{rate}' },
    { header: 'Amount', value: '{taxable}' },
    { header: 'CGST', value: '{cgst}' },
    { header: 'SGST', value: '{sgst}' },
    { header: 'IGST', value: '{igst}' },
    { header: 'Narration', value: '{narration}' },
  ],
}

import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { CellValue } from 'hucre/xlsx'
import { billRows, entryFields, entryRows, lineFields, voucherFields } from './rows.ts'
import type { Keyed } from '../tally/render.ts'
import { AppError } from '../../platform/errors.ts'
import { parseOrNothing } from '../../platform/json/json.ts'

/**
 * Vouchers as a workbook, with a row per line or per entry. Amounts are numbers and days are dates. A text is never a formula, and codes
 * such as HSN keep their zeros.
 */
export async function writeWorkbook(
  all: readonly Keyed[],
  { sheet, columns, rows = 'lines' }: Columns,
): Promise<Uint8Array> {
  // Loaded only when needed: most shops never write a workbook.
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: sheet,
    columns: columns.map(({ header, value }) => ({ header, ...formatOf(value) })),
  })
  const read = all.flatMap((keyed) =>
    rows === 'lines'
      ? billRows(keyed.voucher).map((row) => readerOf(keyed, lineFields, row))
      : entryRows(keyed.voucher).map((row) => readerOf(keyed, entryFields, row)),
  )
  for (const fieldOf of read) writer.addRow(columns.map(({ value }) => cellOf(value, fieldOf)))
  return await writer.finish()
}

type FieldOf = (name: string) => CellValue

function readerOf<Row>(
  { voucher, key }: Keyed,
  fields: Readonly<Record<string, (row: Row) => CellValue>>,
  row: Row,
): FieldOf {
  return (name) => voucherFields[name]?.(voucher, key) ?? fields[name]?.(row) ?? null
}

const placeholderAlone = /^\{(\w+)\}$/

function cellOf(value: string, fieldOf: FieldOf): CellValue {
  const alone = placeholderAlone.exec(value)?.[1]
  if (alone !== undefined) return fieldOf(alone)
  return value.replace(placeholders, (_, field: string) => shown(fieldOf(field)))
}

function shown(value: CellValue): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return value === null ? '' : String(value)
}

function formatOf(value: string): { numFmt?: string } {
  const alone = placeholderAlone.exec(value)?.[1] ?? ''
  if (alone.includes('date')) return { numFmt: 'dd-mm-yyyy' }
  return amounts.has(alone) ? { numFmt: '0.00' } : {}
}

const amounts: ReadonlySet<string> = new Set(
  'taxable cgst sgst igst cess line_total beside round_off total amount bill_amount item_amount'.split(
    ' ',
  ),
)

/** The columns of a sheet, set up once by somebody for the accounting program's import. */
export const columnsSchema = Type.Object({
  sheet: Type.String({ minLength: 1, maxLength: 31 }),
  /** One row per line of goods, or per entry (party, goods, taxes) with its side. Default: lines. */
  rows: Type.Optional(Type.Union([Type.Literal('lines'), Type.Literal('entries')])),
  /** The kinds of vouchers in the sheet. Default: all kinds if a column shows the voucher type, otherwise only purchases. */
  kinds: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Literal('purchase'),
        Type.Literal('debit_note'),
        Type.Literal('credit_note'),
        Type.Literal('sales_order'),
        Type.Literal('sales'),
      ]),
      { minItems: 1 },
    ),
  ),
  columns: Type.Array(
    Type.Object({
      header: Type.String({ minLength: 1 }),
      /** Text with fields in braces: `{party}`, `{tax_kind}/GST-{gst_percent}%`. A value of a single field keeps the field's type. */
      value: Type.String(),
    }),
    { minItems: 1 },
  ),
})

export type Columns = Static<typeof columnsSchema>

/** Throws AppError `invalid_request` for a file without columns, or for an unknown field. */
export function readColumns(text: string): Columns {
  const read: unknown = parseOrNothing(text)
  if (!Value.Check(columnsSchema, read)) {
    throw new AppError(
      'invalid_request',
      'The file of columns must be JSON with a “sheet” and “columns”, each with a “header” and a “value”, and kinds that there are.',
    )
  }
  for (const { value } of read.columns) {
    for (const [, field = ''] of value.matchAll(placeholders)) requireField(read, field)
  }
  return read
}

function requireField({ rows }: Columns, field: string): void {
  const fields = { ...voucherFields, ...(rows === 'entries' ? entryFields : lineFields) }
  if (Object.hasOwn(fields, field)) return
  const known = Object.keys(fields).join(', ')
  throw new AppError('invalid_request', `There is no field {${field}}. There are: ${known}.`)
}

/** Matches a field in a value. */
export const placeholders = /\{(\w+)\}/g

/** A starting point for people: every field under a familiar name. */
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

/** Columns for Busy. Its user sets up the import; these are the names in Busy's own forms. */
export const busyColumns: Columns = {
  sheet: 'Purchase',
  kinds: ['purchase'],
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
    { header: 'Cess', value: '{cess}' },
    { header: 'Other Charges', value: '{beside}' },
    { header: 'Rounded Off', value: '{round_off}' },
    { header: 'Narration', value: '{narration}' },
  ],
}

/**
 * The columns of TallyPrime's sample workbook for vouchers (4.0 and later), named as in files made for it: a row per ledger and per stock
 * item. Tally groups rows by voucher number, so we use our own number: two sellers may use the same.
 */
const tallyColumns: Columns = {
  sheet: 'Accounting Voucher',
  rows: 'entries',
  columns: [
    { header: 'Voucher Date', value: '{date}' },
    { header: 'Voucher Type Name', value: '{voucher_type}' },
    { header: 'Voucher Number', value: '{voucher_number}' },
    { header: 'Reference No.', value: '{number}' },
    { header: 'Reference Date', value: '{number_date}' },
    { header: 'Voucher Narration', value: '{narration}' },
    { header: 'Buyer/Supplier - State', value: '{party_state}' },
    { header: 'Buyer/Supplier - GST Registration Type', value: '{registration}' },
    { header: 'Buyer/Supplier - GSTIN/UIN', value: '{gstin}' },
    { header: 'Buyer/Supplier - Place of Supply', value: '{place_of_supply}' },
    { header: 'Ledger Name', value: '{ledger}' },
    { header: 'Ledger Amount', value: '{amount}' },
    { header: 'Ledger Amount Dr/Cr', value: '{dr_cr}' },
    { header: 'Bill Type of Ref', value: '{bill_type}' },
    { header: 'Bill Name', value: '{bill_name}' },
    { header: 'Bill Amount', value: '{bill_amount}' },
    { header: 'Bill Amount - Dr/Cr', value: '{bill_dr_cr}' },
    { header: 'Item Name', value: '{item}' },
    { header: 'Actual Quantity', value: '{actual_qty}' },
    { header: 'Billed Quantity', value: '{billed_qty}' },
    { header: 'Quantity UOM', value: '{unit}' },
    { header: 'Item Rate', value: '{rate}' },
    { header: 'Item Rate per', value: '{rate_per}' },
    { header: 'Item Amount', value: '{item_amount}' },
    { header: 'Item Allocations - Godown Name', value: '{godown}' },
    { header: 'Item Allocations - Batch/Lot No.', value: '{batch}' },
    { header: 'Change Mode', value: '{mode}' },
  ],
}

/** Daybook's own column sets, by the name that `pair folder --columns` takes. */
export const ownColumns: ReadonlyMap<string, Columns> = new Map([
  ['busy', busyColumns],
  ['tally', tallyColumns],
])

import type { ReactNode } from 'react'
import type { Column } from './columns.tsx'
import type { BillLine } from './compose/bill.ts'
import { Also } from './marks.tsx'

/** Values of a line that are right even if no column prints them. */
export function LineFacts({ line }: { line: BillLine }) {
  const { item, taxable, total, gross, cgst, sgst, igst, discount } = line
  const fields = {
    taxable_value: taxable / 100,
    total: total / 100,
    gst_rate: item.gst,
    discount: discount / 100,
    discount_pct: line.discountPct,
    rate: line.rate / 100,
    tax_amount: (cgst + sgst + igst) / 100,
    ...(igst === 0
      ? { cgst: cgst / 100, sgst: sgst / 100, cgst_rate: item.gst / 2, sgst_rate: item.gst / 2 }
      : { igst: igst / 100, igst_rate: item.gst }),
    cess: line.cess / 100,
    free_qty: line.free,
  }
  return (
    <>
      <Also of="line" fields={fields} />
      <Also of="line" fields={{ amount: taxable / 100, unit: item.unit }} />
      <Also of="line" fields={{ amount: gross / 100 }} />
      <Also of="line" fields={{ amount: total / 100 }} />
    </>
  )
}

type Table = {
  columns: readonly Column[]
  lines: readonly BillLine[]
  /** The number of the first line, from 0. */
  from?: number
  className?: string
  /** Rows after the lines. */
  children?: ReactNode
  /** Rows before the lines. */
  before?: ReactNode
  /** What is printed below the value in the second cell. */
  below?: ((line: BillLine, index: number) => ReactNode) | undefined
}

/** The lines as a table. */
export function LinesTable({ columns, lines, from = 0, ...table }: Table) {
  return (
    <table className={`lines w ${table.className ?? ''}`}>
      <Headings columns={columns} />
      <tbody>
        {table.before}
        <LineRows {...{ columns, lines, from }} below={table.below} />
        {table.children}
      </tbody>
    </table>
  )
}

type Rows = Pick<Table, 'columns' | 'lines' | 'from' | 'below'>

export function LineRows({ columns, lines, from = 0, below }: Rows) {
  return lines.map((line, index) => (
    <tr key={index} data-line="">
      {columns.map(({ align, cell }, at) => (
        <td key={at} className={align}>
          {cell(line, from + index)}
          {at === 0 ? <LineFacts line={line} /> : null}
          {at === 1 ? below?.(line, from + index) : null}
        </td>
      ))}
    </tr>
  ))
}

export function Headings({ columns }: { columns: readonly Column[] }) {
  const isGrouped = columns.some(({ group }) => group !== undefined)
  return (
    <thead>
      {isGrouped ? <GroupRow columns={columns} /> : null}
      <tr>
        {columns.map(({ heading, align, width, group }, at) =>
          isGrouped && group === undefined ? null : (
            <th
              key={at}
              className={align}
              style={width === undefined ? {} : { width: `${width}%` }}
            >
              {heading}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

/** The row of groups, each above several columns. A heading without a group is as high as both rows. */
function GroupRow({ columns }: { columns: readonly Column[] }) {
  return (
    <tr>
      {columns.map(({ heading, align, group }, at) => {
        if (group === undefined) {
          return (
            <th key={at} rowSpan={2} className={align}>
              {heading}
            </th>
          )
        }
        const isFirst = columns[at - 1]?.group !== group
        const span = columns.filter((column) => column.group === group).length
        return isFirst ? (
          <th key={at} colSpan={span} className="c">
            {group}
          </th>
        ) : null
      })}
    </tr>
  )
}

type Sparse = { columns: number; cells: Record<number, ReactNode>; className?: string }

/** A row that is no line: it has text in a few columns only. */
export function SparseRow({ columns, cells, className = '' }: Sparse) {
  return (
    <tr className={className}>
      {Array.from({ length: columns }, (_, at) => (
        <td key={at} className="r">
          {cells[at]}
        </td>
      ))}
    </tr>
  )
}

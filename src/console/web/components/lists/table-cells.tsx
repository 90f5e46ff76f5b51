import { Table } from '@mantine/core'
import type { Column } from './table-props.ts'

/** The values of a row. */
export function TableCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <Table.Td
      key={column.key}
      role={column.isMain === true ? 'rowheader' : 'cell'}
      data-align={column.align}
      data-main={column.isMain === true ? '' : undefined}
      data-menu={column.isMenu === true ? '' : undefined}
      data-title={column.title === '' ? undefined : column.title}
    >
      {column.cell(row)}
    </Table.Td>
  ))
}

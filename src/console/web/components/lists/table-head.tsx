import { Checkbox, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { withAll, type Column, type DataTableProps, type Sort } from './table-props.ts'

type TableHeadProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'sort' | 'onSort' | 'selection' | 'idOf'
>

/** The titles of the columns, by which it is sorted, and the box that chooses all rows. */
export function TableHead<Row>({
  columns,
  rows,
  sort,
  onSort,
  selection,
  idOf,
}: TableHeadProps<Row>) {
  const ids = rows?.map(idOf) ?? []
  const chosen = ids.filter((id) => selection?.ids.has(id) === true).length
  return (
    <Table.Thead role="rowgroup">
      <Table.Tr role="row">
        {selection !== undefined && (
          <Table.Th w={40} role="columnheader">
            <Checkbox
              aria-label="Select all on this page"
              checked={ids.length > 0 && chosen === ids.length}
              indeterminate={chosen > 0 && chosen < ids.length}
              onChange={({ currentTarget }) =>
                selection.onChange(withAll(selection.ids, ids, currentTarget.checked))
              }
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Table.Th
            key={column.key}
            role="columnheader"
            data-align={column.align}
            {...(column.width === undefined ? {} : { w: column.width })}
            {...(sort?.by === column.key
              ? { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' }
              : {})}
          >
            {column.canSort === true && onSort !== undefined ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : column.title === '' ? (
              <VisuallyHidden>Actions</VisuallyHidden>
            ) : (
              column.title
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const isHere = sort?.by === column.key
  const isDescending = isHere && sort.isDescending
  const Icon = isHere ? (isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort
  return (
    <UnstyledButton
      className="sort-button"
      onClick={() => onSort({ by: column.key, isDescending: isHere && !isDescending })}
    >
      {column.title}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}

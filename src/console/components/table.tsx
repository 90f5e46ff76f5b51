import {
  Button,
  Checkbox,
  EmptyState,
  Paper,
  Skeleton,
  Table,
  Box,
  Group,
  Pagination,
  Text,
  UnstyledButton,
  VisuallyHidden,
  type TableProps,
} from '@mantine/core'
import { IconListNumbers, IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorState, OutOfDate } from './loaded.tsx'
import { t } from '../language/language.ts'
import { formatCount, Money, When } from './values.tsx'

const skeletonRows = 5

/** Every list of the console, with its states (loading, failed, empty, filled), sorting, paging and selection. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, error = null, onRetry, empty, paging } = props
  if (rows === undefined && error !== null) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <>
      <OutOfDate error={error} onRetry={onRetry} />
      {rows?.length === 0 ? (
        <Paper withBorder>{isPastEnd(paging) ? <PastEnd paging={paging} /> : empty}</Paper>
      ) : (
        <TableFrame highlightOnHover aria-label={label} aria-busy={rows === undefined}>
          <TableHead {...props} />
          <Table.Tbody role="rowgroup">
            {rows === undefined ? (
              <Loading columns={props.columns.length} />
            ) : (
              rows.map((row) => <Row key={props.idOf(row)} row={row} table={props} />)
            )}
          </Table.Tbody>
        </TableFrame>
      )}
      {!isPastEnd(paging) && <Paging {...props} />}
    </>
  )
}

function Row<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, selection, idOf } = table
  const id = idOf(row)
  return (
    <Table.Tr role="row" tabIndex={-1} data-row={id} data-selected={selection?.has(id)}>
      {selection !== undefined && (
        <Table.Td role="cell" data-check="">
          <Checkbox
            aria-label={t('Select {{row}}', { row: selection.nameOf(row) })}
            checked={selection.has(id)}
            onChange={({ currentTarget }) => selection.choose([row], currentTarget.checked)}
          />
        </Table.Td>
      )}
      <TableCells columns={columns} row={row} />
    </Table.Tr>
  )
}

function Loading({ columns }: { columns: number }) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    <Table.Tr key={row} role="row">
      {Array.from({ length: columns }, (_cell, column) => (
        <Table.Td key={column} role="cell">
          <Skeleton height={14} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}

/** Whether the page no longer exists because entries were deleted meanwhile. */
function isPastEnd(paging: PagingProps | undefined): paging is PagingProps {
  return paging !== undefined && paging.total > 0 && paging.page > lastPage(paging)
}

function PastEnd({ paging }: { paging: PagingProps }) {
  return (
    <EmptyState
      icon={<IconListNumbers aria-hidden />}
      title={t('This page of the list is gone')}
      description={t('There are fewer entries now than before.')}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={() => paging.onChange(lastPage(paging))}>
          {t('Show the last page')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}

function lastPage({ total, size }: PagingProps): number {
  return Math.ceil(total / size)
}

export type Column<Row> = {
  key: string
  /** The title above the column, and before the value on a phone. A cell without a title holds the row's buttons. */
  title: string
  /** Without it, the column shows its value by its kind. */
  cell?(row: Row): ReactNode
  /** Amounts and counts are aligned right by themselves. */
  align?: 'right'
  /** Whether the column has the row's name: on a phone it heads the card, and a screen reader reads it with every cell. */
  isMain?: boolean
  canSort?: boolean
  /** The button of the row's menu. On a phone it is in the card's corner. */
  isMenu?: boolean
  width?: string
  /** The value for files and sums. A column without it is in no file. */
  value?(row: Row): CellValue
  /** The kind of its values: text by default. */
  kind?: ValueKind
  /** Whether selected rows are added up in this column. */
  isSummed?: boolean
  /** Hidden unless somebody chooses the column. */
  isExtra?: boolean
  /** On a phone: in the card's corner beside the name, without its title, or not at all. */
  onPhone?: 'corner' | 'bare' | 'hidden'
}

/** Amounts are in paise, days like 2027-03-31, times in ISO 8601. Null means none. */
export type ValueKind = 'text' | 'count' | 'amount' | 'day' | 'time'

export type CellValue = string | number | null

/** The last column of a list, with the actions of each row. */
export function menuColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', title: '', width: '3.5rem', isMenu: true, cell }
}

/** The shown page, its size and the number of all rows. `page` counts from 1. */
type PagingProps = {
  page: number
  size: number
  total: number
  onChange(page: number): void
}

export type Sort = { by: string; isDescending: boolean }

/** The selected rows, and functions to select others. */
export type Selection<Row> = {
  has(id: string): boolean
  choose(rows: readonly Row[], isChosen: boolean): void
  nameOf(row: Row): string
}

export type DataTableProps<Row> = {
  /** The subject of the table, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  idOf(row: Row): string
  error?: unknown
  onRetry?(): void
  /** Shown instead of an empty table: the next step. */
  empty?: ReactNode
  sort?: Sort | undefined
  onSort?(sort: Sort): void
  paging?: PagingProps | undefined
  selection?: Selection<Row>
}

/** The frame of every list. Its roles are explicit, because on a phone browsers do not treat its parts as a table. */
export function TableFrame({ children, ...props }: TableProps) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t('List')}>
        <Table
          className="data-table"
          verticalSpacing="sm"
          horizontalSpacing="md"
          role="table"
          {...props}
        >
          {children}
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

type TableHeadProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'sort' | 'onSort' | 'selection' | 'idOf'
>

/** The column titles, which sort the table, and the box that selects all rows. */
export function TableHead<Row>({
  columns,
  rows,
  sort,
  onSort,
  selection,
  idOf,
}: TableHeadProps<Row>) {
  const all = rows ?? []
  const chosen = all.filter((row) => selection?.has(idOf(row)) === true).length
  return (
    <Table.Thead role="rowgroup">
      <Table.Tr role="row">
        {selection !== undefined && (
          <Table.Th w={40} role="columnheader">
            <Checkbox
              aria-label={t('Select all on this page')}
              disabled={all.length === 0}
              checked={all.length > 0 && chosen === all.length}
              indeterminate={chosen > 0 && chosen < all.length}
              onChange={({ currentTarget }) => selection.choose(all, currentTarget.checked)}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Table.Th
            key={column.key}
            role="columnheader"
            data-align={alignOf(column)}
            {...(column.width === undefined ? {} : { w: column.width })}
            {...(sort?.by === column.key
              ? { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' }
              : {})}
          >
            {column.canSort === true && onSort !== undefined ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : column.title === '' ? (
              <VisuallyHidden>{t('Actions')}</VisuallyHidden>
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
    <UnstyledButton className="sort-button" onClick={() => onSort(nextSort(column, sort))}>
      {column.title}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}

/** The opposite direction, if the column is already sorted. At first, texts ascend, and other values begin with the largest or newest. */
export function nextSort<Row>(
  { key, kind = 'text' }: Pick<Column<Row>, 'key' | 'kind'>,
  sort: Sort | undefined,
): Sort {
  if (sort?.by === key) return { by: key, isDescending: !sort.isDescending }
  return { by: key, isDescending: kind !== 'text' }
}

/** The cells of a row. */
export function TableCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <Table.Td
      key={column.key}
      role={column.isMain === true ? 'rowheader' : 'cell'}
      data-align={alignOf(column)}
      data-main={column.isMain === true ? '' : undefined}
      data-menu={column.isMenu === true ? '' : undefined}
      data-phone={column.onPhone}
      data-title={column.title === '' ? undefined : column.title}
    >
      {column.cell === undefined ? shownValue(column, row) : column.cell(row)}
    </Table.Td>
  ))
}

function alignOf<Row>({ align, kind }: Column<Row>): 'right' | undefined {
  return align ?? (kind === 'amount' || kind === 'count' ? 'right' : undefined)
}

function shownValue<Row>({ value, kind }: Column<Row>, row: Row): ReactNode {
  const shown = value?.(row) ?? null
  if (shown === null) return '–'
  if (typeof shown === 'number') {
    return kind === 'amount' ? <Money paise={shown} /> : formatCount(shown)
  }
  return kind === 'time' || kind === 'day' ? <When at={shown} dateOnly /> : shown
}

/** The shown range of rows, and links to the other pages. Nothing if one page is enough. */
export function Paging({ paging, label }: { paging?: PagingProps | undefined; label: string }) {
  if (paging === undefined || paging.total <= paging.size) return null
  const { page, size, total, onChange } = paging
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, total)
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {t('{{first}} to {{last}} of {{total}}', {
          first: formatCount(first),
          last: formatCount(last),
          total: formatCount(total),
        })}
      </Text>
      <Box component="nav" aria-label={t('Pages of {{label}}', { label })}>
        <Pagination
          size="sm"
          value={page}
          total={Math.ceil(total / size)}
          onChange={onChange}
          getControlProps={(control) => ({ 'aria-label': t('{{control}} page', { control }) })}
          getItemProps={(number) => ({ 'aria-label': t('Page {{number}}', { number }) })}
        />
      </Box>
    </Group>
  )
}

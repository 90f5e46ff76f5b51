import { Box, Button, Group, Menu, Paper, Text } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconButton } from './buttons.tsx'
import type { Chosen, ListFilter } from './list-selection.ts'
import { nextSort, type Column, type Sort } from './table.tsx'
import { formatCount, Money } from './values.tsx'
import { t } from '../language/language.ts'

type ListBarProps = {
  /** The number of matching rows. Undefined while loading. */
  total: number | undefined
  /** Views, columns, export. */
  children: ReactNode
}

/** The bar between filters and rows: the number of rows, and actions for the list. */
export function ListBar({ total, children }: ListBarProps) {
  return (
    <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap" className="list-bar">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total !== undefined && t('{{total}} in all', { total: formatCount(total) })}
      </Text>
      <Group gap={4} wrap="nowrap">
        {children}
      </Group>
    </Group>
  )
}

type SortMenuProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort(sort: Sort): void
}

/** The sort menu for phones, whose columns have no titles to press. */
export function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const sorted = columns.filter(({ canSort }) => canSort === true)
  if (sorted.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton
          icon={IconArrowsSort}
          variant="subtle"
          size="compact-sm"
          className="list-tool"
          hiddenFrom="sm"
        >
          {t('Sort')}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {sorted.map((column) => (
          <Menu.Item key={column.key} onClick={() => onSort(nextSort(column, sort))}>
            {column.title}
            {sort?.by === column.key && (sort.isDescending ? ' ↓' : ' ↑')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Sums of the selected rows, by column key. */
export type Totals = Readonly<Record<string, number>>

type ChosenBarProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  chosen: Chosen<Row>
  total: number
  /** Selects all matching rows, if possible. */
  onAll?(): void
  totals: ((filter: ListFilter) => Promise<Totals>) | undefined
  /** The actions for selected rows. */
  children: ReactNode
}

/** The bar while rows are selected: their number, their sums, and the actions. */
export function ChosenBar<Row>({
  label,
  columns,
  chosen,
  total,
  onAll,
  totals,
  children,
}: ChosenBarProps<Row>) {
  const sums = useTotals(columns, chosen, totals)
  return (
    <Paper
      withBorder
      p="xs"
      mb="xs"
      className="chosen-bar"
      role="region"
      aria-label={t('Chosen {{label}}', { label: label.toLowerCase() })}
    >
      <Group gap="sm">
        <Text size="sm" fw={600} px="xs" aria-live="polite">
          {chosen.isAll
            ? t('All {{number}} chosen', { number: formatCount(chosen.count) })
            : t('{{number}} chosen', { number: formatCount(chosen.count) })}
        </Text>
        {columns.map(({ key, title, kind }) => {
          const sum = sums[key]
          return (
            sum !== undefined && (
              <Text key={key} size="sm">
                {title} {kind === 'amount' ? <Money paise={sum} /> : formatCount(sum)}
              </Text>
            )
          )
        })}
        <Box component="span" style={{ flexGrow: 1 }} />
        {onAll !== undefined && !chosen.isAll && chosen.count < total && (
          <Button variant="subtle" size="xs" onClick={onAll}>
            {t('Choose all {{total}} that fit', { total: formatCount(total) })}
          </Button>
        )}
        {children}
        <Button variant="subtle" size="xs" onClick={chosen.clear}>
          {t('Choose none')}
        </Button>
      </Group>
    </Paper>
  )
}

/** Individually selected rows are added up here, all matching rows by the server. */
function useTotals<Row>(
  columns: readonly Column<Row>[],
  { isAll, rows, which }: Chosen<Row>,
  totals: ChosenBarProps<Row>['totals'],
): Totals {
  const filter = 'fit' in which ? which.fit : undefined
  const { data } = useQuery({
    queryKey: ['totals', columns.map(({ key }) => key), filter],
    queryFn: async () => (filter === undefined ? {} : await totals?.(filter)) ?? {},
    enabled: isAll && totals !== undefined,
  })
  if (isAll) return data ?? {}
  return Object.fromEntries(
    columns
      .filter(({ isSummed }) => isSummed === true)
      .map(({ key, value }) => [
        key,
        rows.reduce((sum, row) => sum + Number(value?.(row) ?? 0), 0),
      ]),
  )
}

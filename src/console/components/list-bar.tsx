import { Box, Button, Group, Menu, Paper, Text, Checkbox, Popover, Stack } from '@mantine/core'
import { IconArrowsSort, IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocalStorage } from '@mantine/hooks'
import { IconButton } from './buttons.tsx'
import type { Chosen, ListFilter } from './list-selection.tsx'
import { nextSort, type Column, type Sort } from './table.tsx'
import { formatCount, Money } from './values.tsx'
import { t } from '../language/language.ts'
import { useSignedIn } from '../state.ts'

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

/** A list with fewer columns offers no choice of columns. */
const choosableMin = 3

/** The keys of the shown columns. Null means the page's default. */
export type ColumnChoice = readonly string[] | null

/** The choice is stored in this browser, because a phone shows less than a desktop. */
export function useColumnChoice(list: string): [ColumnChoice, (keys: ColumnChoice) => void] {
  const { user } = useSignedIn()
  const [keys, setKeys] = useLocalStorage<ColumnChoice>({
    key: `daybook:columns:${list}:${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return [Array.isArray(keys) ? keys : null, setKeys]
}

/** The row's name and its menu are always shown. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
): readonly Column<Row>[] {
  return columns.filter(
    (column) =>
      !isChoosable(column) ||
      (choice === null ? column.isExtra !== true : choice.includes(column.key)),
  )
}

function isChoosable<Row>({ isMain, title }: Column<Row>): boolean {
  return isMain !== true && title !== ''
}

type ColumnsMenuProps<Row> = {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  onChoose(keys: ColumnChoice): void
}

/** The menu for choosing a list's columns. */
export function ColumnsMenu<Row>({ columns, choice, onChoose }: ColumnsMenuProps<Row>) {
  const choosable = columns.filter(isChoosable)
  if (choosable.length < choosableMin) return null
  const shown = shownColumns(choosable, choice).map(({ key }) => key)
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={IconColumns3} variant="subtle" size="compact-sm" className="list-tool">
          {t('Columns')}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Checkbox.Group
            label={t('Columns')}
            value={shown}
            onChange={(keys) =>
              onChoose(choosable.map(({ key }) => key).filter((key) => keys.includes(key)))
            }
          >
            <Stack gap="xs" mt="xs">
              {choosable.map(({ key, title }) => (
                <Checkbox key={key} value={key} label={title} />
              ))}
            </Stack>
          </Checkbox.Group>
          {choice !== null && (
            <Button variant="subtle" size="compact-sm" onClick={() => onChoose(null)}>
              {t('As it was')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

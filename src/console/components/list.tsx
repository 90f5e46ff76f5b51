import type { ReactNode } from 'react'
import { Button, EmptyState } from '@mantine/core'
import { IconSearchOff, type Icon } from '@tabler/icons-react'
import { AddButton, KeyedAddButton, type Add } from './buttons.tsx'
import { PageHeader } from './page-header.tsx'
import { record } from '../client.ts'
import { DataTable, type Column, type DataTableProps, type Sort } from './table.tsx'
import { cleared, Filters, isFiltered, type Filter } from './filters.tsx'
import {
  ChosenBar,
  ListBar,
  SortMenu,
  type Totals,
  ColumnsMenu,
  shownColumns,
  useColumnChoice,
} from './list-bar.tsx'
import { ExportMenu } from './list-export.tsx'
import { useListKeys, useChosen, type Chosen, type ListFilter } from './list-selection.tsx'
import { SavedViews } from './saved-views.tsx'
import { listed, type List as ListOf, type ListAnswer } from './use-list.ts'
import { t } from '../language/language.ts'

type ListPageProps<Row> = Omit<ListProps<Row>, 'label'> & {
  title: string
  /** The purpose of the page. */
  lead?: ReactNode
  /** The way to add an entry: beside the title, and in the empty list. */
  add?: Add | false
  /** Other actions, before the add button. */
  actions?: ReactNode
  /** The subject of the table, if the title does not say it. */
  label?: string
  /** Below the header. */
  top?: ReactNode
  /** Its dialogues. */
  children?: ReactNode
}

/** A page with one list, and the actions of an empty list. */
export function ListPage<Row extends { id: string }>({
  title,
  lead,
  add = false,
  actions,
  label = title,
  top,
  children,
  empty,
  ...list
}: ListPageProps<Row>) {
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {actions}
            {add !== false && <KeyedAddButton add={add} />}
          </>
        }
      >
        {lead}
      </PageHeader>
      {top}
      <List
        {...list}
        label={label}
        empty={add === false ? empty : { action: <AddButton add={add} />, ...empty }}
      />
      {children}
    </>
  )
}

type ListProps<Row> = {
  /** The key under which views and columns are stored, and the name of files: "documents". */
  name: string
  /** The subject of the table. */
  label: string
  list: ListOf<{ page?: number }, ListAnswer<Row>>
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** The default sort order. Without one, the list has its own order. */
  order?: Sort
  /** Actions for selected rows. Without them no row can be selected. */
  bulk?: Bulk<Row> | undefined
  /** The advice in an empty list. */
  empty: NothingProps
  /** The advice if nothing matches. */
  noMatch?: Pick<NothingProps, 'title' | 'description'> | undefined
  /** Another form for the rows. */
  table?(props: DataTableProps<Row>): ReactNode
}

type Bulk<Row> = {
  nameOf(row: Row): string
  /** The list's filter in the server's form. Without it, all matching rows cannot be selected at once. */
  filter?: ListFilter
  /** The sums of all matching rows, by column key. */
  totals?(filter: ListFilter): Promise<Totals>
  actions(chosen: Chosen<Row>): ReactNode
}

const noBulk: Pick<Bulk<unknown>, 'nameOf' | 'filter'> = { nameOf: () => '' }
const noRows: readonly never[] = []

/** A list with search, filters, sorting and pages from its address, a selection, export and saved views. */
export function List<Row extends { id: string }>({
  name,
  label,
  list,
  columns,
  filters = [],
  order,
  bulk,
  empty,
  noMatch,
  table = (props) => <DataTable {...props} />,
}: ListProps<Row>) {
  const [choice, setChoice] = useColumnChoice(name)
  const { search, change, query } = list
  const total = query.data?.total
  const sorting = sortingOf(list, order)
  const shown = shownColumns(columns, choice)
  const { nameOf, filter } = bulk ?? noBulk
  const { chosen, selection, chooseAll } = useChosen<Row>({
    filter: filter ?? {},
    shown: query.data?.items ?? noRows,
    total: total ?? 0,
    nameOf,
  })
  return (
    <div {...useListKeys()}>
      <Filters label={label} filters={filters} list={list} />
      <ListBar total={total}>
        <SortMenu columns={shown} {...sorting} />
        <SavedViews
          list={name}
          shown={{ search: withoutPage(search), columns: choice }}
          onShow={(view) => {
            setChoice(view.columns)
            list.show(view.search)
          }}
        />
        <ColumnsMenu columns={columns} choice={choice} onChoose={setChoice} />
        <ExportMenu
          name={name}
          columns={shown}
          total={total ?? 0}
          rows={chosen.rows}
          fetchPage={list.fetchPage}
        />
      </ListBar>
      {bulk !== undefined && chosen.count > 0 && (
        <ChosenBar
          label={label}
          columns={columns}
          chosen={chosen}
          total={total ?? 0}
          {...(filter === undefined ? {} : { onAll: chooseAll })}
          totals={bulk.totals}
        >
          {bulk.actions(chosen)}
        </ChosenBar>
      )}
      {table({
        columns: shown,
        ...sorting,
        ...(bulk === undefined ? {} : { selection }),
        ...listed(query, search.page, (page) => change({ page })),
        label,
        idOf: ({ id }) => id,
        empty: <EmptyList {...{ label, list, filters, empty, noMatch }} />,
      })}
    </div>
  )
}

/** The sort order from the address, else the default. */
function sortingOf(
  { search, change }: ListOf<{ page?: number }, unknown>,
  order: Sort | undefined,
): { sort: Sort | undefined; onSort(sort: Sort): void } {
  const { sort, direction } = record(search)
  const given =
    typeof sort === 'string' ? { by: sort, isDescending: direction !== 'up' } : undefined
  const onSort = ({ by, isDescending }: Sort) =>
    change({ sort: by, direction: isDescending ? 'down' : 'up' })
  return { sort: given ?? order, onSort }
}

function withoutPage(search: object): Record<string, unknown> {
  const { page: _page, ...kept } = record(search)
  return kept
}

type EmptyListProps<Row> = Pick<ListProps<Row>, 'label' | 'list' | 'empty' | 'noMatch'> & {
  filters: readonly Filter[]
}

function EmptyList<Row>({ label, list, filters, empty, noMatch }: EmptyListProps<Row>) {
  if (noMatch === undefined || !isFiltered(filters, list.search)) return <Nothing {...empty} />
  return (
    <Nothing
      {...noMatch}
      icon={IconSearchOff}
      action={
        <Button variant="default" onClick={() => list.change(cleared(filters))}>
          {t('Show all {{label}}', { label: label.toLowerCase() })}
        </Button>
      }
    />
  )
}

type NothingProps = { icon: Icon; title: string; description: string; action?: ReactNode }

function Nothing({ icon: Picture, title, description, action }: NothingProps) {
  return (
    <EmptyState icon={<Picture aria-hidden />} title={title} description={description}>
      {action !== undefined && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  )
}

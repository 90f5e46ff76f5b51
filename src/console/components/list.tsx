import type { ReactNode } from 'react'
import { ActionIcon, Button, EmptyState, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import {
  type Icon,
  IconBookmark,
  IconBookmarkPlus,
  IconSearchOff,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { isNotEmpty, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf, api, ask, record } from '../client.ts'
import { t } from '../language/language.ts'
import { type Add, AddButton, IconButton, KeyedAddButton, MenuAction } from './buttons.tsx'
import { PageHeader } from './page-header.tsx'
import { type Column, DataTable, type DataTableProps, type Sort } from './table.tsx'
import { cleared, type Filter, Filters, isFiltered } from './filters.tsx'
import {
  ChosenBar,
  type ColumnChoice,
  ColumnsMenu,
  ListBar,
  shownColumns,
  SortMenu,
  type Totals,
  useColumnChoice,
} from './list-bar.tsx'
import { ExportMenu } from './list-export.tsx'
import { type Chosen, type ListFilter, useChosen, useListKeys } from './list-selection.tsx'
import { type List as ListOf, type ListAnswer, listed } from './use-list.ts'
import { useCommand } from './commands.tsx'
import { Dialog, DialogForm, useSentForm } from './form.tsx'

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

/** A view of a list: its address without the page, and its columns. */
type Shown = { search: Readonly<Record<string, unknown>>; columns: ColumnChoice }

type SavedViewsProps = {
  /** The list of the views: "documents". */
  list: string
  shown: Shown
  onShow(view: Shown): void
}

function viewsQuery(list: string) {
  return queryOptions({
    queryKey: ['views', list],
    queryFn: () => ask(api.views.get({ query: { list } })),
    select: ({ items }) => items.map((view) => ({ ...view, search: searchIn(view.search) })),
  })
}

type View = AnswerOf<typeof viewsQuery>['items'][number]

/** A saved view may be older than this page, so unknown values are ignored. */
function searchIn(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The saved views of a list. */
function SavedViews({ list, shown, onShow }: SavedViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery(list))
  const [isSaving, saving] = useDisclosure()
  const [isSorting, sorting] = useDisclosure()
  const current = views.find((view) => keyOf(view) === keyOf(shown))
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <IconButton icon={IconBookmark} variant="subtle" size="compact-sm" className="list-tool">
            {current?.name ?? t('Views')}
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => onShow(view)}
              {...(view === current ? { 'aria-current': 'true', fw: 600 } : {})}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <MenuAction icon={IconBookmarkPlus} onClick={saving.open}>
            {t('Save this view…')}
          </MenuAction>
          {views.length > 0 && (
            <MenuAction icon={IconSettings} onClick={sorting.open}>
              {t('Remove views…')}
            </MenuAction>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog of={isSaving || null} title={t('Save this view')} onClose={saving.close}>
        {() => <SaveForm list={list} shown={shown} onClose={saving.close} />}
      </Dialog>
      <Dialog of={isSorting || null} title={t('Your views of this list')} onClose={sorting.close}>
        {() => <Views views={views} />}
      </Dialog>
    </>
  )
}

/** Views with the same content are equal, whatever the order in their addresses. */
function keyOf({ search, columns }: Shown): string {
  return JSON.stringify([Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)), columns])
}

type SaveFormProps = Pick<SavedViewsProps, 'list' | 'shown'> & { onClose: () => void }

function SaveForm({ list, shown: { search, columns }, onClose }: SaveFormProps) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: isNotEmpty(t('Give it a name.')) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ name }) =>
      ask(
        api.views.post({
          list,
          name,
          search: JSON.stringify(search),
          columns: columns === null ? null : [...columns],
        }),
      ),
    done: (_, { name }) => t('The view “{{name}}” is kept.', { name: name.trim() }),
  })
  return (
    <DialogForm sent={sent} action={t('Save')} onCancel={onClose}>
      <TextInput
        label={t('Name')}
        description={t(
          'Filters, order and columns come back with it. A view of the same name is replaced.',
        )}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  )
}

function Views({ views }: { views: readonly (Omit<View, 'search'> & Shown)[] }) {
  const remove = useCommand({ run: (id: string) => ask(api.views({ id }).remove.post()) })
  if (views.length === 0) return <Text size="sm">{t('There are none any more.')}</Text>
  return (
    <Stack gap="xs">
      {views.map(({ id, name }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <ActionIcon
            aria-label={t('Remove the view {{name}}', { name })}
            disabled={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

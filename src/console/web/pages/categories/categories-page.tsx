import { Button, EmptyState } from '@mantine/core'
import { IconCategory, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import { SortableTable } from '../../parts/sortable-table.tsx'
import { useMove } from '../../parts/use-move.ts'
import {
  allCategories,
  categoriesQuery,
  type Category,
  type CategorySearch,
} from './categories-query.ts'
import { categoryColumns } from './category-columns.tsx'
import { CategoryForm } from './category-form.tsx'
import { useDeleteCategory } from './use-delete-category.tsx'

const route = getRouteApi('/shell/categories')

export function CategoriesPage() {
  const search: CategorySearch = route.useSearch()
  const navigate = route.useNavigate()
  // Undefined while nothing is edited; null for a new one.
  const [edited, setEdited] = useState<Category | null>()
  const add = () => setEdited(null)
  return (
    <>
      <PageHeader title="Categories" actions={<AddButton onClick={add} />}>
        The shelves of the shop, in the order in which customers see them. Drag a row by its handle
        to move it.
      </PageHeader>
      <SearchInput
        label="Find a category"
        value={search.search ?? ''}
        w={{ base: '100%', xs: 320 }}
        mb="md"
        onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text } })}
      />
      <List search={search} onEdit={setEdited} onAdd={add} />
      <CategoryForm edited={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}

type ListProps = { search: CategorySearch; onEdit(category: Category): void; onAdd(): void }

function List({ search, onEdit, onAdd }: ListProps) {
  const navigate = route.useNavigate()
  const query = categoriesQuery(search)
  const { data, error, refetch } = useQuery(query)
  const move = useMove({
    queryKey: query.queryKey,
    all: allCategories,
    send: (id, to) => ask(api.categories({ id }).move.post(to)),
  })
  const onDelete = useDeleteCategory()
  const ids = data?.items.map(({ id }) => id) ?? []
  const shared = {
    label: 'Categories',
    columns: categoryColumns({ ids, onEdit, onDelete, onMove: move }),
    idOf: ({ id }: Category) => id,
    ...(data === undefined
      ? {}
      : {
          paging: {
            page: search.page ?? 1,
            size: data.size,
            total: data.total,
            onChange: (page: number) =>
              void navigate({ search: (before) => ({ ...before, page }) }),
          },
        }),
  }
  if (data === undefined || data.items.length === 0) {
    return (
      <DataTable
        {...shared}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        empty={search.search === undefined ? <NoCategories onAdd={onAdd} /> : <NothingFound />}
      />
    )
  }
  return <SortableTable {...shared} rows={data.items} nameOf={({ name }) => name} onMove={move} />
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      New category
    </Button>
  )
}

function NoCategories({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      py="xl"
      icon={<IconCategory aria-hidden />}
      title="No categories yet"
      description="Add the first shelf of the shop, and put products on it."
    >
      <EmptyState.Actions>
        <AddButton onClick={onAdd} />
      </EmptyState.Actions>
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState
      py="xl"
      icon={<IconSearchOff aria-hidden />}
      title="No category fits"
      description="Look for another name, or clear the search."
    />
  )
}

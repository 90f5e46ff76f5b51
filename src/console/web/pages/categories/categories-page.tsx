import { Button, EmptyState } from '@mantine/core'
import { IconCategory, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { SearchInput } from '../../components/filters.tsx'
import { SortedList } from '../../components/sorted-list.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { categoriesQuery, type Category } from './categories-query.ts'
import { categoryColumns } from './category-columns.tsx'
import { CategoryForm } from './category-form.tsx'
import type { CategorySearch } from './category-search.ts'
import { useDeleteCategory } from './use-delete-category.ts'

const route = getRouteApi('/shell/categories')

export function CategoriesPage() {
  const search = route.useSearch()
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
  const onDelete = useDeleteCategory()
  return (
    <SortedList
      label="Categories"
      query={useQuery(query)}
      queryKey={query.queryKey}
      page={search.page}
      onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      columnsOf={(moving) => categoryColumns({ onEdit, onDelete }, moving)}
      nameOf={({ name }) => name}
      sendMove={(id, to) => ask(api.categories({ id }).move.post(to))}
      empty={search.search === undefined ? <NoCategories onAdd={onAdd} /> : <NothingFound />}
    />
  )
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
      icon={<IconSearchOff aria-hidden />}
      title="No category fits"
      description="Look for another name, or clear the search."
    />
  )
}

import { Button, EmptyState } from '@mantine/core'
import { IconPackage, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { BulkActions } from './bulk-actions.tsx'
import { productColumns } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { productSearch, type ProductSearch } from './product-search.ts'
import { productOptionsQuery, productsQuery } from './products-query.ts'
import { useDeleteProducts } from './use-delete-products.ts'

const route = getRouteApi('/shell/catalogue')

const none: ReadonlySet<string> = new Set()

export function ProductsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const products = useQuery(productsQuery(search))
  const categories = useQuery(productOptionsQuery).data?.categories ?? []
  const [chosen, setChosen] = useState(none)
  const askToDelete = useDeleteProducts(() => setChosen(none))
  const change = (wished: SearchChange<ProductSearch>) =>
    void navigate({
      search: (before) => productSearch({ ...before, page: undefined, ...wished }),
    })
  const { page = 1, sort, direction = 'down' } = search
  return (
    <>
      <PageHeader
        title="Products"
        actions={
          <>
            <Button variant="default" component={Link} to="/catalogue/import">
              Import a file
            </Button>
            <NewProductButton />
          </>
        }
      >
        Everything that the shop sells. Customers see what is active and approved.
      </PageHeader>
      <ProductFilters
        search={search}
        categories={categories}
        onChange={change}
        onClear={() => void navigate({ search: {} })}
      />
      {chosen.size > 0 && (
        <BulkActions
          ids={chosen}
          categories={categories}
          onClear={() => setChosen(none)}
          onDelete={() => askToDelete([...chosen])}
        />
      )}
      <DataTable
        label="Products"
        columns={productColumns({ onDelete: ({ id, name }) => askToDelete([id], name) })}
        idOf={(product) => product.id}
        selection={{ ids: chosen, onChange: setChosen, nameOf: ({ name }) => name }}
        sort={sort === undefined ? undefined : { by: sort, isDescending: direction === 'down' }}
        onSort={({ by, isDescending }) =>
          change({ sort: by, direction: isDescending ? 'down' : 'up' })
        }
        empty={isNarrowed(search) ? <NothingFound /> : <NoProducts />}
        {...listed(
          products,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
    </>
  )
}

function NewProductButton() {
  return (
    <Button component={Link} to="/catalogue/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New product
    </Button>
  )
}

function NothingFound() {
  return (
    <EmptyState
      icon={<IconSearchOff aria-hidden />}
      title="No product fits"
      description="Look for something else, or clear the filters."
    />
  )
}

function NoProducts() {
  return (
    <EmptyState
      icon={<IconPackage aria-hidden />}
      title="No products yet"
      description="Enter the first one here, or let your accounting software send them with an API key."
    >
      <EmptyState.Actions>
        <NewProductButton />
      </EmptyState.Actions>
    </EmptyState>
  )
}

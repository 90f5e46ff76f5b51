import { Button } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Filter } from '../../components/filters.tsx'
import { ListPage, useList } from '../../components/list-page.tsx'
import { ChosenProducts, useDeleteProducts } from './actions.tsx'
import { productColumns } from './columns.tsx'
import {
  approvalChoices,
  productOptionsQuery,
  productSearch,
  productsQuery,
  type CategoryChoice,
} from './data.ts'

const none: ReadonlySet<string> = new Set()

export function ProductsPage() {
  const list = useList(productSearch, productsQuery)
  const categories = useQuery(productOptionsQuery).data ?? []
  const [chosen, setChosen] = useState(none)
  const askToDelete = useDeleteProducts(() => setChosen(none))
  const { sort, direction = 'down' } = list.search
  const add = (
    <Button component={Link} to="/catalogue/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New product
    </Button>
  )
  return (
    <ListPage
      title="Products"
      lead="Everything that the shop sells. Customers see what is active and approved."
      actions={
        <>
          <Button variant="default" component={Link} to="/catalogue/import">
            Import a file
          </Button>
          <Button variant="default" component={Link} to="/catalogue/photos">
            Add photos
          </Button>
          {add}
        </>
      }
      list={list}
      filters={filtersOf(categories)}
      above={
        chosen.size > 0 && (
          <ChosenProducts
            ids={chosen}
            categories={categories}
            onClear={() => setChosen(none)}
            onDelete={() => askToDelete([...chosen])}
          />
        )
      }
      columns={productColumns({ onDelete: ({ id, name }) => askToDelete([id], name) })}
      selection={{ ids: chosen, onChange: setChosen, nameOf: ({ name }) => name }}
      sort={sort === undefined ? undefined : { by: sort, isDescending: direction === 'down' }}
      onSort={({ by, isDescending }) =>
        list.change({ sort: by, direction: isDescending ? 'down' : 'up' })
      }
      empty={{
        icon: IconPackage,
        title: 'No products yet',
        description:
          'Enter the first one here, or let your accounting software send them with an API key.',
        action: add,
      }}
      noMatch={{
        title: 'No product fits',
        description: 'Look for something else, or clear the filters.',
      }}
    />
  )
}

function filtersOf(categories: readonly CategoryChoice[]): Filter[] {
  return [
    { by: 'text', label: 'Name, SKU or barcode' },
    { by: 'choice', key: 'category', label: 'Category', choices: categories },
    { by: 'choice', key: 'approval', label: 'Approval', choices: approvalChoices },
    {
      by: 'choice',
      key: 'active',
      label: 'Active',
      choices: [
        { value: 'yes', label: 'Active' },
        { value: 'no', label: 'Not active' },
      ],
    },
    {
      by: 'choice',
      key: 'lacks',
      label: 'Missing',
      choices: [
        { value: 'stock', label: 'Out of stock' },
        { value: 'price', label: 'Without a price' },
        { value: 'image', label: 'Without an image' },
      ],
    },
  ]
}

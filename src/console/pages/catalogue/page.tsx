import { Button } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import type { Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useList } from '../../components/use-list.ts'
import { filterOf } from '../../search.ts'
import { ChosenProducts, useDeleteProducts } from './actions.tsx'
import { productColumns } from './columns.tsx'
import {
  approvalChoices,
  productOptionsQuery,
  productSearch,
  productsQuery,
  type CategoryChoice,
} from './data.ts'

export function ProductsPage() {
  const list = useList(productSearch, productsQuery)
  const categories = useQuery(productOptionsQuery).data ?? []
  const askToDelete = useDeleteProducts()
  return (
    <ListPage
      name="products"
      add={{ label: 'New product', to: '/catalogue/new' }}
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
        </>
      }
      list={list}
      filters={filtersOf(categories)}
      columns={productColumns({
        onDelete: ({ id, name }) => askToDelete({ ids: [id] }, `“${name}”`),
      })}
      order={{ by: 'created', isDescending: true }}
      bulk={{
        nameOf: ({ name }) => name,
        filter: filterOf(list.search),
        totals: async (query) => {
          const { stock } = await ask(api.products.totals.get({ query }))
          return { stock }
        },
        actions: (chosen) => <ChosenProducts chosen={chosen} categories={categories} />,
      }}
      empty={{
        icon: IconPackage,
        title: 'No products yet',
        description:
          'Enter the first one here, or let your accounting software send them with an API key.',
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
    { by: 'text', label: 'Name, SKU or barcode', canScan: true },
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

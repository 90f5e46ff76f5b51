import { Button, Anchor, Badge, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPackage, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { choiceFilter, type Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { filterOf } from '../../search.ts'
import { ChosenProducts, useDeleteProducts } from './actions.tsx'
import {
  approvalChoices,
  productOptionsQuery,
  productSearch,
  productsQuery,
  type CategoryChoice,
  approvalWords,
  type ListedProduct,
} from './data.ts'
import { DotsMenu, Noted, Thumbnail } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, formatCount, Money, When } from '../../components/values.tsx'
import { InlineNumber } from './inline-number.tsx'

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
    choiceFilter('active', 'Active', { yes: 'Active', no: 'Not active' }),
    choiceFilter('lacks', 'Missing', {
      stock: 'Out of stock',
      price: 'Without a price',
      image: 'Without an image',
    }),
  ]
}

type Shown = { product: ListedProduct }

/** Columns that are hidden unless chosen. */
const extraColumns: readonly Column<ListedProduct>[] = [
  {
    key: 'sku',
    title: 'SKU',
    isExtra: true,
    cell: ({ sku }) => sku ?? '–',
    value: ({ sku }) => sku,
  },
  {
    key: 'mrp',
    title: 'MRP',
    kind: 'amount',
    align: 'right',
    isExtra: true,
    cell: ({ mrp }) => <Money paise={mrp} />,
    value: ({ mrp }) => mrp,
  },
  {
    key: 'changed',
    title: 'Changed',
    kind: 'time',
    canSort: true,
    isExtra: true,
    cell: ({ updatedAt }) => <When at={updatedAt} dateOnly />,
    value: ({ updatedAt }) => updatedAt,
  },
]

function productColumns({
  onDelete,
}: {
  onDelete: (product: ListedProduct) => void
}): Column<ListedProduct>[] {
  return [
    {
      key: 'name',
      title: 'Product',
      isMain: true,
      canSort: true,
      cell: (product) => <ProductName product={product} />,
      value: ({ name }) => name,
    },
    {
      key: 'category',
      title: 'Category',
      cell: ({ category }) => category,
      value: ({ category }) => category,
    },
    {
      key: 'price',
      title: 'Price',
      kind: 'amount',
      align: 'right',
      canSort: true,
      onPhone: 'corner',
      cell: (product) => <Price product={product} />,
      value: ({ salePrice, hasPrice }) => (hasPrice ? salePrice : null),
    },
    {
      key: 'stock',
      title: 'Stock',
      kind: 'count',
      align: 'right',
      canSort: true,
      isSummed: true,
      cell: (product) => <Stock product={product} />,
      value: ({ stock }) => stock,
    },
    {
      key: 'state',
      title: 'In the shop',
      onPhone: 'bare',
      cell: (product) => <State product={product} />,
      value: stateText,
    },
    ...extraColumns,
    menuColumn((product) => <Actions product={product} onDelete={onDelete} />),
  ]
}

function ProductName({ product }: Shown) {
  const { id, name, sku, image } = product
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Thumbnail url={image} alt="" size={40} />
      <Noted note={sku ?? 'no SKU'}>
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => <Link {...props} to="/catalogue/$id" params={{ id }} />}
        >
          {name}
        </Anchor>
      </Noted>
    </Group>
  )
}

function Price({ product }: Shown) {
  const { mrp, salePrice, hasPrice, offer, unpricedVariants } = product
  return (
    <Stack gap={2} align="flex-end" className="inline-figures">
      <InlineNumber
        product={product}
        field="sale_price"
        what="the selling price"
        value={hasPrice ? salePrice / 100 : ''}
      >
        <Text span size="sm" {...(hasPrice ? {} : missing)}>
          {hasPrice ? <Money paise={salePrice} /> : 'no price'}
        </Text>
      </InlineNumber>
      {offer !== null && (
        <Text size="xs" ta="end">
          <Money paise={offer.price} /> with {offer.title}
        </Text>
      )}
      {mrp !== salePrice && (
        <Text size="xs" c="dimmed">
          MRP <Money paise={mrp} />
        </Text>
      )}
      {unpricedVariants > 0 && (
        <Text size="xs" {...missing}>
          no price: {counted(unpricedVariants, 'variant')}
        </Text>
      )}
    </Stack>
  )
}

function Stock({ product }: Shown) {
  const { stock, variants, variantStock } = product
  return (
    <Stack gap={2} align="flex-end" className="inline-figures">
      <InlineNumber product={product} field="stock_quantity" what="the stock" value={stock}>
        <Text span size="sm" {...(stock <= 0 && variantStock === 0 ? missing : {})}>
          {formatCount(stock)}
        </Text>
      </InlineNumber>
      {variants > 0 && (
        <Text size="xs" c="dimmed">
          {formatCount(variantStock)} in {counted(variants, 'variant')}
        </Text>
      )}
    </Stack>
  )
}

/** Reasons why a product cannot be sold. */
const missing = { c: 'var(--mantine-color-error)', fw: 600 }

function stateText({ isActive, approval }: ListedProduct): string {
  const states = [
    isActive ? '' : 'Not active',
    approval === 'approved' ? '' : approvalWords[approval],
  ]
  return states.filter((state) => state !== '').join(', ') || 'Shown'
}

/** Customers see products that are active and approved. */
function State({ product: { isActive, approval } }: Shown) {
  if (isActive && approval === 'approved') return <Text size="sm">Shown</Text>
  return (
    <Group gap={4}>
      {!isActive && <StateBadge>Not active</StateBadge>}
      {approval !== 'approved' && <StateBadge>{approvalWords[approval]}</StateBadge>}
    </Group>
  )
}

function StateBadge({ children }: { children: string }) {
  return <Badge variant="default">{children}</Badge>
}

function Actions({ product, onDelete }: Shown & { onDelete: (product: ListedProduct) => void }) {
  const { id, name } = product
  return (
    <DotsMenu label={`Actions for ${name}`}>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/catalogue/$id" params={{ id }} />}
      >
        Edit
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onDelete(product)}
      >
        Delete…
      </Menu.Item>
    </DotsMenu>
  )
}

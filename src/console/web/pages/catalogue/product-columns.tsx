import { Anchor, Badge, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { counted, formatCount, Money } from '../../components/values.tsx'
import { DotsMenu, Thumbnail } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { approvalWords } from './approval-words.ts'
import { InlineNumber } from './inline-number.tsx'
import type { ListedProduct } from './products-query.ts'

type Shown = { product: ListedProduct }

export function productColumns({
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
    },
    { key: 'category', title: 'Category', cell: ({ category }) => category },
    {
      key: 'price',
      title: 'Price',
      align: 'right',
      canSort: true,
      cell: (product) => <Price product={product} />,
    },
    {
      key: 'stock',
      title: 'Stock',
      align: 'right',
      canSort: true,
      cell: (product) => <Stock product={product} />,
    },
    { key: 'state', title: 'In the shop', cell: (product) => <State product={product} /> },
    menuColumn((product) => <Actions product={product} onDelete={onDelete} />),
  ]
}

function ProductName({ product }: Shown) {
  const { id, name, sku, image } = product
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Thumbnail url={image} alt="" size={40} />
      <Stack gap={2} miw={0}>
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => <Link {...props} to="/catalogue/$id" params={{ id }} />}
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {sku ?? 'no SKU'}
        </Text>
      </Stack>
    </Group>
  )
}

function Price({ product }: Shown) {
  const { mrp, salePrice, unpricedVariants } = product
  return (
    <Stack gap={2} align="flex-end" className="inline-figures">
      <InlineNumber
        product={product}
        field="sale_price"
        what="the selling price"
        value={salePrice / 100}
      >
        <Text span size="sm" {...(salePrice === 0 ? missing : {})}>
          {salePrice === 0 ? 'no price' : <Money paise={salePrice} />}
        </Text>
      </InlineNumber>
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

/** What keeps a product from being sold. */
const missing = { c: 'var(--mantine-color-error)', fw: 600 }

/** Customers see what is active and approved. */
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

import { Stack, Text } from '@mantine/core'
import { formatCount, Money, When } from '../../components/values.tsx'
import type { Column } from '../../components/table.tsx'
import { SyncBadge } from './order-badges.tsx'
import { formatRate } from './order-words.ts'
import type { OrderLine } from './orders-query.ts'

export const lineColumns: readonly Column<OrderLine>[] = [
  { key: 'goods', title: 'Sold', isMain: true, cell: (line) => <Goods {...line} /> },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'right',
    cell: ({ quantity }) => formatCount(quantity),
  },
  {
    key: 'price',
    title: 'Unit price',
    align: 'right',
    cell: ({ unitPrice }) => <Money paise={unitPrice} />,
  },
  {
    key: 'gst',
    title: 'GST in it',
    align: 'right',
    cell: ({ gstAmount, gstBasisPoints }) => (
      <div>
        <Money paise={gstAmount} />
        <Text size="xs" c="dimmed">
          {formatRate(gstBasisPoints)}
        </Text>
      </div>
    ),
  },
  {
    key: 'total',
    title: 'Total',
    align: 'right',
    cell: ({ lineTotal }) => <Money paise={lineTotal} />,
  },
  { key: 'sync', title: 'Accounting', cell: (line) => <Sync line={line} /> },
]

type GoodsProps = Pick<OrderLine, 'productName' | 'variantLabel' | 'sku'> & { hsn?: string }

function Goods({ productName, variantLabel, sku, hsn = '' }: GoodsProps) {
  const codes = [sku ?? '', hsn === '' ? '' : `HSN ${hsn}`].filter((code) => code !== '')
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {productName}
        {variantLabel !== null && `, ${variantLabel}`}
      </Text>
      <Text size="xs" c="dimmed">
        {codes.join(' · ')}
      </Text>
    </Stack>
  )
}

function Sync({ line: { sync, syncedAt, syncedBy } }: { line: OrderLine }) {
  return (
    <Stack gap={2} align="flex-start">
      <SyncBadge sync={sync} />
      {sync === 'synced' && (
        <Text size="xs" c="dimmed">
          <When at={syncedAt} />
          {syncedBy !== null && ` by ${syncedBy}`}
        </Text>
      )}
    </Stack>
  )
}

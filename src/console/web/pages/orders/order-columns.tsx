import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { counted, formatCount, Money, When } from '../../components/values.tsx'
import type { Column } from '../../components/table.tsx'
import { StatusBadge, SyncBadge } from './order-badges.tsx'
import type { ListedOrder } from './orders-query.ts'

export const orderColumns: readonly Column<ListedOrder>[] = [
  {
    key: 'order',
    title: 'Order',
    isMain: true,
    cell: ({ id, orderNo }) => (
      <Anchor
        fw={600}
        size="sm"
        renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id }} />}
      >
        {orderNo}
      </Anchor>
    ),
  },
  {
    key: 'placed',
    title: 'Placed',
    canSort: true,
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    key: 'customer',
    title: 'Customer',
    cell: ({ customerName, customerPhone }) => (
      <Stack gap={2} miw={0}>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {customerName === '' ? '–' : customerName}
        </Text>
        {customerPhone !== '' && (
          <Text size="xs" c="dimmed">
            {customerPhone}
          </Text>
        )}
      </Stack>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'lines', title: 'Lines', align: 'right', cell: ({ items }) => formatCount(items) },
  { key: 'total', title: 'Total', align: 'right', cell: ({ total }) => <Money paise={total} /> },
  { key: 'sync', title: 'Accounting', cell: (order) => <Sync order={order} /> },
]

function Sync({ order: { sync, items, waitingItems, syncedAt } }: { order: ListedOrder }) {
  return (
    <Stack gap={2} align="flex-start">
      <SyncBadge sync={sync} />
      <Text size="xs" c="dimmed">
        {sync === 'waiting' &&
          waitingItems < items &&
          `${waitingItems} of ${counted(items, 'line')}`}
        {sync === 'synced' && <When at={syncedAt} dateOnly />}
      </Text>
    </Stack>
  )
}

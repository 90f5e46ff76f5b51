import { Grid, Group, Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { When } from '../../components/values.tsx'
import { AmountList } from './amount-list.tsx'
import { CustomerCard } from './customer-card.tsx'
import { lineColumns } from './line-columns.tsx'
import { MoveOrder } from './move-order.tsx'
import { StatusBadge } from './order-badges.tsx'
import { orderQuery, type Order } from './orders-query.ts'
import { SyncCard } from './sync-card.tsx'

const route = getRouteApi('/shell/orders/$id')
const trail = [{ to: '/orders', label: 'Orders' }] as const

export function OrderPage() {
  const { id } = route.useParams()
  const order = useQuery(orderQuery(id))
  return (
    <Loaded
      query={order}
      header={<PageHeader title="Order" trail={trail} />}
      pending={<Skeleton height={240} aria-label="Loading" />}
    >
      {(data) => <Shown order={data} />}
    </Loaded>
  )
}

function Shown({ order }: { order: Order }) {
  return (
    <>
      <PageHeader
        title={`Order ${order.orderNo}`}
        trail={trail}
        actions={<MoveOrder order={order} />}
      >
        <Group component="span" gap="sm">
          <StatusBadge status={order.status} />
          <span>
            Placed <When at={order.createdAt} />
          </span>
        </Group>
      </PageHeader>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <DataTable
            label="Lines of the order"
            columns={lineColumns}
            rows={order.lines}
            idOf={({ id }) => id}
          />
          <Group justify="flex-end" mt="md">
            <Paper withBorder px="md" py="xs" w={{ base: '100%', sm: 340 }}>
              <AmountList {...order} />
            </Paper>
          </Group>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3.5 }}>
          <Stack>
            <SyncCard order={order} />
            <CustomerCard order={order} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

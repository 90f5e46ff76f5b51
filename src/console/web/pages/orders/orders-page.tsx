import { Button, EmptyState } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconPlus, IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFilters } from './order-filters.tsx'
import { orderSearch, type OrderSearch } from './order-search.ts'
import { ordersQuery } from './orders-query.ts'
import { PutBackRange } from './put-back-range.tsx'

const route = getRouteApi('/shell/orders')

export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const orders = useQuery(ordersQuery(search))
  const [isPuttingBack, puttingBack] = useDisclosure()
  const change = (changed: SearchChange<OrderSearch>) =>
    void navigate({ search: (before) => orderSearch({ ...before, page: undefined, ...changed }) })
  const { page = 1 } = search
  return (
    <>
      <PageHeader title="Orders" actions={<Actions onPutBack={puttingBack.open} />}>
        What customers ordered, and whether your accounting software has it already.
      </PageHeader>
      <OrderFilters search={search} onChange={change} />
      <DataTable
        label="Orders"
        columns={orderColumns}
        idOf={({ id }) => id}
        sort={{ by: 'placed', isDescending: search.sort !== 'oldest' }}
        onSort={({ isDescending }) => change({ sort: isDescending ? undefined : 'oldest' })}
        empty={<NoOrders search={search} />}
        {...listed(
          orders,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
      <PutBackRange isOpen={isPuttingBack} onClose={puttingBack.close} />
    </>
  )
}

function Actions({ onPutBack }: { onPutBack: () => void }) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onPutBack}
      >
        Mark unsynced…
      </Button>
      <NewOrderButton />
    </>
  )
}

function NewOrderButton() {
  return (
    <Button component={Link} to="/orders/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New order
    </Button>
  )
}

function NoOrders({ search }: { search: OrderSearch }) {
  return isNarrowed(search) ? (
    <EmptyState
      icon={<IconShoppingCart aria-hidden />}
      title="No order fits"
      description="Take a filter away, or look for a part of a name, a number or a SKU."
    >
      <EmptyState.Actions>
        <Button component={Link} to="/orders" variant="default">
          Show all orders
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  ) : (
    <EmptyState
      icon={<IconShoppingCart aria-hidden />}
      title="No orders yet"
      description="Orders come from your web shop through an API key. You can also enter one by hand."
    >
      <EmptyState.Actions>
        <NewOrderButton />
      </EmptyState.Actions>
    </EmptyState>
  )
}

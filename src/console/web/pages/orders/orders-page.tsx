import { Button, EmptyState } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconPlus, IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DataTable } from '../../parts/data-table.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderFilters, type Filters } from './order-filters.tsx'
import { ordersQuery, type OrderSearch } from './orders-query.ts'
import { PutBackRange } from './put-back-range.tsx'

const route = getRouteApi('/shell/orders')

export function OrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const orders = useQuery(ordersQuery(search))
  const [isPuttingBack, puttingBack] = useDisclosure()
  const narrow = (change: Filters) =>
    void navigate({ search: (before) => given({ ...before, ...change }) })
  const { page = 1 } = search
  return (
    <>
      <PageHeader title="Orders" actions={<Actions onPutBack={puttingBack.open} />}>
        What customers ordered, and whether your accounting software has it already.
      </PageHeader>
      <OrderFilters search={search} onChange={narrow} />
      <DataTable
        label="Orders"
        columns={orderColumns}
        rows={orders.data?.items}
        idOf={({ id }) => id}
        error={orders.error}
        onRetry={() => void orders.refetch()}
        sort={{ by: 'placed', isDescending: search.sort !== 'oldest' }}
        onSort={({ isDescending }) =>
          void navigate({
            search: (before) => given({ ...before, sort: isDescending ? undefined : 'oldest' }),
          })
        }
        empty={<NoOrders search={search} />}
        {...(orders.data === undefined
          ? {}
          : {
              paging: {
                page,
                size: orders.data.size,
                total: orders.data.total,
                onChange: (next: number) =>
                  void navigate({ search: (before) => ({ ...before, page: next }) }),
              },
            })}
      />
      <PutBackRange isOpen={isPuttingBack} onClose={puttingBack.close} />
    </>
  )
}

type Wanted = { [Field in keyof OrderSearch]: OrderSearch[Field] | undefined }

/** Without what was taken away, so that it is not in the address either. */
function given({ sort, search, status, sync, from, until }: Wanted): OrderSearch {
  return {
    ...(sort === undefined ? {} : { sort }),
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(sync === undefined ? {} : { sync }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  }
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
  return Object.keys(given({ ...search, sort: undefined })).length > 0 ? (
    <EmptyState
      py="xl"
      icon={<IconShoppingCart aria-hidden />}
      title="No order fits"
      description="Take a filter away, or look for a part of the name or the number."
    >
      <EmptyState.Actions>
        <Button component={Link} to="/orders" variant="default">
          Show all orders
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  ) : (
    <EmptyState
      py="xl"
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

import { Anchor, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconReceiptRefund, IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { InBooksText, LeaseNotes } from '../../components/books-note.tsx'
import { MenuAction, MoreMenu } from '../../components/buttons.tsx'
import { Noted } from '../../components/cells.tsx'
import { PutBackDays } from '../../components/day-inputs.tsx'
import { wholeDays } from '../../components/days.ts'
import { choiceFilter, seldomFilter, type Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { useList } from '../../components/use-list.ts'
import { counted, formatCount, When } from '../../components/values.tsx'
import { filterOf } from '../../search.ts'
import { useSignedIn } from '../../state.ts'
import {
  orderSearch,
  ordersQuery,
  orderStatuses,
  syncStates,
  type ListedOrder,
  type OrderStatus,
} from './data.ts'
import { DotBadge } from './lines.tsx'
import { ChosenMenu, PutBackChosen, type Chosen } from '../../components/list-selection.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { hashOf } from '../../printing/print-page.tsx'

export function OrdersPage() {
  const isOwner = useSignedIn().user.role === 'owner'
  const list = useList(orderSearch, ordersQuery)
  const [isPuttingBack, puttingBack] = useDisclosure()
  return (
    <ListPage
      name="orders"
      title="Orders"
      lead="What customers ordered, and whether your accounting software has it already."
      add={{ label: 'New order', to: '/orders/new' }}
      actions={
        <MoreMenu>
          <Menu.Item
            leftSection={<IconReceiptRefund size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/credit-notes" />}
          >
            Credit notes
          </Menu.Item>
          {isOwner && (
            <MenuAction icon={IconArrowBackUp} onClick={puttingBack.open}>
              Put some days back…
            </MenuAction>
          )}
        </MoreMenu>
      }
      list={list}
      filters={filters}
      columns={columns}
      order={{ by: 'placed', isDescending: true }}
      bulk={{
        nameOf: ({ orderNo }) => orderNo,
        filter: filterOf(list.search),
        totals: async (query) => {
          const { totalPaise } = await ask(api.orders.totals.get({ query }))
          return { total: totalPaise }
        },
        actions: (chosen) => <ChosenOrders chosen={chosen} />,
      }}
      top={<LeaseNotes kind="order" />}
      empty={{
        icon: IconShoppingCart,
        title: 'No orders yet',
        description:
          'Orders come from your web shop through an API key. You can also enter one by hand.',
      }}
      noMatch={{
        title: 'No order fits',
        description: 'Take a filter away, or look for a part of a name, a number or a SKU.',
      }}
    >
      <PutBackOrders isOpen={isPuttingBack} onClose={puttingBack.close} />
    </ListPage>
  )
}

const filters: readonly Filter[] = [
  { by: 'text', label: 'Number, customer, phone or product' },
  choiceFilter('status', 'Status', labelsOf(orderStatuses), 'Any status'),
  choiceFilter('sync', 'Accounting', labelsOf(syncStates), 'Delivered or not'),
  { by: 'day', key: 'from', label: 'Placed from' },
  { by: 'day', key: 'until', label: 'Placed until' },
  seldomFilter('books', 'Books', { no: 'Not taken in' }, 'In the books or not'),
]

function labelsOf(words: Readonly<Record<string, { label: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([value, { label }]) => [value, label]))
}

const columns: readonly Column<ListedOrder>[] = [
  {
    key: 'order',
    title: 'Order',
    isMain: true,
    canSort: true,
    value: ({ orderNo }) => orderNo,
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
    kind: 'time',
    canSort: true,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    key: 'customer',
    title: 'Customer',
    onPhone: 'bare',
    canSort: true,
    value: ({ customerName }) => customerName,
    cell: ({ customerName, customerPhone }) => (
      <Noted note={customerPhone === '' ? null : customerPhone}>
        <Text inherit lineClamp={2}>
          {customerName === '' ? '–' : customerName}
        </Text>
      </Noted>
    ),
  },
  {
    key: 'phone',
    title: 'Phone',
    isExtra: true,
    cell: ({ customerPhone }) => (customerPhone === '' ? '–' : customerPhone),
    value: ({ customerPhone }) => customerPhone,
  },
  {
    key: 'status',
    title: 'Status',
    // What is said beside of the books must not cut it short.
    width: '8.5rem',
    onPhone: 'bare',
    canSort: true,
    cell: ({ status }) => <DotBadge {...orderStatuses[status]} />,
    value: ({ status }) => orderStatuses[status].label,
  },
  {
    key: 'lines',
    title: 'Lines',
    kind: 'count',
    onPhone: 'hidden',
    value: ({ items }) => items,
  },
  {
    key: 'total',
    title: 'Total',
    kind: 'amount',
    canSort: true,
    isSummed: true,
    onPhone: 'corner',
    value: ({ total }) => total,
  },
  {
    key: 'sync',
    title: 'Accounting',
    onPhone: 'bare',
    value: ({ sync }) => syncStates[sync].label,
    cell: (order) => (
      <>
        <Noted note={deliveryNote(order)}>
          <DotBadge {...syncStates[order.sync]} />
        </Noted>
        <InBooksText inBooks={order.inBooks} />
      </>
    ),
  },
]

function deliveryNote({ sync, items, waitingItems, syncedAt }: ListedOrder): ReactNode {
  if (sync === 'synced') return <When at={syncedAt} dateOnly />
  const isPartly = sync === 'waiting' && waitingItems < items
  return isPartly && `${waitingItems} of ${counted(items, 'line')}`
}

function PutBackOrders(dialogue: { isOpen: boolean; onClose: () => void }) {
  return (
    <PutBackDays
      {...dialogue}
      title="Put orders back"
      lead="When your accounting software was set back to an older state, choose the days on which it fetched the orders that it lost. They wait again, and are delivered once more."
      labels={{ from: 'Delivered from', until: 'Delivered until', action: 'Put back' }}
      count={(range) => ask(api.orders['synced-count'].get({ query: wholeDays(range) }))}
      isNothing={({ orders }) => orders === 0}
      nothing="Nothing was delivered on these days."
      warning={({ orders, items }) =>
        `${counted(orders, 'order')}, ${counted(items, 'line')}: they wait again from now on. What your accounting software still has of them, it will book a second time.`
      }
      send={(range) => ask(api.orders['put-back'].post(wholeDays(range)))}
      done={({ orders, items }) =>
        `${counted(orders, 'order')} with ${counted(items, 'line')} put back: to be delivered again.`
      }
    />
  )
}

/** The actions for the chosen orders. */
function ChosenOrders({ chosen }: { chosen: Chosen<ListedOrder> }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const { which, count, clear } = chosen
  const confirm = useConfirm()
  const mark = async (status: OrderStatus) => {
    const { changed, left } = await ask(api.orders.chosen.status.post({ which, status }))
    clear()
    return movedText(changed, left, orderStatuses[status].label)
  }
  const move = useCommand({ run: mark, done: (moved) => moved, refused: 'Nothing was changed' })
  const choose = (status: OrderStatus) => {
    if (!isEnding(status)) return move.mutate(status)
    const label = orderStatuses[status].label.toLowerCase()
    confirm({
      title: `Mark ${counted(count, 'order')} as ${label}?`,
      children: endings[status],
      action: `Mark as ${label}`,
      keep: 'Keep them as they are',
      done: (moved) => moved,
      run: () => mark(status),
    })
  }
  return (
    <>
      <ChosenMenu label="Mark as" isPending={move.isPending}>
        {movable.map((status) => (
          <Menu.Item key={status} onClick={() => choose(status)}>
            {orderStatuses[status].label}
            {isEnding(status) && '…'}
          </Menu.Item>
        ))}
      </ChosenMenu>
      <ChosenMenu label="Print" isPending={false}>
        {printed.map(({ paper, label }) => (
          <Menu.Item
            key={paper}
            renderRoot={(props) => (
              <Link {...props} to="/orders/print" search={{ paper }} hash={hashOf(which)} />
            )}
          >
            {label}
          </Menu.Item>
        ))}
      </ChosenMenu>
      {isOwner && <PutBackChosenOrders chosen={chosen} />}
    </>
  )
}

const printed = [
  { paper: 'invoices', label: 'Invoices' },
  { paper: 'slips', label: 'Packing slips' },
] as const

/** Every order begins as pending, and no order becomes pending again. */
const movable = [
  'paid',
  'packed',
  'dispatched',
  'delivered',
  'cancelled',
  'returned',
] as const satisfies readonly OrderStatus[]

/** The consequences of the final states. */
const endings = {
  cancelled:
    'Their goods go back into the stock, where the order took them from it. A cancelled order cannot be taken up again.',
  returned:
    'Their goods go back into the stock, where the order took them from it, and each that has an invoice gets a credit note. An order that came back cannot be sent again.',
} as const

function isEnding(status: OrderStatus): status is keyof typeof endings {
  return status in endings
}

function movedText(changed: number, left: number, label: string): string {
  const moved = `${counted(changed, 'order')} ${changed === 1 ? 'is' : 'are'} ${label.toLowerCase()} now.`
  return left === 0 ? moved : `${moved} ${formatCount(left)} cannot be that next, and stayed.`
}

function PutBackChosenOrders({ chosen: { which, count, clear } }: { chosen: Chosen<ListedOrder> }) {
  return (
    <PutBackChosen
      what={counted(count, 'order')}
      warning="Those of them that were delivered wait again, and the next fetch of your accounting software gets them: what it still has of them it books a second time."
      run={async () => {
        await ask(api.orders.chosen['put-back'].post({ which }))
        clear()
      }}
    />
  )
}

import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm, showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { statusWords, type OrderStatus } from './order-words.ts'
import type { Order } from './orders-query.ts'

const ends: readonly OrderStatus[] = ['cancelled', 'returned']

/** The next step as a button; the other steps that are allowed beside it. */
export function MoveOrder({ order }: { order: Order }) {
  const refresh = useRefresh()
  const send = async (status: OrderStatus) => {
    try {
      await ask(api.orders({ id: order.id }).status.post({ status, startedFrom: order.status }))
    } finally {
      // Also what somebody else made of it meanwhile.
      await refresh()
    }
  }
  const moving = useMutation({
    mutationFn: send,
    onSuccess: (_, status) =>
      notifications.show({ message: `Order ${order.orderNo}: ${statusWords[status].label}.` }),
    onError: (error) => showRefusal(error),
  })
  const end = (status: OrderStatus) =>
    confirm({ ...endingOf(order, status), run: () => send(status) })
  const [first, ...others] = order.next.filter((status) => !ends.includes(status))
  const endings = order.next.filter((status) => ends.includes(status))
  return (
    <>
      {(others.length > 0 || endings.length > 0) && (
        <Menu position="bottom-end" width={210}>
          <Menu.Target>
            <Button
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
              disabled={moving.isPending}
            >
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((status) => (
              <Menu.Item key={status} onClick={() => moving.mutate(status)}>
                Mark as {statusWords[status].label.toLowerCase()}
              </Menu.Item>
            ))}
            {others.length > 0 && endings.length > 0 && <Menu.Divider />}
            {endings.map((status) => (
              <Menu.Item key={status} c="var(--mantine-color-error)" onClick={() => end(status)}>
                {status === 'cancelled' ? 'Cancel the order…' : 'Mark as returned…'}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {first !== undefined && (
        <Button loading={moving.isPending} onClick={() => moving.mutate(first)}>
          Mark as {statusWords[first].label.toLowerCase()}
        </Button>
      )}
    </>
  )
}

function endingOf({ orderNo, takesStock }: Order, status: OrderStatus) {
  const stock = takesStock
    ? 'Its goods go back into the stock.'
    : 'The stock stays as it is: the order was imported, and took nothing from it.'
  return status === 'cancelled'
    ? {
        title: `Cancel order ${orderNo}?`,
        children: `${stock} A cancelled order cannot be taken up again.`,
        action: 'Cancel the order',
        keep: 'Keep the order',
        done: `Order ${orderNo} is cancelled.`,
      }
    : {
        title: `Mark order ${orderNo} as returned?`,
        children: `${stock} An order that came back cannot be sent again.`,
        action: 'Mark as returned',
        done: `Order ${orderNo} is marked as returned.`,
      }
}

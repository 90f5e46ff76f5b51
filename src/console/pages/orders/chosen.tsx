import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { ChosenMenu, PutBackChosen, type Chosen } from '../../components/list-selection.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { hashOf } from '../../printing/print-page.tsx'
import { orderStatuses, type ListedOrder, type OrderStatus } from './data.ts'

/** The actions for the chosen orders. */
export function ChosenOrders({ chosen }: { chosen: Chosen<ListedOrder> }) {
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
      {isOwner && <PutBackOrders chosen={chosen} />}
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

function PutBackOrders({ chosen: { which, count, clear } }: { chosen: Chosen<ListedOrder> }) {
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

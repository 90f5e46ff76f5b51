import { Anchor, Button, Grid, Group, Menu, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { AndMore, BooksNote, InBooksText } from '../../components/books-note.tsx'
import { IconButton } from '../../components/buttons.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { counted, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { orderQuery, orderStatuses, syncStates, type Order, type OrderStatus } from './data.ts'
import { AmountList, DotBadge, lineColumns } from './lines.tsx'
import { Papers } from './papers.tsx'

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
          <DotBadge {...orderStatuses[order.status]} />
          <span>
            Placed <When at={order.createdAt} />
            {order.placedBy !== null && ` with the key ${order.placedBy}`}
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
            <Papers order={order} />
            <Delivery order={order} />
            <Customer order={order} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

const ends: readonly OrderStatus[] = ['cancelled', 'returned']

/** A button for the next step, and a menu for the other allowed steps. */
function MoveOrder({ order }: { order: Order }) {
  const confirm = useConfirm()
  const send = (status: OrderStatus) =>
    ask(api.orders({ id: order.id }).status.post({ status, startedFrom: order.status }))
  const { mutate, isPending } = useCommand({
    run: send,
    done: (_, status: OrderStatus) => `Order ${order.orderNo}: ${orderStatuses[status].label}.`,
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
              disabled={isPending}
            >
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((status) => (
              <Menu.Item key={status} onClick={() => mutate(status)}>
                {stepTo(status)}
              </Menu.Item>
            ))}
            {others.length > 0 && endings.length > 0 && <Menu.Divider />}
            {endings.map((status) => (
              <Menu.Item key={status} c="var(--mantine-color-error)" onClick={() => end(status)}>
                {status === 'cancelled' ? 'Cancel the order…' : `${stepTo(status)}…`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {first !== undefined && (
        <Button loading={isPending} onClick={() => mutate(first)}>
          {stepTo(first)}
        </Button>
      )}
    </>
  )
}

function stepTo(status: OrderStatus): string {
  return `Mark as ${orderStatuses[status].label.toLowerCase()}`
}

function endingOf({ orderNo, takesStock, invoice }: Order, status: OrderStatus) {
  const credit = invoice === null ? '' : ` A credit note about invoice ${invoice.number} is made.`
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
        children: `${stock}${credit} An order that came back cannot be sent again.`,
        action: 'Mark as returned',
        done: `Order ${orderNo} is marked as returned.`,
      }
}

/** Shows whether the accounting software has the order. Owners can put the order back. */
function Delivery({ order }: { order: Order }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const confirm = useConfirm()
  const delivered = order.lines.filter(({ sync }) => sync === 'synced').length
  const putBack = () =>
    confirm({
      title: `Put order ${order.orderNo} back?`,
      children: `${counted(delivered, 'line')} will be delivered again. If your accounting software still has them, it will book them a second time.`,
      action: 'Put back',
      done: `Order ${order.orderNo} is put back: it waits again.`,
      run: () => ask(api.orders({ id: order.id })['put-back'].post()),
    })
  return (
    <SectionCard title="Accounting" aside={<DotBadge {...syncStates[order.sync]} />}>
      <Stack gap="sm" align="flex-start">
        <BooksNote
          books={order.books}
          settle={(as) => ask(api.orders({ id: order.id }).books.post({ as }))}
        />
        <Text size="sm">
          <DeliveryState order={order} />
        </Text>
        {order.books.entered.first.map((one) => (
          <InBooksText key={`${one.part} ${one.voucherId} ${one.voucherNo}`} inBooks={one} />
        ))}
        <AndMore of={order.books.entered} />
        {isOwner && delivered > 0 && (
          <IconButton variant="default" size="xs" icon={IconArrowBackUp} onClick={putBack}>
            Put back…
          </IconButton>
        )}
      </Stack>
    </SectionCard>
  )
}

function DeliveryState({ order: { sync, syncedAt, waitingLines, lines } }: { order: Order }) {
  switch (sync) {
    case 'waiting':
      return waitingLines === lines.length
        ? 'It waits for your accounting software to fetch it.'
        : `${waitingLines} of ${counted(lines.length, 'line')} ${waitingLines === 1 ? 'is' : 'are'} not fetched by your accounting software yet.`
    case 'synced':
      return (
        <>
          Your accounting software has had all of it since <When at={syncedAt} />.
        </>
      )
    case 'left out':
      return 'What is left has no SKU, so your accounting software does not get it.'
  }
}

function Customer({ order }: { order: Order }) {
  const place = [order.shippingCity, order.shippingPincode].filter((text) => text !== '').join(' ')
  const address = [order.shippingAddress, place, order.shippingState].filter((text) => text !== '')
  return (
    <SectionCard title="Customer">
      <Stack gap="xs" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text inherit fw={600}>
          {order.customerName === '' ? 'No name' : order.customerName}
        </Text>
        {order.customerPhone !== '' && (
          <Anchor href={`tel:${order.customerPhone.replaceAll(/[^+\d]/g, '')}`} fz="sm">
            {order.customerPhone}
          </Anchor>
        )}
        {order.customerGstin !== '' && <Text inherit>GSTIN {order.customerGstin}</Text>}
        {address.length > 0 && (
          <Text inherit style={{ whiteSpace: 'pre-line' }}>
            {address.join('\n')}
          </Text>
        )}
      </Stack>
    </SectionCard>
  )
}

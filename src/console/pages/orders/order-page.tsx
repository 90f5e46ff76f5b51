import {
  Anchor,
  Button,
  Grid,
  Group,
  Menu,
  Paper,
  Skeleton,
  Stack,
  Text,
  Select,
  TextInput,
} from '@mantine/core'
import {
  IconArrowBackUp,
  IconChevronDown,
  IconFileInvoice,
  IconPackage,
  IconReceiptRefund,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { AndMore, BooksNote, InBooksText } from '../../components/books-note.tsx'
import { IconButton } from '../../components/buttons.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { counted, When, formatCount, Money } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import {
  orderQuery,
  orderStatuses,
  syncStates,
  type Order,
  type OrderStatus,
  type OrderLine,
} from './data.ts'
import { AmountList, DotBadge, lineColumns } from './lines.tsx'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { gstStates } from '../../../platform/gst/rates-and-states.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'
import { newKey } from '../../new-key.ts'

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

type OrderProps = { order: Order }

/** From this amount in paise, the invoice names a buyer without a GSTIN with the address (source: CGST rule 46(e)). */
const buyerNamedFrom = 50_000_00

/** The papers of an order: the invoice, if there is one, and the packing slip. */
function Papers({ order }: OrderProps) {
  const [asked, setAsked] = useState<'invoice' | 'return' | null>(null)
  const close = () => setAsked(null)
  const params = { id: order.id }
  const isUndone = order.status === 'cancelled' || order.status === 'returned'
  return (
    <SectionCard title="Papers">
      <Stack gap="sm" align="flex-start">
        {order.invoice !== null && (
          <Text size="sm">
            <Anchor
              fw={600}
              size="sm"
              renderRoot={(props) => <Link {...props} to="/orders/$id/invoice" params={params} />}
            >
              Invoice {order.invoice.number}
            </Anchor>{' '}
            of <When at={order.invoice.issuedAt} dateOnly />
          </Text>
        )}
        <CreditNotes order={order} />
        {order.invoice !== null && order.next.includes('returned') && (
          <IconButton
            icon={IconReceiptRefund}
            variant="default"
            size="xs"
            onClick={() => setAsked('return')}
          >
            Goods came back…
          </IconButton>
        )}
        {order.invoice === null && !isUndone && (
          <IconButton icon={IconFileInvoice} size="xs" onClick={() => setAsked('invoice')}>
            Make the invoice…
          </IconButton>
        )}
        <Button
          renderRoot={(props) => <Link {...props} to="/orders/$id/packing-slip" params={params} />}
          variant="default"
          size="xs"
          leftSection={<IconPackage size={14} aria-hidden />}
        >
          Packing slip
        </Button>
      </Stack>
      <Dialog
        of={asked}
        title={(what) =>
          `${what === 'invoice' ? 'Invoice' : 'What came back'} of order ${order.orderNo}`
        }
        onClose={close}
      >
        {(what) => {
          const Form = what === 'invoice' ? InvoiceForm : ReturnForm
          return <Form order={order} onClose={close} />
        }}
      </Dialog>
    </SectionCard>
  )
}

function CreditNotes({ order }: OrderProps) {
  return order.creditNotes.map((note) => (
    <Text key={note.id} size="sm">
      <Anchor
        fw={600}
        size="sm"
        renderRoot={(props) => <Link {...props} to="/credit-notes/$id" params={{ id: note.id }} />}
      >
        Credit note {note.number}
      </Anchor>{' '}
      of <When at={note.issuedAt} dateOnly />, <Money paise={note.payable} />
    </Text>
  ))
}

function InvoiceForm({ order, onClose }: OrderProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { placeOfSupply: order.placeOfSupply ?? '' },
    validate: {
      placeOfSupply: (code) => (code === '' ? 'Choose the state that the goods go to.' : null),
    },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.orders({ id: order.id }).invoice.post(values)),
    done: ({ number }) => `The invoice ${number} is made.`,
    onDone: () => navigate({ to: '/orders/$id/invoice', params: { id: order.id } }),
  })
  return (
    <DialogForm sent={sent} action="Make the invoice" onCancel={onClose}>
      <Text size="sm">
        It gets the next number of the year, which stays, also when the order is cancelled later.
      </Text>
      {lacksBuyer(order) && (
        <Text size="sm" c="var(--mantine-color-error)">
          From ₹{formatCount(buyerNamedFrom / 100)} on, GST wants the name and the address of the
          customer on it. This order has not both.
        </Text>
      )}
      <Select
        label="Place of supply"
        description="The state that the goods go to. Within the shop's own state the tax is CGST and SGST, else IGST."
        data={Array.from(gstStates, ([value, label]) => ({ value, label: `${label} (${value})` }))}
        searchable
        allowDeselect={false}
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('placeOfSupply')}
      />
    </DialogForm>
  )
}

function lacksBuyer({ total, customerGstin, customerName, shippingAddress }: Order): boolean {
  const isNamed = customerName !== '' && shippingAddress !== ''
  return total >= buyerNamedFrom && customerGstin === '' && !isNamed
}

/** Asks which goods of an order came back. The goods go back into the stock, and Daybook makes a credit note. */
function ReturnForm({ order, onClose }: OrderProps & { onClose: () => void }) {
  const [attemptKey] = useState(newKey)
  const lines = order.lines.filter((line) => leftOf(line) > 0)
  const form = useForm({
    initialValues: { reason: '', lines: lines.map(({ id }) => ({ id, quantity: emptyCount })) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ reason, lines: counts }) =>
      ask(
        api
          .orders({ id: order.id })
          .returns.post(
            { reason, lines: countedLines(counts) },
            { headers: { 'idempotency-key': attemptKey } },
          ),
      ),
    done: () => `What came back of order ${order.orderNo} is credited.`,
  })
  return (
    <DialogForm sent={sent} action="Take back and credit" onCancel={onClose}>
      <Text size="sm">
        {order.takesStock ? 'They go back into the stock. ' : ''}A credit note about invoice{' '}
        {order.invoice?.number} gets the next number of its own series.
      </Text>
      <Stack gap="xs">
        {lines.map((line, at) => (
          <NumberField
            kind="pieces"
            key={line.id}
            label={`${line.productName}${line.variantLabel === null ? '' : `, ${line.variantLabel}`}`}
            description={`${leftOf(line)} of ${line.quantity} with the customer`}
            max={leftOf(line)}
            {...form.getInputProps(`lines.${at}.quantity`)}
          />
        ))}
      </Stack>
      <TextInput
        label="Why (optional)"
        description="Stands on the credit note."
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}

function countedLines(counts: readonly { id: string; quantity: TypedNumber }[]) {
  return counts
    .map(({ id, quantity }) => ({ id, quantity: quantity === '' ? 0 : requireNumber(quantity) }))
    .filter(({ quantity }) => quantity > 0)
}

const emptyCount: TypedNumber = ''

/** The units that the customer has not returned yet. */
function leftOf({ quantity, returnedQuantity }: OrderLine): number {
  return quantity - returnedQuantity
}

import { Anchor, Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileInvoice, IconPackage, IconReceiptRefund } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { gstStates } from '../../../platform/gst/rates-and-states.ts'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { formatCount, Money, When } from '../../components/values.tsx'
import type { Order, OrderLine } from './data.ts'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'
import { newKey } from '../../new-key.ts'

type OrderProps = { order: Order }

/** From this amount in paise, the invoice names a buyer without a GSTIN with the address (source: CGST rule 46(e)). */
const buyerNamedFrom = 50_000_00

/** The papers of an order: the invoice, if there is one, and the packing slip. */
export function Papers({ order }: OrderProps) {
  const [isMaking, setMaking] = useState(false)
  const [isReturning, setReturning] = useState(false)
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
            onClick={() => setReturning(true)}
          >
            Goods came back…
          </IconButton>
        )}
        {order.invoice === null && !isUndone && (
          <IconButton icon={IconFileInvoice} size="xs" onClick={() => setMaking(true)}>
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
        of={isMaking ? order : null}
        title={`Invoice of order ${order.orderNo}`}
        onClose={() => setMaking(false)}
      >
        {(shown) => <InvoiceForm order={shown} onClose={() => setMaking(false)} />}
      </Dialog>
      <Dialog
        of={isReturning ? order : null}
        title={`What came back of order ${order.orderNo}`}
        onClose={() => setReturning(false)}
      >
        {(shown) => <ReturnForm order={shown} onClose={() => setReturning(false)} />}
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

type ReturnFormProps = { order: Order; onClose: () => void }

/** Asks which goods of an order came back. The goods go back into the stock, and Daybook makes a credit note. */
function ReturnForm({ order, onClose }: ReturnFormProps) {
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

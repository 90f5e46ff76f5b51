import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { requireNumber, type TypedNumber } from '../../components/typed-number.ts'
import { newKey } from '../../new-key.ts'
import type { Order, OrderLine } from './data.ts'

type ReturnFormProps = { order: Order; onClose: () => void }

/** Which goods of an order came back: they are in stock again, and a credit note is made. */
export function ReturnForm({ order, onClose }: ReturnFormProps) {
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

/** Units that did not come back yet. */
function leftOf({ quantity, returnedQuantity }: OrderLine): number {
  return quantity - returnedQuantity
}

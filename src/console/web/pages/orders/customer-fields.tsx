import { Paper, SimpleGrid, Textarea, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { looksLikePhone, type TypedOrder } from './new-order.ts'

const notAPhone = 'This does not look like a phone number.'

/** Who buys, and where it goes; all of it may be left out. */
export function CustomerFields({ form }: { form: UseFormReturnType<TypedOrder> }) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="customer-title">
      <Title order={2} size="h5" mb="sm" id="customer-title">
        Customer
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="sm">
        <TextInput label="Name" maxLength={200} {...form.getInputProps('customer_name')} />
        <TextInput
          label="Phone"
          type="tel"
          maxLength={32}
          description={looksLikePhone(form.values.customer_phone) ? null : notAPhone}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('customer_phone')}
        />
        <TextInput
          label="GSTIN (when there is one)"
          maxLength={40}
          {...form.getInputProps('customer_gstin')}
        />
      </SimpleGrid>
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={1000}
        my="sm"
        {...form.getInputProps('shipping_address')}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="sm">
        <TextInput label="City" maxLength={100} {...form.getInputProps('shipping_city')} />
        <TextInput label="PIN code" maxLength={16} {...form.getInputProps('shipping_pincode')} />
        <TextInput label="State" maxLength={100} {...form.getInputProps('shipping_state')} />
      </SimpleGrid>
    </Paper>
  )
}

import { Autocomplete, Checkbox, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { gstStates } from '../../../../platform/gst/gst.ts'
import { writtenPhone } from '../../../../services/storefront/customers/rules.ts'
import { Noted } from '../../components/cells.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { proposalsQuery, type Customer } from '../customers/data.ts'
import { phoneProblem, type TypedOrder } from './new-order.ts'

/** How long nobody types before customers are looked for, in milliseconds. */
const pauseMs = 200

type FormProps = { form: UseFormReturnType<TypedOrder> }

/** Who buys, and where it goes; all of it may be left out. */
export function CustomerFields({ form }: FormProps) {
  return (
    <SectionCard title="Customer">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="sm">
        <PhoneField form={form} />
        <TextInput label="Name" maxLength={200} {...form.getInputProps('customer_name')} />
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
        <Autocomplete
          label="State"
          maxLength={100}
          data={[...gstStates.values()]}
          {...form.getInputProps('shipping_state')}
        />
      </SimpleGrid>
      <RememberField form={form} />
    </SectionCard>
  )
}

/** Proposes customers who are remembered; who is chosen fills the other fields. */
function PhoneField({ form }: FormProps) {
  const [typed] = useDebouncedValue(form.values.customer_phone.trim(), pauseMs)
  const found = useQuery({ ...proposalsQuery(typed), enabled: typed !== '' })
  // As the field takes it: the Autocomplete puts in what is chosen, whatever else was set before.
  const proposed = new Map(
    found.data?.items.map((customer) => [writtenPhone(customer.phone), customer]),
  )
  const choose = (phone: string) => {
    const customer = proposed.get(phone)
    if (customer !== undefined) form.setValues(valuesOf(customer))
  }
  return (
    <Autocomplete
      label="Phone"
      type="tel"
      maxLength={32}
      data={[...proposed.keys()]}
      // What was found fits, however the number is written.
      filter={({ options }) => options}
      renderOption={({ option }) => <Proposed customer={proposed.get(option.value)} />}
      onOptionSubmit={choose}
      {...form.getInputProps('customer_phone')}
      onBlur={({ relatedTarget }) => {
        // Pressing a button must not move it away before it is released; the one that places the order tells it too.
        if (relatedTarget instanceof HTMLButtonElement) return
        form.setFieldError('customer_phone', phoneProblem(form.getValues().customer_phone))
      }}
    />
  )
}

function Proposed({ customer }: { customer: Customer | undefined }) {
  if (customer === undefined) return null
  const { name, phone, address, city } = customer
  const place = [address, city].filter((text) => text !== '').join(', ')
  return (
    <Noted note={place === '' ? null : place}>{name === '' ? phone : `${name}, ${phone}`}</Noted>
  )
}

function valuesOf(customer: Customer): Partial<TypedOrder> {
  return {
    customer_name: customer.name,
    customer_gstin: customer.gstin,
    shipping_address: customer.address,
    shipping_city: customer.city,
    shipping_pincode: customer.pincode,
    shipping_state: customer.state,
    remember_customer: true,
  }
}

/** Asked for where there is a number to remember the customer by. */
function RememberField({ form }: FormProps) {
  const { customer_phone: phone } = form.values
  const settings = useQuery(proposalsQuery(''))
  if (settings.data?.isRemembering !== true) return null
  if (phone.trim() === '' || phoneProblem(phone) !== null) return null
  return (
    <Checkbox
      mt="md"
      label="Remember this customer"
      description={
        <Text span inherit>
          Tick it when they agreed: name, number and address are proposed at their next order, and
          forgotten when they want it.
        </Text>
      }
      {...form.getInputProps('remember_customer', { type: 'checkbox' })}
    />
  )
}

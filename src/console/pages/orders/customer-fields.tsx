import { Autocomplete, Checkbox, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { gstStates } from '../../../platform/gst/rates-and-states.ts'
import { writtenPhone } from '../../../services/storefront/customers/rules.ts'
import { Noted } from '../../components/cells.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { proposalsQuery, type Customer } from '../customers/data.ts'
import { phoneProblem, type TypedOrder } from './new-order.ts'

/** The pause in typing before the search for customers, in milliseconds. */
const pauseMs = 200

type FormProps = { form: UseFormReturnType<TypedOrder> }

/** The buyer and the delivery address. All fields are optional. */
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

/** Proposes remembered customers. Choosing a customer fills the other fields. */
function PhoneField({ form }: FormProps) {
  const [typed] = useDebouncedValue(form.values.customer_phone.trim(), pauseMs)
  const found = useQuery({ ...proposalsQuery(typed), enabled: typed !== '' })
  // Phone numbers as the field shows them: the Autocomplete always puts the chosen option's text into the field.
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
      // The server already filtered the customers, however the user writes the number.
      filter={({ options }) => options}
      renderOption={({ option }) => <Proposed customer={proposed.get(option.value)} />}
      onOptionSubmit={choose}
      {...form.getInputProps('customer_phone')}
      onBlur={({ relatedTarget }) => {
        // An error text would move the button away before the user releases the mouse. The button that places the order checks the number
        // too.
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

/** Shown only if there is a phone number to remember the customer by. */
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

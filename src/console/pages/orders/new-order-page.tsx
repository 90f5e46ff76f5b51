import {
  Button,
  Grid,
  Group,
  Stack,
  Text,
  Autocomplete,
  Checkbox,
  SimpleGrid,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { IconButton } from '../../components/buttons.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { useIsShown } from '../../components/commands.tsx'
import { KeyNames, useKeys } from '../../components/keys.tsx'
import { NumberField, isUnread, type TypedNumber } from '../../components/number-field.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { newKey } from '../../new-key.ts'
import { ArticleSearch, TypedLines } from './typed-lines.tsx'
import { AmountList } from './lines.tsx'
import {
  askIfMeant,
  emptyOrder,
  isPinCode,
  lineErrors,
  manyPieces,
  phoneProblem,
  placeOrder,
  typedPriceOf,
  useQuote,
  type Article,
  type AskedPieces,
  type TypedLine,
  type TypedOrder,
} from './new-order.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { gstStates } from '../../../platform/gst/rates-and-states.ts'
import { writtenPhone } from '../../../services/storefront/customers/rules.ts'
import { Noted } from '../../components/cells.tsx'
import { proposalsQuery, type Customer } from '../customers/data.ts'

const route = getRouteApi('/shell/orders/new')
const trail = [{ to: '/orders', label: 'Orders' }] as const

/** Not Enter alone: Enter ends typed or scanned text. */
const placeKeys = 'mod+Enter'

/** The most lines of one order. */
const linesMax = 500

export function NewOrderPage() {
  const { form, submit, look, isSending, refusal, isLeftOpen } = useNewOrder()
  const quote = useQuote(form.values)
  const isFull = form.values.lines.length >= linesMax
  useKeys('New order', [
    { keys: placeKeys, does: 'Place the order', run: submit, isForFields: true },
  ])
  return (
    // Enter in a field does not place the order. Only the button and its keys do.
    <form onSubmit={(event) => event.preventDefault()} noValidate>
      <PageHeader title="New order" trail={trail}>
        For an order that came by telephone or across the counter. It takes the goods from the
        stock, and waits for your accounting software like every other.
      </PageHeader>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <Stack>
            <ArticleSearch
              onChoose={(article) => addArticle(form, article)}
              onLook={look}
              input={form.getInputProps('lines')}
            />
            <TypedLines form={form} priced={quote.priced} short={quote.short} />
            <IconButton
              variant="default"
              size="xs"
              icon={IconPlus}
              style={{ alignSelf: 'flex-start' }}
              disabled={isFull}
              onClick={() => form.insertListItem('lines', lineOf(null))}
            >
              Something that is not in the catalogue
            </IconButton>
            <CustomerFields form={form} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3.5 }}>
          <AmountsPanel
            form={form}
            quote={quote}
            isSending={isSending}
            refusal={refusal}
            onPlace={submit}
          />
        </Grid.Col>
      </Grid>
      <LeaveQuestion isDirty={isLeftOpen}>The order that you began is lost.</LeaveQuestion>
    </form>
  )
}

type AmountsPanelProps = {
  form: Form
  quote: ReturnType<typeof useQuote>
  isSending: boolean
  refusal: string | null
  onPlace(): void
}

/** The discount, the total of the order, and the button that places the order. */
function AmountsPanel({ form, quote, isSending, refusal, onPlace }: AmountsPanelProps) {
  const discount = form.getInputProps('discount')
  return (
    <SectionCard title="What it comes to" className="beside">
      <Stack>
        <NumberField
          kind="amount"
          label="Discount (optional)"
          description="Rupees off the whole order; the GST stays as it is."
          {...discount}
          error={discount.error ?? quote.discountError}
        />
        <FormRefusal>{quote.error}</FormRefusal>
        {quote.amounts === undefined ? (
          <Text size="sm" c="dimmed">
            Add what is sold, and its price is here.
          </Text>
        ) : (
          <AmountList {...quote.amounts} />
        )}
        <FormRefusal>{refusal}</FormRefusal>
        <Group justify="flex-end">
          <Button component={Link} to="/orders" variant="default">
            Cancel
          </Button>
          <Button
            loading={isSending}
            // Ignores the second press of a double click: it must not answer a question that the first press raised.
            onClick={({ detail }) => detail <= 1 && onPlace()}
          >
            Place the order
          </Button>
        </Group>
        <Text size="xs" c="dimmed" ta="right" visibleFrom="sm">
          <KeyNames keys={placeKeys} /> from any field
        </Text>
      </Stack>
    </SectionCard>
  )
}

function useNewOrder() {
  const navigate = route.useNavigate()
  // The same for each sending of this form, so that the form places only one order.
  const [attemptKey] = useState(newKey)
  // A ref, because the user leaves the page before the next render.
  const isPlaced = useRef(false)
  const asked = useRef<AskedPieces>(new Map())
  const form = useForm<TypedOrder>({
    initialValues: emptyOrder,
    validate: (order) => ({
      ...(order.lines.length === 0 ? { lines: 'Add at least one thing that is sold.' } : {}),
      ...(isPinCode(order.shipping_pincode)
        ? {}
        : { shipping_pincode: 'A PIN code has 6 digits.' }),
      customer_phone: phoneProblem(order.customer_phone),
      ...Object.fromEntries(order.lines.flatMap((line, at) => errorsOf(line, at, asked.current))),
    }),
  })
  const sent = useSentForm({
    form,
    send: (order) => placeOrder(order, attemptKey),
    async onDone({ id }) {
      isPlaced.current = true
      await navigate({ to: '/orders/$id', params: { id } })
    },
    done: () => 'The order is placed.',
  })
  const place = () => {
    sent.submit()
    asked.current = manyPieces(form.getValues().lines)
  }
  const searchField = () => form.getInputNode('lines')
  const onNotFound = () => {
    const told = 'What was typed here is not found: choose from the list, or empty it.'
    form.setFieldError('lines', told)
    // On a phone the button is far below the message.
    searchField()?.focus()
  }
  const stands = (code: string) => {
    const field = searchField()
    return field instanceof HTMLInputElement && field.value === code
  }
  const { look, isLooking, submit } = useLooking({ place, onNotFound, stands })
  return {
    form,
    look,
    submit,
    isSending: sent.isSending || isLooking,
    refusal: sent.refusal,
    isLeftOpen: () => form.isDirty() && !isPlaced.current,
  }
}

type Looking = {
  place: () => void
  onNotFound: () => void
  /** Whether the search field still contains this code. */
  stands: (code: string) => boolean
}

/** Placing an order waits for the last scanned code. A code that is not found stops the placing. */
function useLooking({ place, onNotFound, stands }: Looking) {
  const isShown = useIsShown()
  const looked = useRef(new Set<Promise<boolean>>())
  const [isLooking, setLooking] = useState(false)
  const missed = useRef<string>(undefined)
  const look = (code: string, taken: Promise<boolean>) => {
    looked.current.add(taken)
    void noteMissed(code, taken)
  }
  const noteMissed = async (code: string, taken: Promise<boolean>) => {
    const isFound = await taken
    looked.current.delete(taken)
    if (!isFound) missed.current = code
    else if (missed.current === code) missed.current = undefined
  }
  const placeUnlessMissed = () => {
    if (missed.current !== undefined && stands(missed.current)) onNotFound()
    else place()
  }
  const placeAfter = async (all: readonly Promise<boolean>[]) => {
    setLooking(true)
    const taken = await Promise.all(all)
    setLooking(false)
    if (!isShown.current) return
    if (taken.includes(false)) onNotFound()
    else placeUnlessMissed()
  }
  const submit = () => {
    if (looked.current.size === 0) placeUnlessMissed()
    else void placeAfter([...looked.current])
  }
  return { look, isLooking, submit }
}

function errorsOf(line: TypedLine, at: number, asked: AskedPieces) {
  const question = askIfMeant(line, asked)
  const errors = { ...(question === null ? {} : { quantity: question }), ...lineErrors(line) }
  return Object.entries(errors).map(([field, message]) => [`lines.${at}.${field}`, message])
}

type Form = ReturnType<typeof useNewOrder>['form']

/** Scanning the same article again adds one piece. */
function addArticle(form: Form, article: Article): void {
  const { lines } = form.getValues()
  const at = lines.findIndex((line) => line.article?.sku === article.sku)
  const known = lines[at]
  if (known === undefined && lines.length >= linesMax) {
    const told = `An order has ${linesMax} lines at most: ${article.name} is not on it.`
    form.setFieldError('lines', told)
    return
  }
  if (known === undefined) form.insertListItem('lines', lineOf(article))
  else form.setFieldValue(`lines.${at}.quantity`, oneMore(known.quantity))
  form.clearFieldError('lines')
}

/** Leaves an unreadable number to the user. */
function oneMore(quantity: TypedNumber): TypedNumber {
  if (isUnread(quantity)) return quantity
  return quantity === '' ? 1 : quantity + 1
}

function lineOf(article: Article | null): TypedLine {
  return {
    key: newKey(),
    article,
    name: '',
    quantity: 1,
    price: article === null ? '' : typedPriceOf(article),
    gst: '',
  }
}

/** The pause in typing before the search for customers, in milliseconds. */
const pauseMs = 200

type FormProps = { form: UseFormReturnType<TypedOrder> }

/** The buyer and the delivery address. All fields are optional. */
function CustomerFields({ form }: FormProps) {
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

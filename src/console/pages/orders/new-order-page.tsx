import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
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
import { CustomerFields } from './customer-fields.tsx'
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

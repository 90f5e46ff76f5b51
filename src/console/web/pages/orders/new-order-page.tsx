import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { IconButton } from '../../components/buttons.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { useIsShown } from '../../components/hooks.ts'
import { AmountInput } from '../../components/inputs.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { newKey } from '../../new-key.ts'
import { ArticleSearch } from './article-search.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { AmountList } from './lines.tsx'
import {
  emptyOrder,
  isPinCode,
  lineErrors,
  placeOrder,
  priceOf,
  useQuote,
  type Article,
  type TypedLine,
  type TypedOrder,
} from './new-order.ts'
import { rupeesMax, TypedLines } from './typed-lines.tsx'

const route = getRouteApi('/shell/orders/new')
const trail = [{ to: '/orders', label: 'Orders' }] as const

/** Lines that one order has at most. */
const linesMax = 500

export function NewOrderPage() {
  const { form, submit, look, isSending, refusal, isLeftOpen } = useNewOrder()
  const quote = useQuote(form.values)
  const isFull = form.values.lines.length >= linesMax
  return (
    <form onSubmit={submit} noValidate>
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
          <AmountsPanel form={form} quote={quote} isSending={isSending} refusal={refusal} />
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
}

/** The discount, what the order comes to, and the button that places it. */
function AmountsPanel({ form, quote, isSending, refusal }: AmountsPanelProps) {
  const discount = form.getInputProps('discount')
  return (
    <SectionCard title="What it comes to" className="beside">
      <Stack>
        <AmountInput
          label="Discount (optional)"
          description="Off the whole order; the GST stays as it is."
          min={0}
          max={rupeesMax}
          allowNegative={false}
          fixedDecimalScale={false}
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
          <Button type="submit" loading={isSending}>
            Place the order
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  )
}

function useNewOrder() {
  const navigate = route.useNavigate()
  // Of the form, however often it is sent: it places one order.
  const [attemptKey] = useState(newKey)
  // Known at once: the page is left before it is drawn anew.
  const isPlaced = useRef(false)
  const form = useForm<TypedOrder>({
    initialValues: emptyOrder,
    validate: (order) => ({
      ...(order.lines.length === 0 ? { lines: 'Add at least one thing that is sold.' } : {}),
      ...(isPinCode(order.shipping_pincode)
        ? {}
        : { shipping_pincode: 'A PIN code has 6 digits.' }),
      ...Object.fromEntries(order.lines.flatMap(errorsOf)),
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
  const { look, isLooking, submit } = useLooking(sent.submit, () => {
    const told = 'What was typed here is not found: choose from the list, or empty it.'
    form.setFieldError('lines', told)
    // On a phone the button is far below what is told.
    form.getInputNode('lines')?.focus()
  })
  return {
    form,
    look,
    submit,
    isSending: sent.isSending || isLooking,
    refusal: sent.refusal,
    isLeftOpen: () => form.isDirty() && !isPlaced.current,
  }
}

type Submit = (event?: FormEvent<HTMLFormElement>) => void

/** An order is placed with what was scanned last, also when it is not found yet; not when it is found nowhere. */
function useLooking(place: Submit, onNotFound: () => void) {
  const isShown = useIsShown()
  const looked = useRef(new Set<Promise<boolean>>())
  const [isLooking, setLooking] = useState(false)
  const look = (taken: Promise<boolean>) => {
    looked.current.add(taken)
    void taken.then(() => looked.current.delete(taken))
  }
  const placeAfter = async (all: readonly Promise<boolean>[]) => {
    setLooking(true)
    const taken = await Promise.all(all)
    setLooking(false)
    if (!isShown.current) return
    if (taken.includes(false)) onNotFound()
    else place()
  }
  const submit: Submit = (event) => {
    if (looked.current.size === 0) return place(event)
    event?.preventDefault()
    void placeAfter([...looked.current])
  }
  return { look, isLooking, submit }
}

function errorsOf(line: TypedLine, at: number): [field: string, message: string][] {
  return Object.entries(lineErrors(line)).map(([field, message]) => [
    `lines.${at}.${field}`,
    message,
  ])
}

type Form = ReturnType<typeof useNewOrder>['form']

/** The same once more, as a scanner sends it, is one piece more. */
function addArticle(form: Form, article: Article): void {
  const { lines } = form.getValues()
  const at = lines.findIndex((line) => line.article?.sku === article.sku)
  const known = lines[at]
  if (known !== undefined) {
    form.setFieldValue(`lines.${at}.quantity`, Number(known.quantity) + 1)
  } else if (lines.length < linesMax) {
    form.insertListItem('lines', lineOf(article))
  }
  form.clearFieldError('lines')
}

function lineOf(article: Article | null): TypedLine {
  return {
    key: newKey(),
    article,
    name: '',
    quantity: 1,
    price: article === null ? '' : priceOf(article) / 100,
    gst: '',
  }
}

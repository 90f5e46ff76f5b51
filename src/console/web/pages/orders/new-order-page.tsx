import { Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { newKey } from '../../new-key.ts'
import { AmountInput } from '../../components/inputs.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { AmountList } from './amount-list.tsx'
import { ArticleSearch } from './article-search.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { rupeesMax } from './line-fields.tsx'
import {
  emptyOrder,
  isPinCode,
  lineErrors,
  placeOrder,
  type Article,
  type TypedLine,
  type TypedOrder,
} from './new-order.ts'
import { TypedLines } from './typed-lines.tsx'
import { useQuote } from './use-quote.ts'

const route = getRouteApi('/shell/orders/new')
const trail = [{ to: '/orders', label: 'Orders' }] as const

/** Lines that one order has at most. */
const linesMax = 500

export function NewOrderPage() {
  const { form, submit, isSending, refusal, isLeftOpen } = useNewOrder()
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
              error={form.errors['lines']}
            />
            <TypedLines form={form} priced={quote.priced} short={quote.short} />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
              disabled={isFull}
              onClick={() => form.insertListItem('lines', lineOf(null))}
            >
              Something that is not in the catalogue
            </Button>
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
    <Paper withBorder p="md" component="section" aria-labelledby="amounts-title" className="beside">
      <Title order={2} size="h5" mb="sm" id="amounts-title">
        What it comes to
      </Title>
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
    </Paper>
  )
}

function useNewOrder() {
  const refresh = useRefresh()
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
      notifications.show({ message: 'The order is placed.' })
      await refresh()
      await navigate({ to: '/orders/$id', params: { id } })
    },
  })
  return { form, ...sent, isLeftOpen: () => form.isDirty() && !isPlaced.current }
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
    price: article === null ? '' : article.salePrice / 100,
    gst: '',
  }
}

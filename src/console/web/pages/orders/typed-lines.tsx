import { ActionIcon, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { DataTable } from '../../components/data-table.tsx'
import { AmountInput } from '../../components/inputs.tsx'
import type { Column } from '../../components/table.tsx'
import { formatCount, Money } from '../../components/values.tsx'
import { formatRate, Goods, stockWords } from './lines.tsx'
import { nameOf, priceOf, type TypedLine, type TypedOrder } from './new-order.ts'

type TypedLinesProps = {
  form: UseFormReturnType<TypedOrder>
  /** What a line comes to in paise, by its key; missing until it is priced. */
  priced: ReadonlyMap<string, number>
  /** What there is too little of: how many there are, by SKU. */
  short: ReadonlyMap<string, number>
}

/** The lines of an order that is being entered. */
export function TypedLines(props: TypedLinesProps) {
  return (
    <DataTable
      label="Lines of the order"
      columns={columnsOf(props)}
      rows={props.form.values.lines}
      idOf={({ key }) => key}
      empty={
        <Text size="sm" c="dimmed" p="lg" ta="center">
          Nothing yet. Look for a product above, or hold its barcode to the scanner.
        </Text>
      }
    />
  )
}

function columnsOf({ form, priced, short }: TypedLinesProps): Column<TypedLine>[] {
  const placeOf = ({ key }: TypedLine) => form.values.lines.findIndex((line) => line.key === key)
  const lineProps = (line: TypedLine) => ({ form, line, at: placeOf(line) })
  return [
    {
      key: 'goods',
      title: 'Sold',
      isMain: true,
      cell: (line) =>
        line.article === null ? (
          <NameField {...lineProps(line)} />
        ) : (
          <Goods name={line.article.name} variant={line.article.variantLabel}>
            {line.article.sku} · {stockWords(line.article.stockQuantity)}
          </Goods>
        ),
    },
    {
      key: 'quantity',
      title: 'Quantity',
      cell: (line) => (
        <QuantityField {...lineProps(line)} inStock={short.get(line.article?.sku ?? '')} />
      ),
    },
    {
      key: 'price',
      title: 'Unit price',
      cell: (line) => (
        <Stack gap={4}>
          <PriceField {...lineProps(line)} />
          {line.price === 0 && <GivenAway />}
          {line.article === null ? (
            <RateField {...lineProps(line)} />
          ) : (
            <Text size="xs" c="dimmed">
              with {formatRate(line.article.gstBasisPoints)} GST
              {line.article.offer !== null && `, ${line.article.offer.title}`}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'total',
      title: 'Total',
      align: 'right',
      cell: ({ key }) => <Total paise={priced.get(key)} />,
    },
    {
      key: 'actions',
      title: '',
      isMenu: true,
      width: '3rem',
      cell: (line) => (
        <ActionIcon
          aria-label={`Take ${nameOf(line)} off the order`}
          onClick={() => form.removeListItem('lines', placeOf(line))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
}

function GivenAway() {
  return (
    <Text size="xs" c="var(--mantine-color-error)" fw={600} role="status">
      No price: it is given away.
    </Text>
  )
}

function Total({ paise }: { paise: number | undefined }) {
  return (
    <Text size="sm" pt={4}>
      {paise === undefined ? '–' : <Money paise={paise} />}
    </Text>
  )
}

/** Units of one line, and rupees of one amount, that the server takes at most. */
const quantityMax = 100_000
export const rupeesMax = 100_000_000_000

/** A line of the form, and its place there. */
type LineProps = { form: UseFormReturnType<TypedOrder>; line: TypedLine; at: number }

function NameField(props: LineProps) {
  return (
    <TextInput
      {...inputOf(props, 'name', 'Name')}
      placeholder="What it is"
      maxLength={200}
      miw={180}
    />
  )
}

/** `inStock`: there are only so many. */
function QuantityField({ inStock, ...props }: LineProps & { inStock: number | undefined }) {
  const { error, ...input } = inputOf(props, 'quantity', 'Quantity')
  return (
    <NumberInput
      {...input}
      w={104}
      min={1}
      max={quantityMax}
      allowDecimal={false}
      allowNegative={false}
      error={error ?? (inStock === undefined ? null : `only ${formatCount(inStock)} in stock`)}
    />
  )
}

function PriceField(props: LineProps) {
  const { article } = props.line
  return (
    <AmountInput
      {...inputOf(props, 'price', 'Unit price')}
      min={0}
      max={rupeesMax}
      allowNegative={false}
      fixedDecimalScale={false}
      w={120}
      placeholder={article === null ? 'Price with GST' : String(priceOf(article) / 100)}
    />
  )
}

function RateField(props: LineProps) {
  return (
    <NumberInput
      {...inputOf(props, 'gst', 'GST rate')}
      w={120}
      placeholder="GST rate, %"
      suffix="% GST"
      min={0}
      max={100}
      decimalScale={2}
      allowNegative={false}
      hideControls
    />
  )
}

function inputOf(
  { form, line, at }: LineProps,
  field: 'name' | 'quantity' | 'price' | 'gst',
  label: string,
) {
  return {
    ...form.getInputProps(`lines.${at}.${field}`),
    size: 'xs' as const,
    'aria-label': `${label} of ${nameOf(line)}`,
  }
}

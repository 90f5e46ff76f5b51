import { ActionIcon, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { DataTable, type Column } from '../../components/table.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { formatCount, Money } from '../../components/values.tsx'
import { itemFields } from '../../../services/storefront/orders/record.ts'
import { formatRate, Goods, stockWords } from './lines.tsx'
import { nameOf, typedPriceOf, type TypedLine, type TypedOrder } from './new-order.ts'

type TypedLinesProps = {
  form: UseFormReturnType<TypedOrder>
  /** The amount of each line in paise, by the line's key. A line without a price yet is missing. */
  priced: ReadonlyMap<string, number>
  /** The units in stock, by SKU, for each article with too little stock. */
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
          {line.article?.priceGiven === false && line.price === '' && <NoPrice />}
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

/** The server sells nothing without a price, unless the user types a price for this order. */
function NoPrice() {
  return (
    <Text size="xs" c="var(--mantine-color-error)" fw={600} role="status">
      The catalogue has no price: type one for this order.
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

/** A line of the form, and the line's index. */
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

/** `inStock`: the units in stock, if the stock is too small. */
function QuantityField({ inStock, ...props }: LineProps & { inStock: number | undefined }) {
  const { error, ...input } = inputOf(props, 'quantity', 'Quantity')
  return (
    <NumberField
      kind="pieces"
      {...input}
      w={104}
      min={itemFields.quantity.schema.minimum}
      max={itemFields.quantity.schema.maximum}
      error={error ?? (inStock === undefined ? undefined : `only ${formatCount(inStock)} in stock`)}
    />
  )
}

function PriceField(props: LineProps) {
  const { article } = props.line
  return (
    <NumberField
      kind="amount"
      {...inputOf(props, 'price', 'Unit price')}
      w={136}
      placeholder={String(article === null ? '' : typedPriceOf(article)) || 'Price with GST'}
    />
  )
}

function RateField(props: LineProps) {
  return (
    <NumberField
      kind="rate"
      {...inputOf(props, 'gst', 'GST rate')}
      w={136}
      placeholder="GST rate"
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

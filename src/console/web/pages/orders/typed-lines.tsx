import { ActionIcon, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { formatCount, Money } from '../../components/values.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/table.tsx'
import { NameField, PriceField, QuantityField, RateField } from './line-fields.tsx'
import { nameOf, type Article, type TypedLine, type TypedOrder } from './new-order.ts'
import { formatRate } from './order-words.ts'

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
          Nothing yet. Look for a product above, or scan its barcode.
        </Text>
      }
    />
  )
}

function columnsOf({ form, priced, short }: TypedLinesProps): Column<TypedLine>[] {
  const placeOf = ({ key }: TypedLine) => form.values.lines.findIndex((line) => line.key === key)
  const inputOf = (line: TypedLine) => ({ form, line, at: placeOf(line) })
  return [
    {
      key: 'goods',
      title: 'Sold',
      isMain: true,
      cell: (line) =>
        line.article === null ? <NameField {...inputOf(line)} /> : <Goods {...line.article} />,
    },
    {
      key: 'quantity',
      title: 'Quantity',
      cell: (line) => (
        <QuantityField {...inputOf(line)} inStock={short.get(line.article?.sku ?? '')} />
      ),
    },
    {
      key: 'price',
      title: 'Unit price',
      cell: (line) => (
        <Stack gap={4}>
          <PriceField {...inputOf(line)} />
          {line.price === 0 && <GivenAway />}
          {line.article === null ? (
            <RateField {...inputOf(line)} />
          ) : (
            <Text size="xs" c="dimmed">
              with {formatRate(line.article.gstBasisPoints)} GST
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

function Goods({ name, variantLabel, sku, stockQuantity }: Article) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
        {variantLabel !== null && `, ${variantLabel}`}
      </Text>
      <Text size="xs" c="dimmed">
        {sku} · {stockQuantity > 0 ? `${formatCount(stockQuantity)} in stock` : 'sold out'}
      </Text>
    </Stack>
  )
}

import { Badge, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Noted } from '../../components/cells.tsx'
import type { Column } from '../../components/table.tsx'
import { formatCount, Money, When } from '../../components/values.tsx'
import { syncStates, type Order, type OrderLine } from './data.ts'

/* The columns of an order's lines. */

export const lineColumns: readonly Column<OrderLine>[] = [
  {
    key: 'goods',
    title: 'Sold',
    isMain: true,
    cell: ({ productName, variantLabel, sku, hsn }) => (
      <Goods name={productName} variant={variantLabel}>
        {[sku ?? '', hsn && `HSN ${hsn}`].filter((code) => code !== '').join(' · ')}
      </Goods>
    ),
  },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'right',
    cell: ({ quantity, returnedQuantity }) => (
      <Noted note={returnedQuantity > 0 && `${formatCount(returnedQuantity)} came back`}>
        {formatCount(quantity)}
      </Noted>
    ),
  },
  {
    key: 'price',
    title: 'Unit price',
    align: 'right',
    cell: ({ unitPrice, offerTitle }) => (
      <div>
        <Money paise={unitPrice} />
        {offerTitle !== null && (
          <Text size="xs" c="dimmed">
            {offerTitle}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'gst',
    title: 'GST in it',
    align: 'right',
    cell: ({ gstAmount, gstBasisPoints }) => (
      <div>
        <Money paise={gstAmount} />
        <Text size="xs" c="dimmed">
          {formatRate(gstBasisPoints)}
        </Text>
      </div>
    ),
  },
  { key: 'total', title: 'Total', kind: 'amount', value: ({ lineTotal }) => lineTotal },
  {
    key: 'sync',
    title: 'Accounting',
    cell: ({ sync, syncedAt, syncedBy }) => (
      <Noted
        note={
          sync === 'synced' && (
            <>
              <When at={syncedAt} />
              {syncedBy !== null && ` by ${syncedBy}`}
            </>
          )
        }
      >
        <DotBadge {...syncStates[sync]} />
      </Noted>
    ),
  },
]

type GoodsProps = { name: string; variant: string | null; children: ReactNode; isPlain?: boolean }

/** The name of an article, with codes and stock below. */
export function Goods({ name, variant, children, isPlain = false }: GoodsProps) {
  return (
    <Noted note={children} fw={isPlain ? 400 : 600}>
      {name}
      {variant !== null && `, ${variant}`}
    </Noted>
  )
}

export function stockWords(quantity: number): string {
  return quantity > 0 ? `${formatCount(quantity)} in stock` : 'sold out'
}

/** A badge with a coloured dot. The word has no colour, so that the word stays readable in light and dark mode. */
export function DotBadge({ label, color }: { label: string; color: string }) {
  return (
    <Badge component="span" variant="dot" color={color} style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  )
}

type Amounts = Pick<Order, 'subtotal' | 'taxes' | 'discount' | 'total'>

/** Subtotal, GST by rate, discount and total. */
export function AmountList({ subtotal, taxes, discount, total }: Amounts) {
  return (
    <Table
      withRowBorders={false}
      verticalSpacing={4}
      horizontalSpacing={0}
      aria-label="What it comes to"
    >
      <Table.Tbody>
        <Amount label="Subtotal, without GST" paise={subtotal} />
        {taxes.map(({ gstBasisPoints, taxable, gst }) => (
          <Amount
            key={gstBasisPoints}
            label={
              <>
                GST {formatRate(gstBasisPoints)} on <Money paise={taxable} />
              </>
            }
            paise={gst}
          />
        ))}
        {discount > 0 && <Amount label="Discount" paise={-discount} />}
        <Amount label="Total" isTotal paise={total} />
      </Table.Tbody>
    </Table>
  )
}

type AmountProps = { label: ReactNode; paise: number; isTotal?: boolean }

function Amount({ label, paise, isTotal = false }: AmountProps) {
  const style = isTotal
    ? { borderTop: '1px solid var(--mantine-color-default-border)', fontWeight: 700 }
    : { fontWeight: 400 }
  return (
    <Table.Tr>
      <Table.Th scope="row" style={style}>
        {label}
      </Table.Th>
      <Table.Td ta="end" style={style}>
        <Money paise={paise} />
      </Table.Td>
    </Table.Tr>
  )
}

const percent = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** Takes hundredths of a per cent: 1800 gives "18%". */
export function formatRate(basisPoints: number): string {
  return `${percent.format(basisPoints / 100)}%`
}

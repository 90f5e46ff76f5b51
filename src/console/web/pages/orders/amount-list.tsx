import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Money } from '../../components/values.tsx'
import { formatRate } from './order-words.ts'
import type { Order } from './orders-query.ts'

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
        <Amount label="Subtotal, without GST">
          <Money paise={subtotal} />
        </Amount>
        {taxes.map(({ gstBasisPoints, taxable, gst }) => (
          <Amount
            key={gstBasisPoints}
            label={
              <>
                GST {formatRate(gstBasisPoints)} on <Money paise={taxable} />
              </>
            }
          >
            <Money paise={gst} />
          </Amount>
        ))}
        {discount > 0 && (
          <Amount label="Discount">
            <Money paise={-discount} />
          </Amount>
        )}
        <Amount label="Total" isTotal>
          <Money paise={total} />
        </Amount>
      </Table.Tbody>
    </Table>
  )
}

type AmountProps = { label: ReactNode; children: ReactNode; isTotal?: boolean }

function Amount({ label, children, isTotal = false }: AmountProps) {
  const style = isTotal
    ? { borderTop: '1px solid var(--mantine-color-default-border)', fontWeight: 700 }
    : { fontWeight: 400 }
  return (
    <Table.Tr>
      <Table.Th scope="row" style={style}>
        {label}
      </Table.Th>
      <Table.Td ta="end" style={style}>
        {children}
      </Table.Td>
    </Table.Tr>
  )
}

import { Anchor } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Noted } from '../../components/cells.tsx'
import type { Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { useList } from '../../components/use-list.ts'
import { When } from '../../components/values.tsx'
import { creditNotesQuery, creditNotesSearch, type CreditNote } from './data.ts'

/** Credit notes of invoices, for returned goods. */
export function CreditNotesPage() {
  const list = useList(creditNotesSearch, creditNotesQuery)
  return (
    <ListPage
      name="credit-notes"
      title="Credit notes"
      lead="What was credited for goods that came back, each about one invoice."
      list={list}
      filters={filters}
      columns={columns}
      order={{ by: 'made', isDescending: true }}
      empty={{
        icon: IconReceiptRefund,
        title: 'No credit notes yet',
        description:
          'When goods of an order with an invoice come back, the page of the order takes them back and makes the credit note.',
      }}
      noMatch={{ title: 'No credit note fits', description: 'Look for another number or name.' }}
    />
  )
}

const filters: readonly Filter[] = [
  { by: 'text', label: 'Number, invoice, order or customer' },
  { by: 'day', key: 'from', label: 'Made from' },
  { by: 'day', key: 'until', label: 'Made until' },
]

const columns: readonly Column<CreditNote>[] = [
  {
    key: 'number',
    title: 'Credit note',
    isMain: true,
    value: ({ number }) => number,
    cell: ({ id, number, reason }) => (
      <Noted note={reason === '' ? null : reason}>
        <Anchor
          fw={600}
          size="sm"
          renderRoot={(props) => <Link {...props} to="/credit-notes/$id" params={{ id }} />}
        >
          {number}
        </Anchor>
      </Noted>
    ),
  },
  {
    key: 'made',
    title: 'Made',
    kind: 'time',
    canSort: true,
    value: ({ issuedAt }) => issuedAt,
  },
  {
    key: 'invoice',
    title: 'Invoice',
    value: ({ invoice }) => invoice,
    cell: ({ invoice, invoicedAt }) => (
      <Noted note={<When at={invoicedAt} dateOnly />}>{invoice}</Noted>
    ),
  },
  {
    key: 'order',
    title: 'Order',
    value: ({ orderNo }) => orderNo,
    cell: ({ orderId, orderNo }) => (
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: orderId }} />}
      >
        {orderNo}
      </Anchor>
    ),
  },
  {
    key: 'customer',
    title: 'Customer',
    value: ({ customerName }) => customerName,
    cell: ({ customerName, customerGstin }) => (
      <Noted note={customerGstin === '' ? null : `GSTIN ${customerGstin}`}>
        {customerName === '' ? '–' : customerName}
      </Noted>
    ),
  },
  { key: 'taxable', title: 'Taxable', kind: 'amount', value: ({ taxable }) => taxable },
  { key: 'gst', title: 'GST', kind: 'amount', value: ({ gst }) => gst },
  {
    key: 'total',
    title: 'Total',
    kind: 'amount',
    canSort: true,
    onPhone: 'corner',
    value: ({ payable }) => payable,
  },
]

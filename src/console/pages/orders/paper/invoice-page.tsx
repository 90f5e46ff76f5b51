import { Button, Skeleton, Checkbox, Group } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PaperSelect, PrintPage, usePaper, printedAmount } from '../../../printing/print-page.tsx'
import { invoiceQuery, invoiceTitles, type Invoice, creditNoteQuery } from './data.ts'
import { InvoiceReceipt } from './invoice-receipt.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

/** The number of digits of an Indian phone number, and India's country code. */
const indianDigits = 10
const indianCode = '91'

/** The links back. The order is the order in this page's address. */
const wayBack = [
  { to: '/orders', label: 'Orders' },
  { to: '/orders/$id', label: 'Order' },
] as const

const invoiceRoute = getRouteApi('/shell/orders/$id/invoice')

export function InvoicePage() {
  const { id } = invoiceRoute.useParams()
  const invoice = useQuery(invoiceQuery(id))
  return (
    <Loaded
      query={invoice}
      header={<PageHeader title="Invoice" trail={wayBack} />}
      pending={<Skeleton height={480} aria-label="Loading" />}
    >
      {(data) => <ShownPaper invoice={data} trail={wayBack} />}
    </Loaded>
  )
}

type ShownProps = { invoice: Invoice; trail: Parameters<typeof PrintPage>[0]['trail'] }

/** An invoice or a credit note, with the choices before printing. */
function ShownPaper({ invoice, trail }: ShownProps) {
  const { paper, setPaper } = usePaper('invoice')
  const { printed, select } = useCopies()
  return (
    <PrintPage
      title={`${invoiceTitles[invoice.kind]} ${invoice.number}`}
      trail={trail}
      paper={paper}
      actions={invoice.credits === null && <ShareButton invoice={invoice} />}
      tools={
        <>
          <PaperSelect paper={paper} onChange={setPaper} />
          {paper === 'a4' && select}
        </>
      }
    >
      {paper === 'a4' ? (
        printed.map((copy) => <InvoiceSheet key={copy} invoice={invoice} copy={copy} />)
      ) : (
        <InvoiceReceipt invoice={invoice} />
      )}
    </PrintPage>
  )
}

/** Opens WhatsApp with a text. The user sees the text and the recipient there before sending. */
function ShareButton({ invoice }: { invoice: Invoice }) {
  return (
    <Button
      component="a"
      href={whatsappAddress(invoice)}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
    >
      Share by WhatsApp
    </Button>
  )
}

/**
 * The address that opens WhatsApp with a text about an invoice, for the customer if the phone number is known. Daybook
 * itself sends nothing, and the text has no link to the invoice.
 */
function whatsappAddress(invoice: Invoice): string {
  const text = encodeURIComponent(textOf(invoice))
  return `https://wa.me/${phoneOf(invoice.buyer.phone)}?text=${text}`
}

function textOf({ seller, buyer, number, orderNo, payable, upi }: Invoice): string {
  return [
    buyer.name === '' ? 'Thank you for your order.' : `${buyer.name}, thank you for your order.`,
    `${seller.name}: invoice ${number}, order ${orderNo}`,
    `Amount: ₹${printedAmount(payable)}`,
    ...(upi === null ? [] : [`Pay by UPI: ${upi}`]),
  ].join('\n')
}

/** The number with the country code, as WhatsApp requires. With '' the user chooses the recipient in WhatsApp. */
function phoneOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length === indianDigits ? `${indianCode}${digits}` : digits
}

const trail = [{ to: '/credit-notes', label: 'Credit notes' }] as const

const creditNoteRoute = getRouteApi('/shell/credit-notes/$id')

/** A credit note in its printed form. */
export function CreditNotePage() {
  const { id } = creditNoteRoute.useParams()
  const note = useQuery(creditNoteQuery(id))
  return (
    <Loaded
      query={note}
      header={<PageHeader title="Credit note" trail={trail} />}
      pending={<Skeleton height={480} aria-label="Loading" />}
    >
      {(data) => <ShownPaper invoice={data} trail={trail} />}
    </Loaded>
  )
}

/** The recipient of each copy (source: CGST rule 48). */
const copies = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']

/** The copies of an invoice to print. They keep the order of the law, whatever the order of choosing. */
export function useCopies() {
  const [chosen, setChosen] = useState(copies.slice(0, 1))
  const select = (
    <Checkbox.Group label="Copies" value={chosen} onChange={setChosen}>
      <Group gap="md" mih={36}>
        {copies.map((copy) => (
          <Checkbox key={copy} value={copy} label={copy} />
        ))}
      </Group>
    </Checkbox.Group>
  )
  return { printed: copies.filter((copy) => chosen.includes(copy)), select }
}

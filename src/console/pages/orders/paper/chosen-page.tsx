import { Skeleton, Text } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment, useState, type ReactNode } from 'react'
import { api, ask } from '../../../client.ts'
import { IconButton } from '../../../components/buttons.tsx'
import { useCommand } from '../../../components/commands.tsx'
import type { Which } from '../../../components/list-selection.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { counted } from '../../../components/values.tsx'
import {
  chosenHere,
  PartSelect,
  PaperSelect,
  PrintPage,
  usePaper,
} from '../../../printing/print-page.tsx'
import { useCopies } from './invoice-page.tsx'
import { chosenPapersQuery, type ChosenPapers, type Invoice } from './data.ts'
import { InvoiceReceipt } from './invoice-receipt.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { PackingSlip } from './packing-slip.tsx'

const trail = [{ to: '/orders', label: 'Orders' }] as const

const route = getRouteApi('/shell/orders/print')

/** Fits no order of the list. */
const none = { ids: ['none'] }

/** The invoices or packing slips of the orders chosen in the list, as one print job. */
export function ChosenPapersPage() {
  const { paper = 'invoices' } = route.useSearch()
  const [which] = useState(() => chosenHere() ?? none)
  const [part, setPart] = useState(0)
  const papers = useQuery(chosenPapersQuery(which, part))
  const Papers = paper === 'invoices' ? Invoices : Slips
  return (
    <Loaded
      query={papers}
      header={<PageHeader title="Papers" trail={trail} />}
      pending={<Skeleton height={480} aria-label="Loading" />}
    >
      {({ items, ...parts }) => (
        <Papers
          items={items}
          which={which}
          parts={<PartSelect part={part} {...parts} onChange={setPart} />}
        />
      )}
    </Loaded>
  )
}

type PapersProps = { items: readonly ChosenPapers[]; which: Which; parts: ReactNode }

function Invoices({ items, which, parts }: PapersProps) {
  const { paper, setPaper } = usePaper('invoice')
  const { printed, select } = useCopies()
  const invoices = items.flatMap(({ invoice }) => invoice ?? [])
  return (
    <PrintPage
      title={counted(invoices.length, 'invoice')}
      trail={trail}
      paper={paper}
      lead={
        invoices.length < items.length &&
        `${counted(items.length - invoices.length, 'order')} of these ${items.length - invoices.length === 1 ? 'has' : 'have'} no invoice.`
      }
      actions={invoices.length < items.length && <MakeInvoices which={which} />}
      tools={
        <>
          {parts}
          <PaperSelect paper={paper} onChange={setPaper} />
          {paper === 'a4' && select}
        </>
      }
    >
      {invoices.length === 0 && <p>None of these orders has an invoice yet.</p>}
      {invoices.map((invoice) => (
        <Fragment key={invoice.number}>
          {paper === 'a4' ? (
            printed.map((copy) => <InvoiceSheet key={copy} invoice={invoice} copy={copy} />)
          ) : (
            <Receipt invoice={invoice} />
          )}
        </Fragment>
      ))}
    </PrintPage>
  )
}

/** The printer cuts the roll between receipts. */
function Receipt({ invoice }: { invoice: Invoice }) {
  return (
    <div className="copy">
      <InvoiceReceipt invoice={invoice} />
    </div>
  )
}

function MakeInvoices({ which }: { which: Which }) {
  const { mutate, isPending } = useCommand({
    run: () => ask(api.orders.chosen.invoices.post({ which })),
    done: ({ made, left }) =>
      left === 0
        ? `${counted(made, 'invoice')} made.`
        : `${counted(made, 'invoice')} made. ${counted(left, 'order')} got none: cancelled, returned, or without a state that the goods go to.`,
    refused: 'No invoice was made',
  })
  return (
    <IconButton
      icon={IconFileInvoice}
      variant="default"
      loading={isPending}
      onClick={() => mutate(undefined)}
    >
      Make those that are missing
    </IconButton>
  )
}

function Slips({ items, parts }: PapersProps) {
  const { paper, setPaper } = usePaper('packing-slip')
  return (
    <PrintPage
      title={counted(items.length, 'packing slip')}
      trail={trail}
      paper={paper}
      tools={
        <>
          {parts}
          <PaperSelect paper={paper} onChange={setPaper} />
        </>
      }
    >
      {items.length === 0 && <Text size="sm">Choose orders in their list first.</Text>}
      {items.map((order) => (
        <PackingSlip key={order.id} order={order} paper={paper} />
      ))}
    </PrintPage>
  )
}

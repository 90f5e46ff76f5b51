import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { creditNoteQuery } from '../orders/paper/data.ts'
import { ShownPaper } from '../orders/paper/invoice-page.tsx'

const trail = [{ to: '/credit-notes', label: 'Credit notes' }] as const

const route = getRouteApi('/shell/credit-notes/$id')

/** A credit note in its printed form. */
export function CreditNotePage() {
  const { id } = route.useParams()
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

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PaperSelect, PrintPage, usePaper } from '../../../printing/print-page.tsx'
import { orderQuery, type Order } from '../data.ts'
import { PackingSlip } from './packing-slip.tsx'

/** The links back. The order is the order in this page's address. */
const trail = [
  { to: '/orders', label: 'Orders' },
  { to: '/orders/$id', label: 'Order' },
] as const

const route = getRouteApi('/shell/orders/$id/packing-slip')

/** The contents of the parcel and its address, without prices. */
export function PackingSlipPage() {
  const { id } = route.useParams()
  const order = useQuery(orderQuery(id))
  return (
    <Loaded
      query={order}
      header={<PageHeader title="Packing slip" trail={trail} />}
      pending={<Skeleton height={480} aria-label="Loading" />}
    >
      {(data) => <Shown order={data} />}
    </Loaded>
  )
}

function Shown({ order }: { order: Order }) {
  const { paper, setPaper } = usePaper('packing-slip')
  return (
    <PrintPage
      title={`Packing slip of order ${order.orderNo}`}
      trail={trail}
      paper={paper}
      tools={<PaperSelect paper={paper} onChange={setPaper} />}
    >
      <PackingSlip order={order} paper={paper} />
    </PrintPage>
  )
}

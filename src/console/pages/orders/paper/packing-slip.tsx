import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import {
  PaperSelect,
  PrintPage,
  usePaper,
  type PaperName,
  printedDay,
} from '../../../printing/print-page.tsx'
import { orderQuery, type Order } from '../data.ts'
import { sellerQuery, type ChosenPapers } from './data.ts'

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

type SlipProps = { order: Omit<ChosenPapers, 'invoice'> }

/** The contents of the parcel and its address, without prices. */
export function PackingSlip({ order, paper }: SlipProps & { paper: PaperName }) {
  const seller = useQuery(sellerQuery).data
  const pieces = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className="copy">
      <div className={paper === 'a4' ? 'columns' : ''}>
        <div>
          <h2>{seller?.name}</h2>
          <p className="lines">{seller?.address}</p>
          {seller !== undefined && seller.phone !== '' && <p>{seller.phone}</p>}
        </div>
        <div>
          <h2>Packing slip</h2>
          <p>Order {order.orderNo}</p>
          <p>{printedDay(order.createdAt)}</p>
        </div>
      </div>
      <div className="part">
        <ShipTo order={order} />
      </div>
      <div className="part">
        <Lines order={order} />
        <p className="part">
          <strong>{pieces}</strong> in all
        </p>
      </div>
    </article>
  )
}

function ShipTo({ order }: SlipProps) {
  const place = [order.shippingCity, order.shippingPincode].filter((text) => text !== '').join(' ')
  const rows = [order.shippingAddress, place, order.shippingState].filter((text) => text !== '')
  return (
    <>
      <p className="small">Ship to</p>
      <p>
        <strong>{order.customerName === '' ? 'No name' : order.customerName}</strong>
      </p>
      {rows.length > 0 && <p className="lines">{rows.join('\n')}</p>}
      {order.customerPhone !== '' && <p>Phone {order.customerPhone}</p>}
    </>
  )
}

function Lines({ order }: SlipProps) {
  return (
    <table className="grid" aria-label="What goes into the parcel">
      <thead>
        <tr>
          <th scope="col">Packed</th>
          <th scope="col">Goods</th>
          <th scope="col">SKU</th>
          <th scope="col" className="number">
            Pieces
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id}>
            <td>
              <span className="tick-box" />
            </td>
            <td>
              {line.productName}
              {line.variantLabel !== null && `, ${line.variantLabel}`}
            </td>
            <td>{line.sku ?? ''}</td>
            <td className="number">{line.quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { formatAgo, tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { calm, urgent, type AttentionItem, type Maybe } from './attention-item.ts'
import type { HomeState } from './data.ts'

/** Documents that nobody has entered become urgent this long before they are deleted, in milliseconds. */
const soonMs = 7 * 24 * 60 * 60 * 1000

/** Documents and orders that programs could not enter. `now` in milliseconds since the epoch. */
export function booksItems({ scans, orders }: HomeState, now: number): Maybe[] {
  return [documentsItem(scans, now), ...orderItems(orders)]
}

function documentsItem(scans: HomeState['scans'], now: number): Maybe {
  if (scans === null || scans.notInBooks.documents === 0) return null
  const { documents, firstDeletedAt } = scans.notInBooks
  const isSoon = firstDeletedAt !== null && new Date(firstDeletedAt).getTime() - now < soonMs
  return {
    ...(isSoon ? urgent : calm),
    key: 'not in the books',
    title: t('{{documents}} could not be entered in the books', {
      documents: tCounted(documents, 'document'),
    }),
    detail:
      firstDeletedAt === null
        ? ''
        : t('Your accounting software says why. The first of them is deleted {{when}}.', {
            when: formatAgo(firstDeletedAt),
          }),
    action: t('Look at them'),
    link: { to: '/documents', search: { books: 'no' } },
  }
}

/** The first orders by name, and a link to all if there are more. */
function orderItems(orders: HomeState['orders']): Maybe[] {
  if (orders === null) return []
  const { first, count } = orders.notInBooks
  return [...namedOrders(first), count > first.length && allOrders(count)]
}

function allOrders(count: number): AttentionItem {
  return {
    ...calm,
    key: 'orders not in the books',
    title: t('{{orders}} could not be entered in the books', { orders: tCounted(count, 'order') }),
    detail: '',
    action: t('Look at them'),
    link: { to: '/orders', search: { books: 'no' } },
  }
}

type Named = NonNullable<HomeState['orders']>['notInBooks']['first']

function namedOrders(first: Named): AttentionItem[] {
  return first.map(({ id, orderNo, sentence }) => ({
    ...calm,
    key: `not in the books ${id}`,
    title: t('Order {{orderNo}} could not be entered in the books', { orderNo }),
    detail: sentence,
    action: t('Open the order'),
    link: { to: '/orders/$id', params: { id } },
  }))
}

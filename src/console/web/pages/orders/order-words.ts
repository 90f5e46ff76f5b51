/** What an order can be, in the order of its life, and the colour of its dot, which shows in the light and in the dark. */
export const statusWords = {
  pending: { label: 'Pending', color: 'yellow.6' },
  paid: { label: 'Paid', color: 'cyan.6' },
  packed: { label: 'Packed', color: 'blue.6' },
  dispatched: { label: 'Dispatched', color: 'violet.6' },
  delivered: { label: 'Delivered', color: 'green.6' },
  cancelled: { label: 'Cancelled', color: 'gray.6' },
  returned: { label: 'Returned', color: 'red.6' },
} as const

export type OrderStatus = keyof typeof statusWords

export const orderStatuses = [
  'pending',
  'paid',
  'packed',
  'dispatched',
  'delivered',
  'cancelled',
  'returned',
] as const satisfies readonly OrderStatus[]

/** Whether the accounting software has it. */
export const syncWords = {
  waiting: { label: 'Waiting', color: 'cyan.6' },
  synced: { label: 'Synced', color: 'green.6' },
  'left out': { label: 'No SKU', color: 'gray.6' },
} as const

export type SyncState = keyof typeof syncWords

export const syncStates = ['waiting', 'synced', 'left out'] as const satisfies readonly SyncState[]

const percent = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** "18%", of hundredths of a per cent. */
export function formatRate(basisPoints: number): string {
  return `${percent.format(basisPoints / 100)}%`
}

import { Badge } from '@mantine/core'
import { counted, formatCount } from '../../components/values.tsx'
import type { Call, Integration } from './data.ts'

const apiPath = '/api/public/v1/'

/** The purpose of both services' calls, by method and path. `*` stands for an id or a slug. */
const known: Readonly<Record<string, string>> = {
  'GET scans/unsynced': 'Fetch waiting documents',
  'POST scans/mark-synced': 'Mark documents as delivered',
  'POST scans': 'Send documents in',
  'GET vendors': 'Read the vendors',
  'POST vendors': 'Change a vendor',
  'GET products': 'Read the products',
  'POST products': 'Change a product name',
  'GET products/*': 'Read a product',
  'POST products/bulk': 'Send products',
  'POST products/stock': 'Send stock and prices',
  'GET categories': 'Read the categories',
  'GET offers': 'Read the offers',
  'GET orders/unsynced': 'Fetch waiting orders',
  'POST orders/sync': 'Mark orders as delivered',
  'POST orders': 'Place an order',
  'GET orders/*': 'Read an order',
  'POST orders/*/status': 'Move an order on',
  'PUT bridge/report': 'Say how the books are',
  'PUT bridge/masters': 'Bring what the books have',
  'GET bridge/mappings': 'Ask for confirmed ledgers and items',
  'GET bridge/decisions': 'Ask what somebody decided',
}

/** The purpose of a call, in words for people in the shop. */
export function callWords({ method, path }: { method: string; path: string }): string {
  const place = shortPath(path)
  const verb = method === 'HEAD' ? 'GET' : method
  const exact = known[`${verb} ${place}`]
  if (exact !== undefined) return exact
  const [first, , ...rest] = place.split('/')
  return known[`${verb} ${[first, '*', ...rest].join('/')}`] ?? 'Another call'
}

/** A path without the common beginning. */
export function shortPath(path: string): string {
  const start = path.indexOf(apiPath)
  return start < 0 ? path : path.slice(start + apiPath.length).replace(/\/$/, '')
}

export type CallResult = Pick<Call, 'status' | 'rows' | 'refusedRows'>

/** `partly`: Daybook accepted the call but refused some or all of its rows. */
export type Outcome = 'good' | 'partly' | 'failed'

const firstFailure = 400

const statusWords: Readonly<Record<number, string>> = {
  304: 'Nothing new',
  400: 'Not understood',
  401: 'Key refused',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Compressed',
  429: 'Too many calls',
  500: 'Daybook failed',
  503: 'Busy',
  507: 'No room on the disk',
}

function outcomeOf({ status, refusedRows }: CallResult): Outcome {
  if (status >= firstFailure) return 'failed'
  return refusedRows > 0 ? 'partly' : 'good'
}

/** "200 Done", "200 Done, 2 of 5 rows refused", "409 Conflict" */
export function resultWords(result: CallResult): string {
  const { status, rows, refusedRows } = result
  const isFailure = status >= firstFailure
  const word = statusWords[status] ?? (isFailure ? 'Failed' : 'Done')
  if (outcomeOf(result) !== 'partly') return `${status} ${word}`
  const noun = rows === 1 ? 'row' : 'rows'
  return `${status} ${word}, ${formatCount(refusedRows)} of ${formatCount(rows)} ${noun} refused`
}

type Counts = Pick<Integration, 'calls' | 'failedCalls' | 'partlyRefusedCalls'>

/** "all 8 went well", "3 of 8 failed", "1 of 8 with refused rows", "3 of 8 failed (1 with refused rows)" */
export function failureWords({ calls, failedCalls, partlyRefusedCalls }: Counts): string {
  if (calls === 0) return '–'
  if (failedCalls === 0) return calls === 1 ? '1 went well' : `all ${formatCount(calls)} went well`
  const failed = `${formatCount(failedCalls)} of ${formatCount(calls)}`
  if (partlyRefusedCalls === 0) return `${failed} failed`
  if (partlyRefusedCalls === failedCalls) return `${failed} with refused rows`
  return `${failed} failed (${formatCount(partlyRefusedCalls)} with refused rows)`
}

/** "3 documents", "1 order", "nothing" */
export function waitingWords(service: Integration['service'], count: number): string {
  if (count === 0) return 'nothing'
  return counted(count, service === 'scan-export' ? 'document' : 'order')
}

const signs: Readonly<Record<Outcome, { sign: string; color: string }>> = {
  good: { sign: '✓', color: 'inherit' },
  partly: { sign: '!', color: 'orange' },
  failed: { sign: '✕', color: 'var(--mantine-color-error)' },
}

/** The result of a call: its HTTP status with its meaning, and the number of refused rows. */
export function StatusBadge({ result }: { result: CallResult }) {
  const { sign, color } = signs[outcomeOf(result)]
  return (
    <Badge
      variant="default"
      leftSection={sign}
      c={color}
      h="auto"
      mih="1.25rem"
      maw="100%"
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
    >
      {resultWords(result)}
    </Badge>
  )
}

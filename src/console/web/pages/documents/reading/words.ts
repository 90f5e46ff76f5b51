import { counted, formatCount } from '../../../components/values.tsx'
import type { ShownDocument } from '../data.ts'
import type { Reading } from './data.ts'

/** "about 40 seconds left"; '' while nobody knows. */
export function leftText(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  if (seconds < 90) return `, about ${counted(seconds, 'second')} left`
  return `, about ${counted(Math.round(seconds / 60), 'minute')} left`
}

/** Until one document is read, in seconds; null while nobody knows. */
export function secondsUntil({ queue, waiting, secondsLeft }: Reading, id: string): number | null {
  const place = queue.find((job) => job.id === id)?.place
  if (place === undefined || secondsLeft === null) return null
  return Math.ceil((secondsLeft * place) / waiting)
}

/** Of all that somebody may see: "3 documents are being read". */
export function queueText({ own, waiting, secondsLeft }: Reading): string {
  const text = `${counted(own, 'document')} ${own === 1 ? 'is' : 'are'} being read`
  const others = waiting - own
  return `${text}${others > 0 ? ` (${formatCount(others)} of others beside)` : ''}${leftText(secondsLeft)}.`
}

/** Where one document is in the queue; undefined when it is not there. */
export function placeText({ queue, underWay }: Reading, id: string): string | undefined {
  const place = queue.find((job) => job.id === id)?.place
  if (place === undefined) return undefined
  const now = underWay.find((job) => job.id === id)
  if (now === undefined) return `waits to be read, number ${formatCount(place)}`
  if (now.page === null || now.pages === null) return 'is being read'
  return now.pages === 1 ? 'is being read' : `is being read, page ${now.page} of ${now.pages}`
}

type Read = Pick<ShownDocument, 'state' | 'findings' | 'failureReason'>

/** What became of a file that was added. */
export function resultText({ state, findings, failureReason }: Read): string {
  switch (state) {
    case 'check':
      return findings.length === 1
        ? 'was read: 1 value is to be checked'
        : `was read: ${formatCount(findings.length)} values are to be checked`
    case 'waiting':
      return 'was read, and waits to be delivered'
    case 'duplicate':
      return 'was read: it is held back behind an older one with its number'
    case 'failed':
      return `could not be read. ${failureReason ?? ''}`.trim()
    case 'reading':
      return 'waits to be read'
    case 'pending':
      return 'is added, to be typed in'
    case 'settled':
      return 'is the same paper as another one'
    case 'synced':
    case 'synced duplicate':
      return 'is delivered'
    default:
      return state satisfies never
  }
}

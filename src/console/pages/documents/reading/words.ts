import { tCounted, formatCount } from '../../../components/values.tsx'
import type { ShownDocument, Reading } from '../data.ts'
import { t } from '../../../language/language.ts'

/** "about 40 seconds left". '' if unknown. */
export function leftText(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  if (seconds < 90) return t(', about {{seconds}} left', { seconds: tCounted(seconds, 'second') })
  return t(', about {{minutes}} left', { minutes: tCounted(Math.round(seconds / 60), 'minute') })
}

/** The seconds until a document is read. Null if unknown. */
export function secondsUntil({ queue, waiting, secondsLeft }: Reading, id: string): number | null {
  const place = queue.find((job) => job.id === id)?.place
  if (place === undefined || secondsLeft === null) return null
  return Math.ceil((secondsLeft * place) / waiting)
}

/** The documents that the user may see: "3 documents are being read". */
export function queueText({ own, waiting, secondsLeft }: Reading): string {
  const documents = tCounted(own, 'document')
  const text =
    own === 1
      ? t('{{documents}} is being read', { documents })
      : t('{{documents}} are being read', { documents })
  const others = waiting - own
  return `${text}${others > 0 ? ` ${t('({{others}} of others beside)', { others: formatCount(others) })}` : ''}${leftText(secondsLeft)}.`
}

/** The place of a document in the queue. Undefined if it is not there. */
export function placeText({ queue, underWay, putOff }: Reading, id: string): string | undefined {
  const place = queue.find((job) => job.id === id)?.place
  if (place === undefined) return undefined
  const reason = putOff.find((job) => job.id === id)?.reason
  if (reason !== undefined) return t('waits to be read. {{reason}}', { reason })
  const now = underWay.find((job) => job.id === id)
  if (now === undefined)
    return t('waits to be read, number {{place}}', { place: formatCount(place) })
  if (now.page === null || now.pages === null) return t('is being read')
  return now.pages === 1
    ? t('is being read')
    : t('is being read, page {{page}} of {{pages}}', { page: now.page, pages: now.pages })
}

type Read = Pick<ShownDocument, 'state' | 'findings' | 'failureReason'>

/** The result for an added file. */
export function resultText({ state, findings, failureReason }: Read): string {
  switch (state) {
    case 'check':
      return findings.length === 1
        ? t('was read: 1 value is to be checked')
        : t('was read: {{values}} values are to be checked', {
            values: formatCount(findings.length),
          })
    case 'waiting':
      return t('was read, and waits to be delivered')
    case 'duplicate':
      return t('was read: it is held back behind an older one with its number')
    case 'failed':
      return `${t('could not be read.')} ${failureReason ?? ''}`.trim()
    case 'reading':
      return t('waits to be read')
    case 'pending':
      return t('is added, to be typed in')
    case 'settled':
      return t('is the same paper as another one')
    case 'synced':
    case 'synced duplicate':
      return t('is delivered')
    default:
      return state satisfies never
  }
}

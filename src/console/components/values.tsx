import { Text } from '@mantine/core'
import { locale, t } from '../language/language.ts'

const rupees = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' })

/** ₹1,23,456.50. `paise` is a whole number. */
export function Money({ paise }: { paise: number }) {
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatMoney(paise)}
    </Text>
  )
}

/** An amount as a text: "₹1,23,456.50". */
export function formatMoney(paise: number): string {
  return rupees.format(paise / 100)
}

const monthAndYear = new Intl.DateTimeFormat(locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "July 2026", of 2026-07 */
export function formatMonth(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`))
}

const count = new Intl.NumberFormat(locale)

/** 1,23,456 */
export function formatCount(value: number): string {
  return count.format(value)
}

/** "1 line", "1,23,456 lines": in English, for pages without translations. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`
}

/** "1 line" in the chosen language. */
export function tCounted(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${t(value === 1 ? one : many)}`
}

const kib = 1024
const sizeSteps = [
  { unit: 'KB', bytes: kib },
  { unit: 'MB', bytes: kib ** 2 },
  { unit: 'GB', bytes: kib ** 3 },
] as const

const sizes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

/** `812 bytes`, `12.5 KB`, `3.1 MB`, `1.2 GB`, with the units of Windows. */
export function formatBytes(bytes: number): string {
  const step = sizeSteps.findLast((candidate) => bytes >= candidate.bytes)
  return step === undefined
    ? t('{{bytes}} bytes', { bytes })
    : `${sizes.format(bytes / step.bytes)} ${step.unit}`
}

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const dateOnly = new Intl.DateTimeFormat(locale, day)
const dateAndTime = new Intl.DateTimeFormat(locale, {
  ...day,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const oneLine = { whiteSpace: 'nowrap' } as const

const minuteMs = 60_000
const steps = [
  { unit: 'minute', ms: minuteMs, below: 60 * minuteMs },
  { unit: 'hour', ms: 60 * minuteMs, below: 24 * 60 * minuteMs },
  { unit: 'day', ms: 24 * 60 * minuteMs, below: 60 * 24 * 60 * minuteMs },
  { unit: 'month', ms: 30 * 24 * 60 * minuteMs, below: Infinity },
] as const

type WhenProps = {
  /** ISO 8601, or null for never. */
  at: string | null
  /** Without the time of day. */
  dateOnly?: boolean
  /** The text if there is no time. */
  never?: string
}

/** 20 Nov 2026, 3:45 pm. The title says how long ago or how soon that is. */
export function When({ at, dateOnly: isDate = false, never = '–' }: WhenProps) {
  if (at === null) return never
  return (
    <Text
      span
      inherit
      component="time"
      dateTime={at}
      title={formatAgo(at)}
      style={isDate ? oneLine : {}}
    >
      {isDate ? dateOnly.format(new Date(at)) : formatTime(at)}
    </Text>
  )
}

/** 20 Nov 2026, 3:45 pm */
export function formatTime(at: string): string {
  return dateAndTime.format(new Date(at))
}

/** "3 days ago", "in 2 hours" */
export function formatAgo(at: string): string {
  const distance = new Date(at).getTime() - Date.now()
  const step = steps.find(({ below }) => Math.abs(distance) < below)
  return step === undefined ? '' : relative.format(Math.round(distance / step.ms), step.unit)
}

import { Badge } from '@mantine/core'
import { formatDay } from '../../components/days.ts'
import type { ExplainedField, JsonValue, ListedDocument } from './data.ts'

type Reason = ExplainedField['reasons'][number]

const readAs = { number: 'Read as a number.', date: 'Read as a date.', text: 'Spaces tidied up.' }

/** What a canonical key is called: by people, or as programs get it. */
export type KeyName = (key: string) => string

/** Why a field is delivered as it is, in sentences. */
export function reasonText(
  reason: Reason,
  { key, value }: Pick<ExplainedField, 'key' | 'value'>,
  nameOf: KeyName,
): string {
  switch (reason.kind) {
    case 'label rule':
      return `Your rule: “${reason.from.trim()}” is ${nameOf(reason.to)}.`
    case 'built-in label':
      return `Daybook knows “${reason.from.trim()}” as ${nameOf(reason.to)}.`
    case 'value rule':
      return `Your rule: “${reason.from.trim()}” becomes “${reason.to}”.`
    case 'read as':
      return readAs[reason.what]
    case 'taken':
      return `Another value has ${nameOf(reason.key)} already: it keeps its own label.`
    case 'unreadable':
      return `It cannot be read as ${nameOf(reason.key)}: it keeps its own label.`
    case 'left out':
      return 'Nothing stands there.'
    case 'filled in':
      return filledText(key, value, nameOf)
    case 'name list':
      return 'The name as your lists have it.'
    case 'at delivery':
      return 'As it was delivered then.'
    default:
      return reason satisfies never
  }
}

/** Of what Daybook adds: a field that programs count on, or the side of an amount. */
function filledText(key: string | null, value: JsonValue, nameOf: KeyName): string {
  if (value === '') return 'Not found on the document.'
  return key === 'name'
    ? `The same as ${nameOf('vendor_name')}, for programs that look for it here.`
    : `From what stands beside ${nameOf('amount')}.`
}

const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 20 })

/** A value as a person reads it; '' for nothing. */
export function valueText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether what is delivered looks different from what was printed. */
export function isChangedField({ raw, value, key, label }: ExplainedField): boolean {
  return key === null || label === null || rawText(raw) !== rawText(value)
}

function rawText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The account of a bank statement. */
export type Account = NonNullable<ListedDocument['account']>

/** Its number and its bank; null when neither was read. */
export function accountText({ number, bank }: Account): string | null {
  const parts = [number === null ? null : `A/c ${number}`, bank]
  const text = parts.filter((part) => part !== null).join(', ')
  return text === '' ? null : text
}

/** The days that it covers, as far as they were read. */
export function periodText({ from, to }: Account): string | null {
  if (from !== null && to !== null) return `${formatDay(from)} – ${formatDay(to)}`
  if (from !== null) return `from ${formatDay(from)}`
  return to === null ? null : `until ${formatDay(to)}`
}

export function StateBadge({ state }: { state: ListedDocument['state'] }) {
  const { name, color } = stateNames[state]
  return (
    <Badge variant="dot" color={color} miw="max-content">
      {name}
    </Badge>
  )
}

export function stateName(state: ListedDocument['state']): string {
  return stateNames[state].name
}

const stateNames: Record<ListedDocument['state'], { name: string; color: string }> = {
  pending: { name: 'To be typed in', color: 'gray' },
  reading: { name: 'Being read', color: 'gray' },
  failed: { name: 'Could not be read', color: 'red' },
  check: { name: 'Check values', color: 'orange' },
  waiting: { name: 'Waiting', color: 'cyan' },
  duplicate: { name: 'Held back as a duplicate', color: 'yellow' },
  settled: { name: 'Same paper as another', color: 'gray' },
  synced: { name: 'Delivered', color: 'green' },
  'synced duplicate': { name: 'Delivered as a duplicate', color: 'green' },
}

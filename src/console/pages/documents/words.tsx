import { Badge } from '@mantine/core'
import { formatDay } from '../../components/days.ts'
import type { ExplainedField, JsonValue, ListedDocument } from './data.ts'
import { t } from '../../language/language.ts'

type Reason = ExplainedField['reasons'][number]

const readAs = {
  number: t('Read as a number.'),
  date: t('Read as a date.'),
  text: t('Spaces tidied up.'),
}

/** The name of a canonical key: for people, or as programs get it. */
export type KeyName = (key: string) => string

/** Why a field is delivered with this value, in sentences. */
export function reasonText(
  reason: Reason,
  { key, value }: Pick<ExplainedField, 'key' | 'value'>,
  nameOf: KeyName,
): string {
  switch (reason.kind) {
    case 'label rule':
      return t('Your rule: “{{label}}” is {{to}}.', {
        label: reason.from.trim(),
        to: nameOf(reason.to),
      })
    case 'built-in label':
      return t('Daybook knows “{{label}}” as {{to}}.', {
        label: reason.from.trim(),
        to: nameOf(reason.to),
      })
    case 'value rule':
      return t('Your rule: “{{label}}” becomes “{{to}}”.', {
        label: reason.from.trim(),
        to: reason.to,
      })
    case 'read as':
      return readAs[reason.what]
    case 'taken':
      return t('Another value has {{key}} already: it keeps its own label.', {
        key: nameOf(reason.key),
      })
    case 'unreadable':
      return t('It cannot be read as {{key}}: it keeps its own label.', { key: nameOf(reason.key) })
    case 'left out':
      return t('Nothing stands there.')
    case 'filled in':
      return filledText(key, value, nameOf)
    case 'name list':
      return t('The name as your lists have it.')
    case 'at delivery':
      return t('As it was delivered then.')
    default:
      return reason satisfies never
  }
}

/** The reason for a value added by Daybook: a field that programs rely on, or the side of an amount. */
function filledText(key: string | null, value: JsonValue, nameOf: KeyName): string {
  if (value === '') return t('Not found on the document.')
  return key === 'name'
    ? t('The same as {{value}}, for programs that look for it here.', {
        value: nameOf('vendor_name'),
      })
    : t('From what stands beside {{value}}.', { value: nameOf('amount') })
}

const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 20 })

/** Whether a label and its field have the same name, so that the rule is not worth showing. */
export function saysNothing(reason: Reason, nameOf: KeyName): boolean {
  if (reason.kind !== 'label rule' && reason.kind !== 'built-in label') return false
  return plainWords(reason.from) === plainWords(nameOf(reason.to))
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')
    .trim()
}

/** A value for people. '' for none. */
export function valueText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether the delivered value looks different from the printed one. */
export function isChangedField({ raw, value, key, label }: ExplainedField): boolean {
  return key === null || label === null || rawText(raw) !== rawText(value)
}

function rawText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The account of a bank statement. */
export type Account = NonNullable<ListedDocument['account']>

/** The account's number and bank. Null if neither was read. */
export function accountText({ number, bank }: Account): string | null {
  const parts = [number === null ? null : `A/c ${number}`, bank]
  const text = parts.filter((part) => part !== null).join(', ')
  return text === '' ? null : text
}

/** The days of the statement, as far as they were read. */
export function periodText({ from, to }: Account): string | null {
  if (from !== null && to !== null) return `${formatDay(from)} – ${formatDay(to)}`
  if (from !== null) return t('from {{from}}', { from: formatDay(from) })
  return to === null ? null : t('until {{to}}', { to: formatDay(to) })
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
  pending: { name: t('To be typed in'), color: 'gray' },
  reading: { name: t('Being read'), color: 'gray' },
  failed: { name: t('Could not be read'), color: 'red' },
  check: { name: t('Check values'), color: 'orange' },
  waiting: { name: t('Waiting'), color: 'cyan' },
  duplicate: { name: t('Held back as a duplicate'), color: 'yellow' },
  settled: { name: t('Same paper as another'), color: 'gray' },
  synced: { name: t('Delivered'), color: 'green' },
  'synced duplicate': { name: t('Delivered as a duplicate'), color: 'green' },
}

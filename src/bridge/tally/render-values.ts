import type { Paise } from '../vouchers/voucher.ts'

/** `25.00`. Debits are negative in Tally. */
export function amountText(paise: Paise): string {
  const [rupees, rest] = [Math.floor(Math.abs(paise) / 100), Math.abs(paise) % 100]
  return `${paise > 0 ? '-' : ''}${rupees}.${String(rest).padStart(2, '0')}`
}

/** `20260804` */
export function dateText(day: string): string {
  return day.replaceAll('-', '')
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `31-Mar-2027`: Tally's form of a day or a period of time. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return [date, months[Number(month) - 1], year].join('-')
}

/** ` 10 Nos`: Tally itself writes the leading space. */
export function quantityText(quantity: number, unit: string): string {
  return ` ${plain(quantity)} ${unit}`
}

/** `100.00/Nos` */
export function rateText(rate: number, unit: string): string {
  const text = plain(rate)
  const [, decimals = ''] = text.split('.')
  return `${decimals.length < 2 ? rate.toFixed(2) : text}/${unit}`
}

/** The most decimals of quantities and rates. */
const decimalsMax = 6

function plain(value: number): string {
  return String(Number(value.toFixed(decimalsMax)))
}

/** States that Tally spells differently from the law, as in its exports. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['Jammu and Kashmir', 'Jammu & Kashmir'],
  ['Andaman and Nicobar Islands', 'Andaman & Nicobar Islands'],
  ['Dadra and Nagar Haveli and Daman and Diu', 'Dadra & Nagar Haveli and Daman & Diu'],
])

/** Tally's name for a state of platform/gst/gst.ts. */
export function stateText(state: string | undefined): string | undefined {
  return state === undefined ? undefined : (spellings.get(state) ?? state)
}

/** Tally's name for a kind of registration, since release 3. */
export function registrationText(registration: 'Regular' | 'Composition' | 'Unregistered'): string {
  return registration === 'Unregistered' ? 'Unregistered/Consumer' : registration
}

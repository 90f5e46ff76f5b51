import { ToWords } from 'to-words/en-IN'
import { printMoney } from '../../../demo/money.ts'
import type { Random } from '../../../demo/random.ts'

/* How papers write dates, amounts and quantities. */

/** A day as yyyy-mm-dd. */
export type Day = string

const months =
  'January February March April May June July August September October November December'.split(' ')

export type WriteDay = (day: Day) => string

const dayStyles: readonly ((d: string, m: string, y: string, month: string) => string)[] = [
  (d, m, y) => `${d}/${m}/${y}`,
  (d, m, y) => `${d}-${m}-${y}`,
  (d, m, y) => `${d}.${m}.${y}`,
  (d, m, y) => `${d}/${m}/${y.slice(2)}`,
  (d, _, y, month) => `${d}-${month.slice(0, 3)}-${y.slice(2)}`,
  (d, _, y, month) => `${d}-${month.slice(0, 3)}-${y}`,
  (d, _, y, month) => `${Number(d)} ${month.slice(0, 3)} ${y}`,
  (d, _, y, month) => `${d} ${month.slice(0, 3)} ${y}`,
  (d, _, y, month) => `${month.slice(0, 3)} ${d}, ${y}`,
  (d, _, y, month) => `${month} ${Number(d)}, ${y}`,
  (d, _, y, month) => `${d}-${month.slice(0, 3).toUpperCase()}-${y}`,
  (d, m, y) => `${y}-${m}-${d}`,
  (d, m, y) => `${Number(d)}/${Number(m)}/${y}`,
]

/** Chooses a way to write days. `only` limits the choice to the first ways. */
export function chooseDays(random: Random, only: number = dayStyles.length): WriteDay {
  const style = random.pick(dayStyles.slice(0, only))
  return (day) => {
    const [y = '', m = '', d = ''] = day.split('-')
    return style(d, m, y, months[Number(m) - 1] ?? '')
  }
}

/** The expiry of a batch: 08/27, Aug-27. */
export function chooseMonths(random: Random): (month: { year: number; month: number }) => string {
  return random.pick([
    ({ year, month }) => `${two(month)}/${two(year)}`,
    ({ year, month }) => `${two(month)}-${year}`,
    ({ year, month }) => `${nameOf(month)}-${two(year)}`,
    ({ year, month }) => `${two(month)}/${year}`,
    ({ year, month }) => `${nameOf(month).toUpperCase()} ${two(year)}`,
  ])
}

function nameOf(month: number): string {
  return (months[month - 1] ?? '').slice(0, 3)
}

function two(number: number): string {
  return String(number % 100).padStart(2, '0')
}

/** The day this many days later. */
export function daysAfter(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Paise as a paper writes them. */
export type WriteMoney = (paise: number) => string

const moneyStyles: readonly WriteMoney[] = [
  printMoney,
  printMoney,
  printMoney,
  (paise) => printMoney(paise).replaceAll(',', ''),
  (paise) => (paise / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
]

export function chooseMoney(random: Random): WriteMoney {
  return random.pick(moneyStyles)
}

/** A currency sign, or none, before an amount. */
export function chooseCurrency(random: Random): string {
  return random.pick(['', '', '', '₹', '₹ ', 'Rs. ', 'Rs.', 'INR '])
}

export type WriteNumber = (number: number) => string

/** Chooses how quantities are written: 12, 12.00 or 12.000. Weights have at most three decimals. */
export function chooseQuantities(random: Random): WriteNumber {
  const decimals = random.pick([0, 0, 2, 3])
  return (quantity) =>
    Number.isInteger(quantity)
      ? quantity.toFixed(decimals)
      : quantity.toFixed(decimals === 2 ? 2 : 3)
}

/** Rates of tax and discount: 18%, 18.00%, 18, 18.0 %. */
export function choosePercents(random: Random): WriteNumber {
  const [decimals, sign] = random.pick([
    [0, '%'],
    [0, ' %'],
    [0, ''],
    [2, '%'],
    [2, ''],
    [1, '%'],
  ] as const)
  return (percent) => {
    const needed = String(percent).split('.')[1]?.length ?? 0
    return `${percent.toFixed(Math.max(decimals, needed))}${sign}`
  }
}

const words = new ToWords({ localeCode: 'en-IN', converterOptions: { currency: true } })
const bareWords = new ToWords({ localeCode: 'en-IN' })

/** An amount in words, as programs write it. */
export function chooseWords(random: Random): WriteMoney {
  return random.pick<WriteMoney>([
    (paise) => `INR ${tallyWords(paise)} Only`,
    (paise) => `Rupees ${tallyWords(paise)} Only`,
    (paise) => words.convert(paise / 100),
    (paise) => `Indian Rupee ${tallyWords(paise)} Only`,
    (paise) => `RUPEES ${tallyWords(paise)} ONLY`.toUpperCase(),
  ])
}

function tallyWords(paise: number): string {
  const whole = bareWords.convert(Math.floor(paise / 100))
  const rest = paise % 100
  return rest === 0 ? whole : `${whole} and ${bareWords.convert(rest)} Paise`
}

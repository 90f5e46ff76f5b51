import type { Duty, Role } from '../../accounts/rules.ts'

export const hour = 60 * 60 * 1000
export const day = 24 * hour

/** The time that the sample shop's files are from: the evening of its last day. */
export const shopTime = Date.parse('2026-11-21T14:30:00.000Z')

/** India has one time zone, five and a half hours ahead of UTC, and no summer time. */
export const indiaOffset = 5.5 * hour

/** The mornings on which goods came to the storefront, in days before the last day. */
export const arrivals = [200, 160, 130, 100, 45, 12, 3] as const

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/*
 * How files write times and papers print days: 2026-11-21 and 20261121; 21-11-2026, 21/11/2026, 21.11.26, 21-Nov-26 and 21 Nov 2026; and
 * the financial year in a bill's number.
 */
const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const daysYearFirst = /(?<!\d)(20\d\d)(-?)(\d\d)\2(\d\d)(?![\dT])/g
const daysDayFirst = /(?<!\d)(\d\d?)([-/. ])(\d\d|[A-Z][a-z]{2})\2(20\d\d|\d\d)(?!\d)/g
const financialYears = /(?<![\d-])26-27(?![\d-])/g

/** How far a paper's days are from the last day. Anything further away is a time or a product code. */
const papersSpan = 60 * day

/** The time at which a line's record was created. */
const createdAt = /"created_at":"([^"]+)"/

/** A document that would already be deleted, or within `dueSoon`, moves later by `dueLater`. So it is due within a day. */
const dueSoon = 2 * hour
const dueLater = 22 * hour

/** The start of the day in India at `time` (ms). */
export function indiaMidnight(time: number): number {
  return Math.floor((time + indiaOffset) / day) * day - indiaOffset
}

/** 2026 for any time from 1 April 2026 to 31 March 2027, in India. */
export function financialYearStart(time: number): number {
  const date = new Date(time + indiaOffset)
  return date.getUTCMonth() >= 3 ? date.getUTCFullYear() : date.getUTCFullYear() - 1
}

/** "26-27" for any time from 1 April 2026 to 31 March 2027, in India. */
export function financialYear(time: number): string {
  const start = financialYearStart(time)
  return `${twoDigits(start % 100)}-${twoDigits((start + 1) % 100)}`
}

/**
 * Moves a line of the shop's files so that the shop's last day is the day of `now` (ms). Moves a record from the future a day back, and
 * makes nothing as old as `keptMs`.
 */
export function movedLine(line: string, now: number, keptMs: number): string {
  const shift = shiftOf(line, now, keptMs)
  return line
    .replace(times, (time) => new Date(Date.parse(time) + shift).toISOString())
    .replace(daysYearFirst, (printed, year, dash, month, date) => {
      const moved = movedDay(`${year}-${month}-${date}`, shift)
      return moved === undefined ? printed : [moved.year, moved.month, moved.date].join(dash)
    })
    .replace(daysDayFirst, (printed, date, between, month, year) => {
      const number = months.indexOf(month) + 1 || Number(month)
      const moved = movedDay(
        `20${year.slice(-2)}-${twoDigits(number)}-${date.padStart(2, '0')}`,
        shift,
      )
      if (moved === undefined) return printed
      const first = between === ' ' ? String(Number(moved.date)) : moved.date
      const second = months.includes(month) ? months[Number(moved.month) - 1] : moved.month
      return [first, second, moved.year.slice(-year.length)].join(between)
    })
    .replace(financialYears, () => financialYear(shopTime + shift))
}

function shiftOf(line: string, now: number, keptMs: number): number {
  const shift = indiaMidnight(now) - indiaMidnight(shopTime)
  const came = Date.parse(createdAt.exec(line)?.[1] ?? '') + shift
  // Both comparisons are false for a line without such a time.
  if (came < now - keptMs + dueSoon) return shift + dueLater
  const last = Math.max(...Array.from(line.matchAll(times), ([time]) => Date.parse(time) + shift))
  return !Number.isNaN(came) && last > now ? shift - day : shift
}

/** Computed from noon, so that part of a day more or less changes nothing. Undefined for a day outside the papers' span. */
function movedDay(isoDay: string, shift: number) {
  const noon = Date.parse(`${isoDay}T12:00:00Z`)
  if (!(Math.abs(noon - shopTime) < papersSpan)) return undefined
  const moved = new Date(noon + shift)
  return {
    year: String(moved.getUTCFullYear()),
    month: twoDigits(moved.getUTCMonth() + 1),
    date: twoDigits(moved.getUTCDate()),
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** The sample shop. */
export const organisation = { name: 'Kulkarni General Stores', gstin: '27ANZPK1024Z1ZS' }

/** The shop's details on its invoices. */
export const seller = {
  address: 'Shop 4, Laxmi Road\nPune 411030',
  phone: '+91 20 5550 0142',
  upiId: 'kulkarni.stores@example',
  terms: 'Goods once sold are exchanged within 7 days.',
}

export type Person = { name: string; email: string; role: Role; duties?: readonly Duty[] }

export const owner: Person = {
  name: 'Anand Kulkarni',
  email: 'anand.kulkarni@example.com',
  role: 'owner',
}

export const members: readonly Person[] = [
  { name: 'Priya Deshmukh', email: 'priya.deshmukh@example.com', role: 'member' },
  {
    name: 'Imran Shaikh',
    email: 'imran.shaikh@example.com',
    role: 'member',
    duties: ['clerk', 'counter'],
  },
]

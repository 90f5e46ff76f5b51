import { plainPrint } from './printed-text.ts'

/** Characters. A longer text is no printed date. */
const dateCharactersMax = 64
/** A year outside these is a misreading. */
const firstYear = 1900
const lastYear = 2199

/**
 * Reads a printed date as yyyy-mm-dd, day first: "05/11/2026", "5-11-26", "05-NOV-26", "Nov 5, 2026", "20261105".
 * A time of day after it is ignored: the date counts as it is written, whatever the time zone says.
 * "11/25/2026" can only be month first, and is read so. Two digits of a year are of this century.
 * Undefined when it is no date (31/02), or not in the years 1900 to 2199.
 */
export function readDate(text: string): string | undefined {
  if (text.length > dateCharactersMax) return undefined
  const date = plainPrint(text).replace(weekday, '').replace(timeOfDay, '')
  return readSeparated(date) ?? readCompact(date) ?? readNamedMonth(date)
}

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? (?=.*\d)/
const timeOfDay =
  /(?:t|,? )\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[ap]\.?m\.?)? ?(?:z|utc|gmt|ist|[+-]\d{2}:?\d{2})?$/

const separator = '(?: ?[-/.] ?| )'
const yearMonthDay = new RegExp(String.raw`^(\d{4})${separator}(\d{1,2})${separator}(\d{1,2})$`)
const dayMonthYear = new RegExp(
  String.raw`^(\d{1,2})${separator}(\d{1,2})${separator}'?(\d{4}|\d{2})$`,
)

function readSeparated(text: string): string | undefined {
  const yearFirst = yearMonthDay.exec(text)
  if (yearFirst !== null) return isoDate(yearFirst[1], Number(yearFirst[2]), yearFirst[3])
  const [, first, second, year] = dayMonthYear.exec(text) ?? []
  return isoDate(year, Number(second), first) ?? isoDate(year, Number(first), second)
}

/** Eight digits are never a date both ways round: years of these centuries begin with 19, 20 or 21, and no month does. */
function readCompact(text: string): string | undefined {
  if (!/^\d{8}$/.test(text)) return undefined
  const yearFirst = isoDate(text.slice(0, 4), Number(text.slice(4, 6)), text.slice(6))
  return yearFirst ?? isoDate(text.slice(4), Number(text.slice(2, 4)), text.slice(0, 2))
}

const dayNameYear = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?:of )?([a-z]{3,9})[-/., ]*'?(\d{4}|\d{2})$/
const nameDayYear = /^([a-z]{3,9})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(\d{4}|\d{2})$/
const yearNameDay = /^(\d{4})[-/., ]*([a-z]{3,9})[-/., ]*(\d{1,2})$/

function readNamedMonth(text: string): string | undefined {
  const dayFirst = dayNameYear.exec(text)
  if (dayFirst !== null) return isoDate(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1])
  const nameFirst = nameDayYear.exec(text)
  if (nameFirst !== null) return isoDate(nameFirst[3], monthNumber(nameFirst[1]), nameFirst[2])
  const [, year, name, day] = yearNameDay.exec(text) ?? []
  return isoDate(year, monthNumber(name), day)
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ')

/** 1 to 12 for a month's name or its first letters, 0 for another word. */
function monthNumber(name: string | undefined): number {
  if (name === undefined) return 0
  return monthNames.findIndex((month) => month.startsWith(name)) + 1
}

/** The date, when there is such a day in a year that documents have. */
function isoDate(
  printedYear: string | undefined,
  month: number,
  printedDay: string | undefined,
): string | undefined {
  const year = printedYear?.length === 2 ? 2000 + Number(printedYear) : Number(printedYear)
  const day = Number(printedDay)
  if (!(year >= firstYear && year <= lastYear && month >= 1 && month <= 12)) return undefined
  // Day 0 of the next month is the last of this one.
  if (!(day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate())) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

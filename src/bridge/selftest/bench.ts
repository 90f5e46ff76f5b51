import type { Company, Entered } from '../books.ts'
import { keyOf, markerOf } from '../keys.ts'
import { openPaired, rowsOf } from '../tally/companies.ts'
import { type Period, readVouchers } from '../tally/read-vouchers.ts'
import { renderVoucher } from '../tally/render.ts'
import { answerOf, collectionRequest, datesWithin } from '../tally/requests.ts'
import type { Transport } from '../tally/transport.ts'
import { textsWithin, treeOf, numberOf } from '../tally/tree.ts'
import { daysAfter, type Voucher } from '../vouchers/voucher.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonValue } from '../../platform/json/json.ts'

/** One request and its answer. `ms` is how long it took, in milliseconds. */
export type Exchange = { sent: string; answer: string; ms: number }

/** How Tally answered an import. */
export type Told = {
  outcome: 'created' | 'altered' | 'deleted' | 'refused' | 'exception'
  /** Tally's own words; '' when Tally only counts. */
  message: string
  counted: { created: number; altered: number; deleted: number; exceptions: number }
  ms: number
}

/** Tally's answer for a voucher, and what Tally has under its key: one voucher, and any `more`. */
type Sent = { key: string; told: Told; entered: Entered | undefined; more: Entered[] }

/** The tools of the checks. All throw AppError `unavailable` when Tally does not answer; then no further check runs. */
export type Bench = {
  company: Company
  isEducational: boolean
  godown: string
  /** The date of vouchers without their own, yyyy-mm-dd. */
  date: string
  now(): number
  /** The key of a voucher in this run. */
  keyOf(what: string): string
  /** A number that rises with every change of a voucher. */
  mark(): Promise<number>
  send(voucher: Voucher, key: string): Promise<Told>
  write(text: string): Promise<Told>
  withKey(key: string, period?: Period): Promise<Entered[]>
  /** Sends a voucher under the key of its name, then reads what Tally has under that key. */
  enter(what: string, voucher: Voucher): Promise<Sent>
  where(filter: string): Promise<Entered[]>
  /** Vouchers in Tally's own form. */
  rows(filter: string, fetch: readonly string[]): Promise<JsonValue[]>
  /** The exchanges since the last call; only the first ones when there are many. */
  takeExchanges(): Exchange[]
  /** How many imports Tally keeps as exceptions. Only a person can delete those. */
  exceptions(): number
}

type BenchOptions = {
  company: Company & { isEducational: boolean }
  godown: string
  /** Gives each run different keys. */
  run: string
  now(): number
}

/** Exchanges per check in the report. */
const exchangesMax = 8

export function openBench(transport: Transport, options: BenchOptions): Bench {
  const { company, godown, run, now } = options
  const recorder = recording(transport, now)
  const whole = wholeTest(company.booksFrom)
  let exceptions = 0

  const write = async (text: string): Promise<Told> => {
    const told = await recorder.write(text)
    exceptions += told.counted.exceptions
    return told
  }
  const read = (period: Period, filters: readonly string[]) =>
    readVouchers(recorder.reading, company.name, period, filters)

  const keyOfRun = (what: string) =>
    keyOf({ install: `selftest ${run}`, kind: 'scan', id: what, part: 0 })
  const send: Bench['send'] = (voucher, key) =>
    write(renderVoucher(voucher, { key, company: company.name }))
  const withKey: Bench['withKey'] = (key, period = whole) =>
    read(period, [`$Narration CONTAINS "${markerOf(key)}"`])

  return {
    company,
    isEducational: company.isEducational,
    godown,
    date: testDay(company.booksFrom),
    now,
    keyOf: keyOfRun,
    mark: async () => (await openPaired(transport, company)).voucherMark,
    write,
    send,
    withKey,
    async enter(what, voucher) {
      const key = keyOfRun(what)
      const told = await send(voucher, key)
      const [entered, ...more] = await withKey(key)
      return { key, told, entered, more }
    },
    where: (filter) => read(whole, [filter]),
    async rows(filter, fetch) {
      const filters = [datesWithin(whole.from, whole.to), filter]
      const asked = {
        type: 'Voucher',
        fetch,
        company: company.name,
        period: whole,
        filters,
      } as const
      return rowsOf(await recorder.reading.read(collectionRequest(asked)), 'VOUCHER')
    },
    takeExchanges: recorder.take,
    exceptions: () => exceptions,
  }
}

function recording(transport: Transport, now: () => number) {
  let exchanges: Exchange[] = []
  const note = (sent: string, answer: string, since: number): number => {
    const ms = Math.round(now() - since)
    if (exchanges.length < exchangesMax) exchanges.push({ sent, answer, ms })
    return ms
  }
  const reading: Transport = {
    ...transport,
    async read(sent) {
      const since = now()
      const answer = await transport.read(sent)
      note(sent, answer, since)
      return answer
    },
  }
  return {
    reading,
    take: () => exchanges.splice(0),
    async write(sent: string): Promise<Told> {
      const since = now()
      const got = await transport.write(sent)
      if ('answer' in got) return { ...toldBy(got.answer), ms: note(sent, got.answer, since) }
      note(sent, got.lost, since)
      throw new AppError('unavailable', `Tally's answer was lost. ${got.lost}`)
    },
  }
}

function toldBy(raw: string): Omit<Told, 'ms'> {
  const answer = answerOf(raw)
  const tree = treeOf(raw)
  const count = (name: string) => numberOf(textsWithin(tree, name)[0] ?? '')
  const counted = {
    created: count('CREATED'),
    altered: count('ALTERED'),
    deleted: count('DELETED'),
    exceptions: count('EXCEPTIONS'),
  }
  const message = 'message' in answer ? answer.message : ''
  return { outcome: outcomeOf(answer.outcome, counted), message, counted }
}

function outcomeOf(
  answered: ReturnType<typeof answerOf>['outcome'],
  { created, altered, deleted }: Told['counted'],
): Told['outcome'] {
  if (answered === 'exception') return 'exception'
  if (answered === 'accepted') return created > 0 ? 'created' : 'altered'
  return deleted > 0 && created + altered === 0 ? 'deleted' : 'refused'
}

/**
 * `safe`: the bridge works with a Tally that does this, whatever the outcome. `unsafe`: the bridge relies on something else and must not
 * be used with this Tally. `unclear`: the check's preparation failed.
 */
export type Grade = 'safe' | 'unsafe' | 'unclear' | 'not_run'

/** What a check found: the outcome in a word or two for programs, the meaning in sentences for people. */
export type Found = { grade: Grade; outcome: string; meaning: string }

export type Check = {
  name: string
  title: string
  /** What the bridge needs this for. */
  why: string
  run(bench: Bench): Promise<Found>
}

export function safe(outcome: string, meaning: string): Found {
  return { grade: 'safe', outcome, meaning }
}

export function unsafe(outcome: string, meaning: string): Found {
  return { grade: 'unsafe', outcome, meaning }
}

export function unclear(outcome: string, meaning: string): Found {
  return { grade: 'unclear', outcome, meaning }
}

/** Tally's message as a sentence, or else its counters. */
export function reasonOf({ message, outcome }: { message: string; outcome: string }): string {
  const said = message === '' ? outcome : message
  return /[.!?]$/.test(said) ? said : `${said}.`
}

/** The period that the test searches: from before the books begin to years after. */
export function wholeTest(booksFrom: string): Period {
  const year = Number(booksFrom.slice(0, 4))
  return { from: `${year - 1}-04-01`, to: `${year + 4}-03-31` }
}

/** The first day of a month with 31 days, within the books' first year. Tally without a licence also accepts that day. */
export function testDay(booksFrom: string): string {
  const [year = 0, month = 1] = booksFrom.split('-').map(Number)
  const months = [0, 1, 2].map((more) => new Date(Date.UTC(year, month + more, 1)))
  const found = months.find((first) => lastDayOf(first) === 31)
  return (found ?? new Date(Date.UTC(year, month, 1))).toISOString().slice(0, 10)
}

/** The last day of the next month that has 30 days. */
export function lastOf30(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const months = [0, 1, 2, 3].map((more) => new Date(Date.UTC(year, month + more, 1)))
  const found = months.find((first) => lastDayOf(first) === 30) ?? new Date(Date.UTC(year, 3, 1))
  return daysAfter(found.toISOString().slice(0, 10), 29)
}

function lastDayOf(first: Date): number {
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
}

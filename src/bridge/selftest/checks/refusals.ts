import { differences } from '../../tally/compare.ts'
import type { Voucher } from '../../vouchers/voucher.ts'
import type { Told } from '../bench.ts'
import { type Check, type Found, reasonOf, safe, unclear, unsafe } from '../check.ts'
import { daysAfter, lastOf30 } from '../days.ts'
import { ledgerRequest } from '../masters.ts'
import { bill, itemBill } from '../sample-vouchers.ts'
import { besidePlain } from './beside-plain.ts'

/* What Tally refuses, and how it says so. */

const missing = 'DBT Nobody'

/** What happened to a voucher that Tally should refuse. */
function refusal({ outcome, message }: Told): Found {
  if (outcome === 'exception' && message === '') {
    return safe(
      'exception without a word',
      'Tally counts an exception and says nothing. It keeps it: a person may finish it.',
    )
  }
  if (outcome === 'exception') {
    return safe(
      'exception',
      `Tally counts an exception and says “${message}”. It keeps it: a person may finish it.`,
    )
  }
  if (outcome === 'refused') return safe('refused', `Tally says “${message}”.`)
  return safe(
    'said to be entered',
    'Tally says that it was entered, and it is not there: the bridge sees that when it reads it back.',
  )
}

const totals: Check = {
  name: 'wrong_total',
  title: 'A voucher whose sides differ by a rupee',
  why: 'The bridge sends none: it adds up before. Tally is the second safeguard.',
  async run(bench) {
    const voucher = bill(bench, 'wrong_total')
    const [party, ...rest] = voucher.entries
    if (party === undefined) return unclear('none', 'There is nothing to try.')
    const { bill: _bill, ...plain } = party
    const { told, entered } = await bench.enter('wrong_total', {
      ...voucher,
      entries: [{ ...plain, paise: party.paise - 100 }, ...rest],
    })
    if (entered === undefined) return refusal(told)
    return unsafe('entered', 'Tally enters what does not add up.')
  },
}

const ledger: Check = {
  name: 'missing_ledger',
  title: 'A voucher that names a ledger which is not there',
  why: 'Nothing is made without being asked for; what is missing is asked about before.',
  async run(bench) {
    const voucher = withPurchase(bill(bench, 'missing_ledger'), missing)
    const { told, entered } = await bench.enter('missing_ledger', voucher)
    if (entered === undefined) return refusal(told)
    return unsafe('entered', 'Tally enters it, and made the ledger itself or left it out.')
  },
}

const exceptionAgain: Check = {
  name: 'exception_again',
  title: 'Sent again under the same key while Tally keeps the first as an exception',
  why: 'The bridge does not: it waits until a person finished it. This shows what "try again" does.',
  async run(bench) {
    const name = `DBT Late ${bench.keyOf('late').slice(0, 6)}`
    const voucher = withPurchase(bill(bench, 'exception_again'), name)
    const first = await bench.enter('exception_again', voucher)
    if (first.entered !== undefined) return unclear('no exception', 'The first was entered.')
    await bench.write(ledgerRequest(bench, name, 'Purchase Accounts'))
    const key = bench.keyOf('exception_again')
    const told = await bench.send(voucher, key)
    const found = await bench.withKey(key)
    if (found.length > 1) return unsafe('doubled', 'It is there twice.')
    if (found.length === 0) return safe('not taken', `The second was not taken: ${reasonOf(told)}`)
    return safe(
      'entered once',
      'The second is in the books. Look under Alt+Y > All Exceptions whether the first is still kept there: finished, it would be a second voucher. Please write beside this what you see.',
    )
  },
}

const godown: Check = {
  name: 'no_godown',
  title: 'A stock item without a godown',
  why: 'Exceptions that are counted without a word are the ones a reader of answers overlooks.',
  async run(bench) {
    const voucher = itemBill(bench, 'no_godown')
    const items = voucher.items.map((item) => ({ ...item, godown: '' }))
    const { told, entered } = await bench.enter('no_godown', { ...voucher, items })
    if (entered === undefined) return refusal(told)
    return safe('entered', 'Tally enters it without one. The bridge always names one.')
  },
}

const dateOutside: Check = {
  name: 'date_outside',
  title: 'A voucher of the day before the books begin',
  why: 'The bridge holds these back itself.',
  async run(bench) {
    const date = daysAfter(bench.company.booksFrom, -1)
    const voucher = { ...bill(bench, 'date_outside'), date, referenceDate: date }
    const { told, entered } = await bench.enter('date_outside', voucher)
    if (entered === undefined) return refusal(told)
    return safe('entered', 'Tally takes it. The bridge holds it back all the same.')
  },
}

/** Days counted from the first of a month with 31 days. */
const daysTried = [1, 2, 15, 30, 31] as const

const days: Check = {
  name: 'days',
  title: 'Which days of a month are taken',
  why: 'In educational mode the bridge sends only what is dated the 1st, 2nd or 31st.',
  async run(bench) {
    const taken: number[] = []
    for (const day of daysTried) {
      const date = daysAfter(bench.date, day - 1)
      const voucher = { ...bill(bench, `day_${day}`), date, referenceDate: date }
      const { entered } = await bench.enter(`day_${day}`, voucher)
      if (entered?.date === date) taken.push(day)
      else if (entered !== undefined) {
        return unsafe('moved', `Dated ${date}, it was entered on ${entered.date}.`)
      }
    }
    const expected = bench.isEducational ? [1, 2, 31] : [...daysTried]
    const mode = bench.isEducational ? 'educational' : 'licensed'
    const outcome = taken.join(', ') || 'none'
    const lacks = expected.filter((day) => !taken.includes(day))
    return lacks.length === 0
      ? safe(outcome, `A Tally that says it is ${mode} took these days.`)
      : unclear(outcome, `A Tally that says it is ${mode} did not take day ${lacks.join(', ')}.`)
  },
}

const lastDay: Check = {
  name: 'last_day',
  title: 'The 30th of a month that ends with it',
  why: 'Some say that educational mode takes the last day of each month. The bridge sends none but the 31st then.',
  async run(bench) {
    const date = lastOf30(bench.date)
    const voucher = { ...bill(bench, 'last_day'), date, referenceDate: date }
    const { told, entered } = await bench.enter('last_day', voucher)
    if (entered?.date === date) return safe('taken', 'Tally takes it.')
    if (entered !== undefined) return unsafe('moved', `It was entered on ${entered.date}.`)
    return bench.isEducational
      ? safe('not taken', 'Tally does not take it: the bridge is right to hold it back.')
      : unclear('not taken', `A Tally with a licence did not take it: ${reasonOf(told)}`)
  },
}

const rounding: Check = {
  name: 'rounding',
  title: 'Three pieces at 33.335, as 100.00',
  why: 'The amount is the paper’s, whatever quantity times rate comes to. Read back otherwise it waits for a person.',
  async run(bench) {
    const voucher = itemBill(bench, 'rounding')
    const { told, entered } = await bench.enter('rounding', voucher)
    if (entered === undefined) {
      return unclear('not entered', `It was not entered: ${reasonOf(told)}`)
    }
    const otherwise = differences(voucher, entered).join(' ')
    return otherwise === ''
      ? safe('kept', 'The amount is as it was sent.')
      : safe('changed', `Bills like this one wait for a person: ${otherwise}`)
  },
}

function withPurchase(voucher: Voucher, name: string): Voucher {
  const entries = voucher.entries.map((entry) =>
    entry.isParty === true ? entry : { ...entry, ledger: name },
  )
  return { ...voucher, entries }
}

export const refusals: readonly Check[] = [
  besidePlain(totals),
  besidePlain(ledger),
  besidePlain(exceptionAgain),
  besidePlain(godown, itemBill),
  besidePlain(dateOutside),
  days,
  besidePlain(lastDay),
  rounding,
]

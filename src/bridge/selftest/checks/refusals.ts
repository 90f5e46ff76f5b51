import {
  type Bench,
  type Told,
  type Check,
  type Found,
  reasonOf,
  safe,
  unclear,
  unsafe,
  lastOf30,
} from '../bench.ts'
import {
  besidePlain,
  ledgerRequest,
  bill,
  itemBill,
  names,
  withPurchase,
} from '../sample-vouchers.ts'
import { differences } from '../../tally/compare.ts'
import { renderVoucher, renderVouchers } from '../../tally/render.ts'
import { daysAfter, type Voucher } from '../../vouchers/voucher.ts'

/* What Tally refuses, and how it says so. */

const missing = 'DBT Nobody'

/** What happened to a voucher that Tally should refuse. */
function refusal({ outcome, message }: Told): Found {
  if (outcome === 'exception') {
    const says = message === '' ? 'nothing' : `“${message}”`
    return safe(
      message === '' ? 'exception without a word' : 'exception',
      `Tally counts an exception and says ${says}. It keeps it: a person may finish it.`,
    )
  }
  if (outcome === 'refused') return safe('refused', `Tally says “${message}”.`)
  return safe(
    'said to be entered',
    'Tally says that it was entered, and it is not there: the bridge sees that when it reads it back.',
  )
}

/** A voucher that Tally should refuse. `entered` says what it means where Tally takes it. */
type Refused = Omit<Check, 'run'> & {
  voucher(bench: Bench, what: string): Voucher
  entered: Found
}

function refused({ voucher, entered: found, ...check }: Refused): Check {
  return {
    ...check,
    async run(bench) {
      const { told, entered } = await bench.enter(check.name, voucher(bench, check.name))
      return entered === undefined ? refusal(told) : found
    },
  }
}

const totals = refused({
  name: 'wrong_total',
  title: 'A voucher whose sides differ by a rupee',
  why: 'The bridge sends none: it adds up before. Tally is the second safeguard.',
  voucher(bench, what) {
    const voucher = bill(bench, what)
    const entries = voucher.entries.map(({ bill: _bill, ...entry }) =>
      entry.isParty === true ? { ...entry, paise: entry.paise - 100 } : entry,
    )
    return { ...voucher, entries }
  },
  entered: unsafe('entered', 'Tally enters what does not add up.'),
})

const missingLedger = refused({
  name: 'missing_ledger',
  title: 'A voucher that names a ledger which is not there',
  why: 'Nothing is made without being asked for; what is missing is asked about before.',
  voucher: (bench, what) => withPurchase(bill(bench, what), missing),
  entered: unsafe('entered', 'Tally enters it, and made the ledger itself or left it out.'),
})

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

const godown = refused({
  name: 'no_godown',
  title: 'A stock item without a godown',
  why: 'Exceptions that are counted without a word are the ones a reader of answers overlooks.',
  voucher(bench, what) {
    const voucher = itemBill(bench, what)
    return { ...voucher, items: voucher.items.map((item) => ({ ...item, godown: '' })) }
  },
  entered: safe('entered', 'Tally enters it without one. The bridge always names one.'),
})

const dateOutside = refused({
  name: 'date_outside',
  title: 'A voucher of the day before the books begin',
  why: 'The bridge holds these back itself.',
  voucher: (bench, what) => dated(bill(bench, what), daysAfter(bench.company.booksFrom, -1)),
  entered: safe('entered', 'Tally takes it. The bridge holds it back all the same.'),
})

function dated(voucher: Voucher, date: string): Voucher {
  return { ...voucher, date, referenceDate: date }
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
      const what = `day_${day}`
      const { entered } = await bench.enter(what, dated(bill(bench, what), date))
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
    const voucher = dated(bill(bench, 'last_day'), date)
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

export const refusals: readonly Check[] = [
  besidePlain(totals),
  besidePlain(missingLedger),
  besidePlain(exceptionAgain),
  besidePlain(godown, itemBill),
  besidePlain(dateOutside),
  days,
  besidePlain(lastDay),
  rounding,
]

/* How Tally handles whole requests. */

const ledgerAgain: Check = {
  name: 'ledger_again',
  title: 'A ledger that is there is made once more, under another group',
  why: 'Tally was seen to alter it without a word, which is why the bridge reads all names before it makes one.',
  async run(bench) {
    const { outcome, message } = await bench.write(
      ledgerRequest(bench, names.purchase, 'Direct Expenses'),
    )
    await bench.write(ledgerRequest(bench, names.purchase, 'Purchase Accounts'))
    if (outcome === 'altered') return safe('altered', 'Tally altered the one that was there.')
    if (outcome === 'created') return safe('created', 'Tally says that it made one more.')
    return safe('refused', `Tally refused it: ${reasonOf({ message, outcome })}`)
  },
}

const several: Check = {
  name: 'several',
  title: 'Three vouchers in one request, of which the second cannot go in',
  why: 'The bridge sends one at a time. A file for Tally has many: what is refused of it must not keep the others out.',
  async run(bench) {
    const whats = ['several_1', 'several_2', 'several_3']
    const keyed = whats.map((what, at) => {
      const voucher = withPurchase(bill(bench, what), at === 1 ? 'DBT Nobody' : names.purchase)
      return { voucher, key: bench.keyOf(what) }
    })
    const { counted } = await bench.write(renderVouchers(keyed, bench.company.name))
    const there: string[] = []
    for (const { key } of keyed) there.push((await bench.withKey(key)).length === 1 ? 'in' : 'out')
    const outcome = there.join(', ')
    if (there.filter((each) => each === 'in').length !== counted.created) {
      return safe(
        outcome,
        `Tally counts ${counted.created}, which is not what is there. The bridge sends one at a time.`,
      )
    }
    return safe(
      outcome,
      outcome === 'in, out, in'
        ? 'The others went in.'
        : 'What is refused keeps others out as well.',
    )
  },
}

const closedCompany: Check = {
  name: 'closed_company',
  title: 'A voucher for a company that is not open',
  why: 'Tally was seen once to enter such a voucher into the company that was open.',
  async run(bench) {
    const key = bench.keyOf('closed_company')
    const company = 'Daybook Selftest that is not there'
    const text = renderVoucher(bill(bench, 'closed_company'), { key, company })
    const { outcome, message } = await bench.write(text)
    const found = await bench.withKey(key)
    if (found.length === 0)
      return safe('refused', `It went nowhere: ${reasonOf({ message, outcome })}`)
    return unsafe(
      'into another',
      'Tally entered it into the company that is open. The bridge looks which one is open a moment before: keep no other company open beside the one that it enters into.',
    )
  },
}

/** Vouchers to time: a morning's bills. */
const timedVouchers = 20

const speed: Check = {
  name: 'speed',
  title: `${timedVouchers} vouchers, one after the other`,
  why: 'How long a morning’s bills take.',
  async run(bench) {
    const times: number[] = []
    for (let at = 0; at < timedVouchers; at++) {
      const what = `speed_${at}`
      const { outcome, message, ms } = await bench.send(bill(bench, what), bench.keyOf(what))
      if (outcome !== 'created')
        return unclear('not entered', `One was not entered: ${reasonOf({ message, outcome })}`)
      times.push(ms)
    }
    const since = bench.now()
    await bench.withKey(bench.keyOf('speed_0'))
    const look = Math.round(bench.now() - since)
    const middle = times.toSorted((left, right) => left - right)[timedVouchers / 2] ?? 0
    return safe(
      `${middle} ms`,
      `Half of them took ${middle} ms or less, the longest ${Math.max(...times)} ms; a look ${look} ms.`,
    )
  },
}

export const requests: readonly Check[] = [
  ledgerAgain,
  besidePlain(several),
  besidePlain(closedCompany),
  speed,
]

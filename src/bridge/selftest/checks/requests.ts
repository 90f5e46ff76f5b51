import { renderVoucher, renderVouchers } from '../../tally/render.ts'
import { type Check, reasonOf, safe, unclear, unsafe } from '../check.ts'
import { ledgerRequest, names } from '../masters.ts'
import { bill } from '../sample-vouchers.ts'
import { besidePlain } from './beside-plain.ts'

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
      const voucher = bill(bench, what)
      const ledger = at === 1 ? 'DBT Nobody' : names.purchase
      const entries = voucher.entries.map((entry) =>
        entry.isParty === true ? entry : { ...entry, ledger },
      )
      return { voucher: { ...voucher, entries }, key: bench.keyOf(what) }
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

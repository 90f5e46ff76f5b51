import type { Entered } from '../../books.ts'
import { differences } from '../../tally/compare.ts'
import type { Voucher } from '../../vouchers/voucher.ts'
import type { Bench } from '../bench.ts'
import { type Check, type Found, reasonOf, safe, unclear, unsafe } from '../check.ts'
import { bill, itemBill, payment, salesOrder } from '../sample-vouchers.ts'

/* Whether Tally recognises a voucher that is sent twice. This decides what a bridge may do after a lost answer. */

/** What the second send did to the first voucher. */
type Again = 'altered' | 'doubled' | 'kept' | 'gone'

type Rule = {
  name: string
  title: string
  voucher(bench: Bench, what: string): Voucher
  /** Whether the bridge sends the voucher again by itself after it was not found. */
  isResent: boolean
}

const rules: readonly Rule[] = [
  {
    name: 'key_twice_bill',
    title: 'A bill as accounting invoice, sent twice under one key',
    voucher: bill,
    isResent: true,
  },
  {
    name: 'key_twice_payment',
    title: 'A payment, sent twice under one key',
    voucher: payment,
    isResent: true,
  },
  {
    name: 'key_twice_items',
    title: 'A bill with stock items, sent twice under one key',
    voucher: itemBill,
    isResent: false,
  },
  {
    name: 'key_twice_order',
    title: 'A sales order, sent twice under one key',
    voucher: salesOrder,
    isResent: false,
  },
]

export const sentTwice: readonly Check[] = rules.map(({ name, title, voucher, isResent }) => ({
  name,
  title,
  why: isResent
    ? 'After a lost answer the bridge looks for it, and sends the same bytes again when it is not there: the key is the second safeguard.'
    : 'It was never measured on a licensed Tally. Until it is, the bridge asks a person wherever the key would be the only safeguard.',
  run: (bench) => sendTwice(bench, name, voucher(bench, name), isResent),
}))

async function sendTwice(
  bench: Bench,
  what: string,
  voucher: Voucher,
  isResent: boolean,
): Promise<Found> {
  const { key, told, entered, more } = await bench.enter(what, voucher)
  if (entered === undefined) {
    return unclear('not entered', `It was not entered: ${reasonOf(told)}`)
  }
  if (more.length > 0) return unsafe('doubled at once', 'Sent once, it is there twice.')
  const otherwise = differences(voucher, entered).join(' ')
  const again = { ...voucher, narration: `${voucher.narration} again` }
  await bench.send(again, key)
  const found = foundAgain(await bench.withKey(key))
  return judged(found, isResent, otherwise)
}

function foundAgain(found: readonly Entered[]): Again {
  const [entered, ...more] = found
  if (entered === undefined) return 'gone'
  if (more.length > 0) return 'doubled'
  return / again \[/.test(entered.narration) ? 'altered' : 'kept'
}

function judged(again: Again, isResent: boolean, otherwise: string): Found {
  const { outcome, meaning } = { outcome: again, meaning: meanings[again] }
  const isWrong = again === 'gone' || (again === 'doubled' && isResent)
  if (isWrong) return unsafe(outcome, meaning)
  const asks =
    again === 'doubled' ? ' The bridge is right to ask a person before it sends one again.' : ''
  const other =
    otherwise === ''
      ? ''
      : ` Read back, it is not what was sent, and would wait for a person: ${otherwise}`
  return safe(outcome, meaning + asks + other)
}

const meanings: Readonly<Record<Again, string>> = {
  altered: 'Tally knows it again: there is one, with what the second said.',
  doubled: 'Tally takes it for another: it is there twice.',
  kept: 'There is one, as the first said: the second was not taken.',
  gone: 'After the second neither is found.',
}

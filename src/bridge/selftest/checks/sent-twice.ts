import type { Entered } from '../../books.ts'
import { remoteIdOf } from '../../keys.ts'
import { type Bench, type Check, type Found, reasonOf, safe, unclear, unsafe } from '../bench.ts'
import { bill, itemBill, payment, salesOrder, deletion } from '../sample-vouchers.ts'
import { differences } from '../../tally/compare.ts'
import { renderVoucher } from '../../tally/render.ts'
import type { Voucher } from '../../vouchers/voucher.ts'

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

/*
 * What a person deletes or changes: whether the bridge sees it, and what sending it again would do. The bridge itself never sends it
 * again.
 */

const deleted: Check = {
  name: 'deleted',
  title: 'A voucher that was deleted, looked for, and sent again',
  why: 'What somebody deleted is listed and never brought back. That needs a Tally that shows it no more.',
  async run(bench) {
    const what = 'deleted'
    const { voucher, key, entered } = await entry(bench, what)
    if (entered === undefined) return notEntered()
    const markBefore = await bench.mark()
    const told = await bench.write(deletion(bench, voucher, remoteIdOf(key)))
    const there = [
      ...(await bench.withKey(key)),
      ...(await bench.where(`$GUID = "${entered.guid}"`)),
    ]
    if (there.length > 0 && told.outcome !== 'deleted') {
      return unclear('not deleted', `Tally did not delete it: ${reasonOf(told)}`)
    }
    if (there.length > 0)
      return unsafe('still shown', 'Tally says that it is deleted, and shows it.')
    const moved = (await bench.mark()) === markBefore ? 'The mark of changes did not move. ' : ''
    await bench.send(voucher, key)
    const [back] = await bench.withKey(key)
    if (back === undefined) return safe('stays deleted', `${moved}Sent again it is not entered.`)
    return back.guid === entered.guid
      ? safe(
          'back',
          `${moved}Sent again it is back under the same GUID: the bridge must not send it.`,
        )
      : safe(
          'back under a new GUID',
          `${moved}Sent again it is a new voucher: the bridge must not send it.`,
        )
  },
}

const cancelled: Check = {
  name: 'cancelled',
  title: 'A voucher that was cancelled, looked for, and sent again',
  why: 'What somebody cancelled stays so. That needs a Tally that says so when it is read.',
  async run(bench) {
    const { voucher, key, entered } = await entry(bench, 'cancelled')
    if (entered === undefined) return notEntered()
    const found = await cancelAndSend(bench, { voucher, key, entered })
    // Without its narration a later run could not recognise this voucher as the test's own.
    await bench.write(deletion(bench, voucher, remoteIdOf(key)))
    return found
  },
}

type Entry = { voucher: Voucher; key: string; entered: Entered }

async function cancelAndSend(bench: Bench, { voucher, key, entered }: Entry): Promise<Found> {
  const text = renderVoucher(voucher, { key, company: bench.company.name })
  await bench.write(text.replace('ACTION="Create"', 'ACTION="Cancel"'))
  const found = await bench.withKey(key)
  if (found.length > 1)
    return unclear(
      'made a second',
      'The request made a second voucher that is cancelled: cancel one by hand, and look what Books says.',
    )
  const [after] = found
  if (after === undefined) return await withoutMarker(bench, entered)
  if (!after.isCancelled) return unclear('not cancelled', 'Tally did not cancel it.')
  await bench.send(voucher, key)
  const again = await bench.withKey(key)
  if (again.length > 1)
    return safe('doubled', 'Sent again it is a second voucher: the bridge must not send it.')
  return again[0]?.isCancelled === true
    ? safe('stays cancelled', 'Sent again it stays cancelled.')
    : safe('brought back', 'Sent again it counts once more: the bridge must not send it.')
}

async function withoutMarker(bench: Bench, { guid }: Entered): Promise<Found> {
  const [found] = await bench.where(`$GUID = "${guid}"`)
  return found?.isCancelled === true
    ? safe('found by GUID', 'Cancelled it has lost its narration, and is found by its GUID.')
    : unsafe('not found', 'Cancelled it is found neither by its key nor by its GUID.')
}

const marks: Check = {
  name: 'marks',
  title: 'The mark of changes, after a voucher was made and altered',
  why: 'By the mark the bridge sees that somebody wrote meanwhile, and that the books went back to an earlier state.',
  async run(bench) {
    const before = await bench.mark()
    const { voucher, key, entered } = await entry(bench, 'marks')
    if (entered === undefined) return notEntered()
    const made = await bench.mark()
    await bench.send({ ...voucher, narration: `${voucher.narration} altered` }, key)
    const altered = await bench.mark()
    const [after] = await bench.withKey(key)
    const steps = `${made - before}, ${altered - made}`
    if (made <= before) return unsafe(steps, 'The mark does not rise with a new voucher.')
    if (altered < made) return unsafe(steps, 'The mark falls when a voucher is altered.')
    const isMark = entered.alterId === made && after?.alterId === altered
    return safe(
      steps,
      `It rose by ${made - before} with the new voucher, by ${altered - made} with the altered one. The voucher’s AlterID is ${isMark ? '' : 'not '}the mark.`,
    )
  },
}

const alteredByGuid: Check = {
  name: 'by_guid',
  title: 'A voucher sent with the GUID of another as its key',
  why: 'The bridge never alters by Tally’s own GUID. This shows whether it could.',
  async run(bench) {
    const { voucher, key, entered } = await entry(bench, 'by_guid')
    if (entered === undefined) return notEntered()
    const text = renderVoucher(
      { ...voucher, narration: `${voucher.narration} by GUID` },
      { key, company: bench.company.name },
    )
    await bench.write(text.replace(/REMOTEID="[^"]*"/, `REMOTEID="${entered.guid}"`))
    const found = await bench.withKey(key)
    // The second voucher has another key than its narration says.
    if (found.length > 1) await bench.write(deletion(bench, voucher, entered.guid))
    if (found.length > 1) return safe('doubled', 'It is a second voucher.')
    return / by GUID \[/.test(found[0]?.narration ?? '')
      ? safe('altered', 'It is the same voucher, altered.')
      : safe('kept', 'It was not taken.')
  },
}

async function entry(bench: Bench, what: string) {
  const voucher = bill(bench, what)
  const { key, entered } = await bench.enter(what, voucher)
  return { voucher, key, entered }
}

function notEntered(): Found {
  return unclear('not entered', 'The first was not entered, so that nothing can be tried with it.')
}

export const takenAway: readonly Check[] = [deleted, cancelled, marks, alteredByGuid]

import type { Entered } from '../../books.ts'
import { remoteIdOf } from '../../keys.ts'
import { renderVoucher } from '../../tally/render.ts'
import type { Voucher } from '../../vouchers/voucher.ts'
import type { Bench } from '../bench.ts'
import { type Check, type Found, reasonOf, safe, unclear, unsafe } from '../check.ts'
import { bill, deletion } from '../sample-vouchers.ts'

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

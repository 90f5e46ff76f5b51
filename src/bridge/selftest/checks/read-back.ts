import { foldText } from '../../../platform/text.ts'
import { remoteIdOf } from '../../keys.ts'
import { differences } from '../../tally/compare.ts'
import { textOf, childOf, textsWithin } from '../../tally/tree.ts'
import { daysAfter, type Voucher } from '../../vouchers/voucher.ts'
import { type Bench, type Check, type Found, reasonOf, safe, unclear, unsafe } from '../bench.ts'
import { names, bill, besidePlain, withPurchase } from '../sample-vouchers.ts'

/* Whether an entered voucher is found again, and reads as it was sent. */

/** Characters that have gone wrong elsewhere. */
const signs = '“7” & Co <₹ 1,234.50> मीठा, ગોળ, é'

const letters: Check = {
  name: 'letters',
  title: '&, ₹, Devanagari and Gujarati in a name and in a narration',
  why: 'A seller whose name reads back otherwise would be another one.',
  async run(bench) {
    const plain = bill(bench, 'letters')
    const voucher = withParty({ ...plain, narration: `${plain.narration} ${signs}` }, names.words)
    const { found, refused } = await entered(bench, 'letters', voucher)
    if (found === undefined) return refused
    const otherwise = differences(voucher, found)
    if (otherwise.length > 0) return unsafe('changed', otherwise.join(' '))
    return found.narration.includes(signs)
      ? safe('exact', 'All came back as it was sent.')
      : safe(
          'narration changed',
          `The name is kept; the narration reads back as “${found.narration}”.`,
        )
  },
}

const alike: Check = {
  name: 'alike_names',
  title: 'A ledger named in other case, with a hyphen for the space',
  why: 'Before a ledger is made, the bridge takes such names for one, as Tally would alter the one that is there.',
  async run(bench) {
    const other = names.purchase.toLowerCase().replace(' ', '-')
    const voucher = withPurchase(bill(bench, 'alike_names'), other)
    const { found } = await entered(bench, 'alike_names', voucher)
    if (found === undefined)
      return safe('two', 'Tally takes them for two. The bridge is more careful than it need be.')
    return safe('one', 'Tally takes them for one, as the bridge does.')
  },
}

const ways: Check = {
  name: 'found_by',
  title: 'A voucher found by its key, its GUID, its number in Tally, and its REMOTEID',
  why: 'By the key in the narration, and by the GUID, the bridge finds what it entered before it sends anything.',
  async run(bench) {
    const key = bench.keyOf('found_by')
    const { found, refused } = await entered(bench, 'found_by', bill(bench, 'found_by'))
    if (found === undefined) return refused
    const byGuid = await bench.where(`$GUID = "${found.guid}"`)
    const byId = await bench.where(`$MasterID = ${found.masterId}`)
    const [row] = await bench.rows(`$GUID = "${found.guid}"`, ['GUID', 'NARRATION'])
    const remoteId = textOf(childOf(row, '@REMOTEID'))
    const isOurs = remoteId === remoteIdOf(key)
    const all = [
      'key',
      ...(byGuid.length === 1 ? ['GUID'] : []),
      ...(byId.length === 1 ? ['MASTERID'] : []),
      ...(isOurs ? ['REMOTEID'] : []),
    ]
    const outcome = all.join(', ')
    if (byGuid.length !== 1) return unsafe(outcome, `By its GUID ${byGuid.length} are found.`)
    return safe(
      outcome,
      isOurs
        ? 'REMOTEID reads back as it was sent.'
        : 'REMOTEID reads back as Tally’s own: the key in the narration is needed.',
    )
  },
}

const days: Check = {
  name: 'found_in_period',
  title: 'A voucher looked for on its day, and on the days after',
  why: 'Bills that somebody typed by hand are looked for in their year, bank entries on their day.',
  async run(bench) {
    const key = bench.keyOf('found_in_period')
    const { found, refused } = await entered(
      bench,
      'found_in_period',
      bill(bench, 'found_in_period'),
    )
    if (found === undefined) return refused
    const on = await bench.withKey(key, { from: bench.date, to: bench.date })
    const after = await bench.withKey(key, {
      from: daysAfter(bench.date, 1),
      to: daysAfter(bench.date, 30),
    })
    if (on.length !== 1) return unsafe('not found', 'It is not found on its own day.')
    return after.length === 0
      ? safe('its day only', 'It is found on its day, and not after.')
      : unsafe('always', 'It is found in days that it is not dated in.')
  },
}

const bills: Check = {
  name: 'bills',
  title: 'What a voucher says of its bill',
  why: 'Bills are paid off by their numbers. Tally drops these where a ledger keeps no bills, without a word.',
  async run(bench) {
    const kept = await billsOf(bench, 'bills', bill(bench, 'bills'))
    const dropped = await billsOf(
      bench,
      'bills_plain',
      withParty(bill(bench, 'bills_plain'), names.plain),
    )
    if (kept === undefined || dropped === undefined)
      return unclear('not entered', 'One was not entered.')
    const outcome = `${kept === '' ? 'dropped' : 'kept'}, ${dropped === '' ? 'dropped' : 'kept'}`
    return safe(
      outcome,
      `A seller with bills: ${kept || 'nothing is kept'}. A seller without: ${dropped || 'nothing is kept'}.`,
    )
  },
}

async function billsOf(bench: Bench, what: string, voucher: Voucher): Promise<string | undefined> {
  const { found } = await entered(bench, what, voucher)
  if (found === undefined) return undefined
  const [row] = await bench.rows(`$GUID = "${found.guid}"`, [
    'GUID',
    'ALLLEDGERENTRIES.BILLALLOCATIONS.*',
  ])
  const types = textsWithin(row, 'BILLTYPE').map((text) => text.trim())
  return [...new Set(types)].filter((text) => text !== '').join(', ')
}

const drafts: Check = {
  name: 'drafts',
  title: 'A voucher that is sent as optional',
  why: 'A shop may have its bills entered as drafts, which Tally does not count.',
  async run(bench) {
    const voucher: Voucher = { ...bill(bench, 'drafts'), isOptional: true }
    const { found, refused } = await entered(bench, 'drafts', voucher)
    if (found === undefined) return refused
    return found.isOptional
      ? safe('optional', 'It is optional.')
      : unsafe('counted', 'It counts in the books, although it was sent as a draft.')
  },
}

async function entered(bench: Bench, what: string, voucher: Voucher) {
  const { told, entered: found } = await bench.enter(what, voucher)
  const refused: Found = isTaken(told.outcome)
    ? unsafe('not found', 'Tally says that it was entered, and it is not found by its key.')
    : unclear('not entered', `It was not entered: ${reasonOf(told)}`)
  return { found, refused }
}

function isTaken(outcome: string): boolean {
  return outcome === 'created' || outcome === 'altered'
}

function withParty(voucher: Voucher, party: string): Voucher {
  const isOld = (ledger: string) => foldText(ledger) === foldText(voucher.party)
  const entries = voucher.entries.map((entry) =>
    isOld(entry.ledger) ? { ...entry, ledger: party } : entry,
  )
  return { ...voucher, party, entries }
}

export const readBack: readonly Check[] = [letters, besidePlain(alike), ways, days, bills, drafts]

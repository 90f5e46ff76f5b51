import { openJournal } from '../../src/bridge/journal/journal.ts'

/** Notes the lines of this many vouchers in the journal of a folder. */
const [folder = '', vouchers = '0'] = process.argv.slice(2)
const journal = openJournal(folder, { now: () => 1 })
const entered = { guid: 'g', masterId: 1, alterId: 1, voucherNo: '1', mark: 1 }
for (let n = 0; n < Number(vouchers); n++) {
  const part = { subject: `scan:${n}`, part: 0 }
  journal.note(part, { step: 'unknown', detail: { message: '' } })
  journal.note(part, { step: 'answered', detail: { outcome: 'accepted', raw: '' } })
  journal.note(part, { step: 'verified', detail: entered })
  journal.note(part, { step: 'acked', detail: { as: 'verified' } })
}
// Without closing it, which would bring everything to the disk.
process.exit()

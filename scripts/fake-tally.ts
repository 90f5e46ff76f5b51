// A fake Tally as a process of its own, for drills. Its file keeps every answered change, also after kill -9. Its first line names its
// address. Lines on its input play the person at its keyboard, and faults. Each line gets one line as its answer:
// vouchers · types PARTY REFERENCE PAISE · edits ID NARRATION · cancels ID · deletes ID · dialog open|close · next FAULT · busy
import { parseArgs } from 'node:util'
import { isFault, openFakeTally, type FakeTally } from '../src/stand-ins/tally/fake-tally.ts'
import { companiesWith } from './bridge-loop/many-ledgers.ts'
import { playActs } from './fake-acts.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9000' },
    file: { type: 'string' },
    'import-ms': { type: 'string', default: '0' },
    ledgers: { type: 'string', default: '0' },
    educational: { type: 'boolean', default: false },
    'doubles-items': { type: 'boolean', default: false },
    'posts-into-loaded': { type: 'boolean', default: false },
  },
})

const tally = await openFakeTally({
  port: Number(values.port),
  companies: companiesWith(Number(values.ledgers)),
  ...(values.file === undefined ? {} : { file: values.file }),
  importMs: Number(values['import-ms']),
  isEducational: values.educational,
  upsertsItemInvoices: !values['doubles-items'],
  wrongCompanyOnWrite: values['posts-into-loaded'] ? 'postedIntoLoaded' : 'refused',
})
console.log(JSON.stringify({ url: tally.url }))
const { person } = tally
await playActs({
  vouchers: () => tally.vouchers(),
  types: (party, ...bill) => person.types(purchase(party, bill)),
  edits: (id, ...words) => person.edits(Number(id), { narration: words.join(' ') }),
  cancels: (id) => person.cancels(Number(id)) ?? 'cancelled',
  deletes: (id) => person.deletes(Number(id)) ?? 'deleted',
  dialog: (how) => (how === 'open' ? person.opensDialog() : person.closesDialog()) ?? how,
  busy: () => ({ ms: tally.busyMs() }),
  next: (fault) =>
    isFault(fault) ? (tally.next(fault) ?? fault) : { error: 'There is no such fault.' },
})
tally.close()

/** A purchase dated today. `_` stands for a space in the party's name. */
function purchase(
  party: string,
  [reference = '', paise = '0']: readonly string[],
): Parameters<FakeTally['person']['types']>[0] {
  const ledger = party.replaceAll('_', ' ')
  const entries = [
    { ledger, paise: -Number(paise) },
    { ledger: 'Purchase 0%', paise: Number(paise) },
  ]
  const date = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  return { type: 'Purchase', date, party: ledger, reference, entries }
}

import { owner, type Console } from './console.ts'

/** Books that a bridge has read: one document is in, others wait for a seller, a tax, or for nothing that can be found. */
export async function fillBooks(daybook: Console): Promise<void> {
  const input = ['--user', owner.email, '--service', 'scan-export', '--all-users', '--json']
  const name = ['--name', 'Bridge', '--scope', 'scans:import']
  const made: { key: string } = JSON.parse(await daybook.run(['key', 'create', ...input, ...name]))
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${daybook.url}/scan-export/api/public/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${made.key}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  await send('PUT', 'bridge/report', {
    system: 'tally',
    company: { name: 'Sharma Stores', guid: 'g', number: '100001', books_from: '2026-04-01' },
    health: 'silent',
    sentence: '',
    version: '0.1.0',
    machine: 'COUNTER-PC',
    waiting: 4,
  })
  await send('PUT', 'bridge/masters', {
    kind: 'ledger',
    masters: [
      { id: 'oils', name: 'Deccan Oils', alter_id: 1, parent: 'Sundry Creditors' },
      { id: 'igst', name: 'Input IGST', alter_id: 2, parent: 'Duties & Taxes' },
    ],
  })
  await send('POST', 'import-results', {
    results: results.map((row, at) => ({ part: at, ...row })),
  })
}

const id = '01a00000-0000-7000-8000-0000000000d1'

const results = [
  {
    id,
    outcome: 'imported',
    external: { system: 'tally', company: 'Sharma Stores', voucher_id: 'g-01', voucher_no: '118' },
  },
  { id, outcome: 'parked', code: 'ledger_missing', field: 'party:|Deccan Oils' },
  { id, outcome: 'parked', code: 'ledger_missing', field: 'ledger:igst_input:18' },
  { id, outcome: 'parked', code: 'item_missing', field: 'item:Basmati Rice 5 kg' },
  { id, outcome: 'failed', code: 'totals_mismatch', field: 'total' },
]

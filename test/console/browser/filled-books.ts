import { takeLease } from '../../../src/books/leases/lease.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { dataDir } from '../../../src/platform/disk/data-dir.ts'
import { owner, type Console } from './console.ts'

/** What is in the books or not; the second document whole. */
type Ids = { document: string; second: string; order: string }

/** Books that a bridge has read: one document is in, others wait for a seller, a tax, or for nothing that can be found. */
export async function fillBooks(daybook: Console, ids: Ids): Promise<void> {
  const documentsKey = await makeKey(daybook, 'scan-export', [
    '--all-users',
    '--scope',
    'scans:import',
  ])
  const ordersKey = await makeKey(daybook, 'storefront', ['--scope', 'orders:write'])
  const send = senderTo(`${daybook.url}/scan-export`, documentsKey.key)
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
  await send('POST', 'import-results', { results: inParts(resultsOfDocuments(ids)) })
  const sendToShop = senderTo(`${daybook.url}/storefront`, ordersKey.key)
  await sendToShop('POST', 'import-results', { results: inParts(resultsOfOrder(ids)) })
  await lease(daybook, documentsKey.id, ids)
}

function inParts(rows: readonly object[]): object[] {
  return rows.map((row, part) => ({ part, ...row }))
}

type Key = { id: string; key: string }

async function makeKey(daybook: Console, service: string, options: string[]): Promise<Key> {
  const about = ['--user', owner.email, '--service', service, '--name', 'Bridge']
  return JSON.parse(await daybook.run(['key', 'create', ...about, ...options, '--json']))
}

function senderTo(service: string, key: string) {
  return async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${service}/api/public/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
}

const voucher = { system: 'tally', company: 'Sharma Stores', voucher_no: '118' }

/** One that was entered as several vouchers, one that misses more than is shown at once. */
function resultsOfDocuments({ document: id, second }: Ids) {
  return [
    { id, outcome: 'imported', external: { ...voucher, voucher_id: 'g-01' } },
    { id, outcome: 'parked', code: 'ledger_missing', field: 'party:|Deccan Oils' },
    { id, outcome: 'parked', code: 'ledger_missing', field: 'ledger:igst_input:18' },
    { id, outcome: 'parked', code: 'item_missing', field: 'item:Basmati Rice 5 kg' },
    { id, outcome: 'parked', code: 'type_missing', field: 'master:Debit Note' },
    { id, outcome: 'parked', code: 'unit_missing', field: 'unit:Bag' },
    { id, outcome: 'failed', code: 'totals_mismatch', field: 'total', attempts: 3 },
    ...['g-02', 'g-03'].map((guid) => ({
      id: second,
      outcome: 'imported',
      external: { ...voucher, voucher_id: guid },
    })),
  ]
}

function resultsOfOrder({ order: id }: Ids) {
  return [
    { id, outcome: 'imported', external: { ...voucher, voucher_no: '9' } },
    { id, outcome: 'parked', code: 'gst_mismatch', field: 'igst', attempts: 2 },
  ]
}

/** A program took both to work on two minutes ago, for an hour. */
async function lease(daybook: Console, keyId: string, ids: Ids): Promise<void> {
  const database = openDatabaseForCommand(dataDir(daybook.dir), Date.now())
  const taking = { keyId, seconds: 3600, id: undefined, now: Date.now() - 120_000 }
  await database.write((conn) => {
    takeLease(conn, 'scan', [ids.document], taking)
    takeLease(conn, 'order', [ids.order], taking)
  })
  await database.close()
}

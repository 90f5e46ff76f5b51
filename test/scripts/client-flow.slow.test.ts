import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, Paper } from '../../scripts/client-flow/ledger.ts'
import { readLedger } from '../../scripts/client-flow/ledger.ts'
import { countScans, violationsOf } from '../../scripts/client-flow/proof.ts'
import { checkDatabase, checkTidied } from '../../scripts/crash-loop/database-checks.ts'
import { meena, openShop, ravi, type Shop } from '../support/shop.ts'
import { damageDatabase } from './damage-database.ts'
import { playFlow } from './play-flow.ts'

// The crash loop is worth as much as its proof: each of these takes a run that is right, breaks one thing, and expects
// the rule that was broken to be named.

const finalRavi = new Map([[ravi, { waiting: 0, listed: [] }]])

describe('the proof from a ledger', () => {
  test('accepts a run in which all arrived once', () => {
    expect(broken(goodRun())).toEqual([])
  })

  test('sees that an eligible scan never came', () => {
    const run = [
      ...sent('a', { invoiceNo: 'INV-1' }),
      ...sent('b', {}),
      delivered('a', 'INV-1'),
      ...acknowledged({ ids: ['a'] }),
    ]
    expect(violations(run)).toEqual([
      { rule: 'every eligible scan arrives', detail: 'b (b.pdf) never came' },
    ])
  })

  test('sees that a scan came again after its acknowledgement', () => {
    expect(broken([...goodRun(), delivered('a', 'INV-1')])).toEqual([
      'nothing acknowledged is delivered again',
    ])
  })

  test('lets a scan come again before its acknowledgement was answered', () => {
    const [sendA, upA, ...rest] = goodRun()
    expect(broken([sendA, upA, delivered('a', 'INV-1'), ...rest].filter(isEntry))).toEqual([])
  })

  test('sees a call that acknowledges what was never written down', () => {
    const run = [...sent('a', {}), ...acknowledged({ ids: ['a'] })]
    expect(broken(run)).toEqual(['acknowledged means delivered'])
  })

  test('sees a copy that came although its original was acknowledged before', () => {
    const run = [
      ...sent('a', { invoiceNo: 'INV-1' }),
      ...sent('b', { invoiceNo: 'INV-1' }),
      delivered('a', 'INV-1'),
      ...acknowledged({ ids: ['a'] }),
    ]
    expect(broken(run)).toEqual([])
    expect(broken([...run, delivered('b', 'INV-1')])).toEqual(['copies stay settled'])
  })

  test('expects a copy that was sent after the acknowledgement of its original', () => {
    const run = [
      ...sent('a', { invoiceNo: 'INV-1' }),
      delivered('a', 'INV-1'),
      ...acknowledged({ ids: ['a'] }),
      ...sent('b', { invoiceNo: 'INV-1' }),
    ]
    expect(broken(run)).toEqual(['every eligible scan arrives'])
    expect(broken([...run, delivered('b', 'INV-1')])).toEqual([])
  })

  test('expects the same number from another seller, and the same pages in another category', () => {
    const other = { gstin: '29AAGCB7383J1Z4' }
    const run = [
      ...sent('a', { invoiceNo: 'INV-1', gstin: '27AAPFU0939F1ZV', document: 'pages' }),
      ...sent('b', { invoiceNo: 'INV-1', ...other }),
      ...sent('c', { document: 'pages', category: 'bank_entry' }),
      ...sent('d', { document: 'pages' }),
      delivered('a', 'INV-1'),
      ...acknowledged({ ids: ['a'] }),
    ]
    expect(violations(run).map(({ detail }) => detail)).toEqual([
      'b (b.pdf) never came',
      'c (c.pdf) never came',
    ])
  })

  test('takes an acknowledged number for all scans of that user with it, and of nobody else', () => {
    const run = [
      ...sent('a', { invoiceNo: 'INV-1' }),
      ...sent('b', { invoiceNo: 'INV-1', gstin: '29AAGCB7383J1Z4' }),
      ...sent('c', { invoiceNo: 'INV-1' }, meena),
      delivered('a', 'INV-1'),
      ...acknowledged({ invoice_nos: ['INV-1'] }),
    ]
    expect(violations(run).map(({ detail }) => detail)).toEqual(['c (c.pdf) never came'])
  })

  test('sees a scan that came to another user, one that was entered twice, and one that nobody sent', () => {
    const run = [...sent('a', { invoiceNo: 'INV-1' }), delivered('a', 'INV-1', meena)]
    expect(broken(run)).toEqual(['scans go to their own user'])
    const twice = delivered('a', 'INV-1', ravi, 'a2')
    expect(broken([...goodRun(), twice])).toContain('an upload is entered once')
    expect(broken([...goodRun(), delivered('z', null)])).toEqual([
      'only what was sent is delivered',
    ])
  })

  test('sees a pending document that was delivered, and a number that changed on the way', () => {
    const pending = sent('a', { eligible: false })
    expect(broken(pending)).toEqual([])
    expect(broken([...pending, delivered('a', null)])).toEqual([
      'only successful scans are delivered',
    ])
    expect(broken([...sent('a', { invoiceNo: 'INV-1' }), delivered('a', 'INV-2')])).toEqual([
      'delivered as sent',
    ])
  })

  test('sees that something is left at the end', () => {
    const final = new Map([[ravi, { waiting: 1, listed: ['b'] }]])
    const left = violationsOf(goodRun(), { onlyOurs: true, final })
    expect(left.map(({ rule }) => rule)).toEqual(['nothing is left'])
  })
})

describe('the client flow against a server', () => {
  let shop: Shop

  beforeEach(async () => {
    shop = await openShop()
  })

  afterEach(async () => {
    await shop.close()
    rmSync(`${shop.dir.root}-ledger`, { force: true })
  })

  test('sends documents, takes them all once, and the book agrees; each damage to the book is seen', async () => {
    const entries = await runFlow(shop)
    const { uploaded, delivered: arrived, acknowledged: settled } = countScans(entries)
    expect(uploaded).toBeGreaterThan(40)
    expect(arrived).toBeGreaterThan(20)
    expect(settled).toBeGreaterThanOrEqual(arrived)
    // One that still waits, as an import would bring it.
    await shop.addScan({ filename: 'old-1.pdf', metadata: { 'Invoice No.': 'OLD-1' } })
    const faults = () =>
      rulesOf([...checkDatabase(shop.dir.root, entries), ...checkTidied(shop.dir.root)])
    expect(faults()).toEqual([])
    for (const [damage, rule] of damages) {
      const undo = damageDatabase(shop, damagedTables, damage)
      expect([damage, faults()]).toEqual([damage, expect.arrayContaining([rule])])
      undo()
    }
    writeFileSync(join(shop.dir.documents, 'left.part'), 'half a file')
    expect(faults()).toEqual(['no orphan file'])
  })
})

const oneSynced = '(SELECT max(id) FROM scans WHERE synced_at IS NOT NULL AND duplicate_of IS NULL)'

const damagedTables = [
  'scans',
  'documents',
  'files',
  'credit_entries',
  'credit_balances',
  'idempotency_keys',
  'rename_rule_state',
  'waiting_scans',
  'waiting_counts',
  'settings',
]

/** What a broken server might leave, and the rule that must name it. */
const damages: readonly (readonly [sql: string, rule: string])[] = [
  [`DELETE FROM scans WHERE id = ${oneSynced}`, 'nothing acknowledged is lost'],
  [`UPDATE scans SET synced_at = NULL WHERE id = ${oneSynced}`, 'the queue holds what is unsynced'],
  ['UPDATE scans SET filename = (SELECT min(filename) FROM scans)', 'an upload is entered once'],
  ['DELETE FROM waiting_scans', 'the queue holds what is unsynced'],
  ['UPDATE waiting_counts SET scans = scans + 1', 'the counts of the queue are right'],
  ["UPDATE waiting_scans SET data = '{}'", 'what waits follows the rules in force'],
  ['UPDATE waiting_scans SET rules_until = 9', 'no staged rows are left'],
  ['DELETE FROM idempotency_keys', 'an upload is whole'],
  ['DELETE FROM credit_entries', 'one credit for a successful scan'],
  ['UPDATE credit_balances SET balance = balance - 1', 'the balance is the sum'],
  ["UPDATE files SET state = 'deleting'", 'a document has its file'],
  ['UPDATE documents SET bytes = bytes + 1', 'a document has its file'],
  ['UPDATE scans SET document_id = NULL; DELETE FROM documents', 'no orphan row'],
  ["UPDATE rename_rule_state SET change_id = 'x'", 'no change of rules is left half done'],
  [
    `UPDATE scans SET duplicate_of = id WHERE id = ${oneSynced}`,
    'copies belong to what settled them',
  ],
  ["DELETE FROM settings WHERE name = 'scan-export.reading'", 'what waits to be read is queued'],
  ["UPDATE scans SET document_id = 'none' WHERE document_id IS NOT NULL", 'foreign keys'],
]

async function runFlow(shop: Shop): Promise<Entry[]> {
  const ledger = `${shop.dir.root}-ledger`
  const flow = [
    `--base=${shop.url}/scan-export`,
    `--ledger=${ledger}`,
    `--key=${ravi}=${shop.keys.ravi}`,
    `--key=${meena}=${shop.keys.meena}`,
    '--pause=5',
    '--only-ours',
  ]
  await playFlow(flow, () => {
    const entries = readLedger(ledger)
    const { uploaded, delivered: arrived } = countScans(entries)
    return uploaded > 40 && arrived > 20 && entries.some(isUnread)
  })
  return readLedger(ledger)
}

/** A file that waits to be read: it is answered before the flow ends. */
function isUnread(entry: Entry): boolean {
  return entry.type === 'sending' && entry.papers.some(({ eligible }) => !eligible)
}

function goodRun(): Entry[] {
  return [
    ...sent('a', { invoiceNo: 'INV-1' }),
    ...sent('b', {}),
    delivered('a', 'INV-1'),
    delivered('b', null),
    ...acknowledged({ ids: ['a', 'b'] }),
  ]
}

function sent(id: string, paper: Partial<Paper>, user = ravi): Entry[] {
  const whole: Paper = {
    filename: `${id}.pdf`,
    category: 'vendor_invoice',
    eligible: true,
    invoiceNo: null,
    gstin: null,
    vendorName: null,
    invoiceDate: null,
    document: null,
    ...paper,
  }
  return [
    { type: 'sending', user, key: id, papers: [whole] },
    { type: 'uploaded', user, key: id, ids: [id] },
  ]
}

function delivered(name: string, invoiceNo: string | null, user = ravi, id = name): Entry {
  return { type: 'delivered', user, id, filename: `${name}.pdf`, invoice_no: invoiceNo }
}

function acknowledged(named: { ids?: string[]; invoice_nos?: string[] }): Entry[] {
  const whole = { user: ravi, ids: [], invoice_nos: [], ...named }
  return [
    { type: 'marking', ...whole },
    { type: 'acknowledged', ...whole, updated: 1, synced_at: '2026-11-21T00:00:00.000Z' },
  ]
}

function isEntry(entry: Entry | undefined): entry is Entry {
  return entry !== undefined
}

function violations(entries: readonly Entry[]) {
  return violationsOf(entries, { onlyOurs: true, final: finalRavi })
}

function broken(entries: readonly Entry[]): string[] {
  return rulesOf(violations(entries))
}

function rulesOf(found: readonly { rule: string }[]): string[] {
  return [...new Set(found.map(({ rule }) => rule))]
}

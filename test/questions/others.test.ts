import { describe, expect, test } from 'bun:test'
import { addBill, august, bring, shop } from '../gstr2b/month-shop.ts'
import { portalRow } from '../gstr2b/portal-file.ts'
import { silentLog } from '../../src/platform/log.ts'
import { noPasswords } from '../support/passwords.ts'
import { scanService, type ScanService } from '../support/scan-service.ts'
import { addName } from '../../src/names/add-name.ts'
import { filedBills, letters } from '../../src/questions/gstr2b.ts'
import { unknownLabels, unknownNames } from '../../src/questions/names.ts'
import type { Asker, QuestionDeps, QuestionOwner } from '../../src/questions/question.ts'

const owner: Asker = { userId: 'owner', role: 'owner', isClerk: false, isCounter: false }
const clerk: Asker = { userId: 'ravi', role: 'member', isClerk: true, isCounter: false }

function depsOf({ database, clock, deps }: ScanService): QuestionDeps {
  return {
    database,
    clock,
    scanExport: deps,
    storefront: { database, clock, store: deps.store },
    passwords: noPasswords,
    log: silentLog,
  }
}

async function asked(deps: QuestionDeps, of: QuestionOwner) {
  const { open, total } = await of.find(deps, owner, { first: null, limit: 20 })
  return { open, total, question: open[0]?.question }
}

describe('the GSTR-2B', () => {
  test('asks whether a filed bill that differs is the shop’s, with the differences', async () => {
    await using service = shop()
    const deps = depsOf(service)
    expect(await asked(deps, filedBills)).toMatchObject({ open: [], total: 0 })
    const id = await addBill(service)
    await bring(service, [
      portalRow({ value: 210_000, taxable: 200_000, cgst: 5_000, sgst: 5_000 }),
    ])
    const { question, open } = await asked(deps, filedBills)
    expect(question).toMatchObject({
      kind: 'gstr2b',
      subject: { id, title: 'Shree Traders · ST/118' },
      asks: { code: 'filed otherwise' },
      because: expect.arrayContaining(['Total: ₹2,100.00 in the 2B, ₹1,050.00 on the bill.']),
      evidence: {
        type: 'filed',
        rows: expect.arrayContaining([{ key: 'total', filed: '₹2,100.00', bill: '₹1,050.00' }]),
        paper: null,
      },
      proposals: [{ id: 'same' }],
      answers: ['different'],
    })
    const undo = await open[0]?.answer({ choice: 'same', text: '' })
    expect((await asked(deps, filedBills)).total).toBe(0)
    await undo?.()
    expect((await asked(deps, filedBills)).total).toBe(1)
    expect(filedBills.isFor(clerk)).toBe(false)
  })

  test('has a letter to each seller who still has to send bills, until somebody asked', async () => {
    await using service = shop()
    const deps = depsOf(service)
    await bring(service, [portalRow({ number: 'A/1' }), portalRow({ number: 'A/2' })])
    const { question, open } = await asked(deps, letters)
    expect(question).toMatchObject({
      asks: { code: 'bills to send', values: { seller: 'Shree Traders', count: '2' } },
      evidence: { type: 'text', text: expect.stringContaining('A/1') },
    })
    const undo = await open[0]?.answer({ choice: 'asked', text: '' })
    expect((await asked(deps, letters)).total).toBe(0)
    await undo?.()
    expect((await asked(deps, letters)).total).toBe(1)
    expect(service.clock.now()).toBe(august)
  })
})

describe('unknown names', () => {
  test('are asked about where they look like a name of the list, and become its alias', async () => {
    await using service = scanService()
    const deps = depsOf(service)
    const input = { name: 'Saraswati Paper Mart', aliases: [] }
    await service.database.write((conn) => addName(conn, 'vendor', input, 0))
    await service.addScan({ metadata: { Supplier: 'M/s Saraswati Paper Mart Pune' } })
    await service.addScan({ metadata: { Supplier: 'Nobody Like This' } })
    const names = unknownNames(deps)
    const { question, open, total } = await asked(deps, names)
    expect(total).toBe(1)
    expect(question).toMatchObject({
      asks: { code: 'spelling vendor' },
      proposals: [{ id: 'alias', name: 'Saraswati Paper Mart' }],
    })
    const undo = await open[0]?.answer({ choice: 'alias', text: '' })
    expect((await asked(deps, names)).total).toBe(0)
    await undo?.()
    const dismiss = await (
      await asked(deps, names)
    ).open[0]?.answer({ choice: 'different', text: '' })
    expect((await asked(deps, names)).total).toBe(0)
    await dismiss?.()
    expect((await asked(deps, names)).total).toBe(1)
  })
})

describe('unknown labels', () => {
  test('are asked about where they look like a field, and become a rule', async () => {
    await using service = scanService()
    const deps = depsOf(service)
    await service.addScan({ metadata: { 'Bill Numb': 'A-1', Supplier: 'Acme' } })
    const labels = unknownLabels(deps)
    const { question, open, total } = await asked(deps, labels)
    expect(total).toBe(1)
    expect(question).toMatchObject({
      asks: { code: 'label', values: { label: 'Bill Numb', field: 'Bill number', example: 'A-1' } },
      proposals: [{ id: 'rule', name: 'Bill number' }],
    })
    const undo = await open[0]?.answer({ choice: 'rule', text: '' })
    expect((await asked(deps, labels)).total).toBe(0)
    await undo?.()
    expect((await asked(deps, labels)).total).toBe(1)
  })
})

import { describe, expect, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import {
  changeRules,
  moveScan,
  putBackScan,
  removeScan,
} from '../../../../src/services/scan-export/service.ts'
import { scanDesk, type ScanDesk } from '../../../support/scan-desk.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import { rowsOf } from '../sweeping.ts'

describe('a scan that was added by mistake', () => {
  test('is removed with its document and its file, and the history says so', async () => {
    await using desk = scanDesk()
    const hash = Bun.SHA256.hash('a bill', 'hex')
    const id = await desk.addScan({ content: 'a bill', filename: 'wrong.pdf' })
    const before = balance(desk)
    await removeScan(desk.deps, id, 'ravi')
    expect(rowsOf(desk)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
    expect(desk.deps.store.has('documents', hash)).toBe(false)
    expect(balance(desk)).toBe(before)
    expect(entriesOf(desk)).toEqual([
      ['scan removed', 'ravi', { id, filename: 'wrong.pdf', category: 'vendor_invoice' }],
    ])
    expect(await codeOf(removeScan(desk.deps, id, 'ravi'))).toBe('not_found')
  })

  test('leaves its file to another scan with the same bytes', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ content: 'one paper' })
    const other = await desk.addScan({ content: 'one paper' })
    await removeScan(desk.deps, id, 'ravi')
    expect(rowsOf(desk)).toEqual({ scans: 1, documents: 1, files: 1, waiting: 1 })
    expect(desk.deps.store.has('documents', Bun.SHA256.hash('one paper', 'hex'))).toBe(true)
    expect(desk.listed()).toEqual([other])
  })

  test('gives way to the twin that it hid', async () => {
    await using desk = scanDesk()
    const metadata = { invoice_no: 'A-1' }
    const first = await desk.addScan({ metadata, createdAt: noon - 2 })
    const twin = await desk.addScan({ metadata, createdAt: noon - 1 })
    expect(desk.listed()).toEqual([first])
    await removeScan(desk.deps, first, 'ravi')
    expect(desk.listed()).toEqual([twin])
  })

  test('is gone from the queue, also when the rules are being changed meanwhile', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { Zref: 'x' } })
    const changed = changeRules(desk.deps, [
      { type: 'label', from: 'Zref', to: 'note', category: null },
    ])
    await removeScan(desk.deps, id, 'ravi')
    await changed
    expect([desk.queued().size, desk.listed()]).toEqual([0, []])
  })

  test.each([{ failureReason: 'blurred' }, { pending: true }])(
    'is removed before it was read: %p',
    async (input) => {
      await using desk = scanDesk()
      const id = await desk.addScan(input)
      await removeScan(desk.deps, id, 'ravi')
      expect(rowsOf(desk)).toMatchObject({ scans: 0 })
    },
  )

  test('stays once it was acknowledged, as what or where it is', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ content: 'booked' })
    await desk.mark([id])
    expect(await codeOf(removeScan(desk.deps, id, 'ravi'))).toBe('conflict')
    expect(await codeOf(moveScan(desk.deps, id, 'purchase_order', 'ravi'))).toBe('conflict')
    expect(desk.scan(id)).toMatchObject({ category: 'vendor_invoice' })
    expect(desk.deps.store.has('documents', Bun.SHA256.hash('booked', 'hex'))).toBe(true)
  })

  test('is acknowledged when that came first at the same moment, and removed otherwise', async () => {
    await using desk = scanDesk()
    const [booked, wrong] = [await desk.addScan(), await desk.addScan()]
    const [, refused] = await Promise.all([
      desk.mark([booked]),
      codeOf(removeScan(desk.deps, booked, 'ravi')),
    ])
    const [, marked] = await Promise.all([removeScan(desk.deps, wrong, 'ravi'), desk.mark([wrong])])
    expect([refused, marked]).toEqual(['conflict', 0])
    expect(desk.scan(booked).syncedAt).toBe(noon)
    expect(rowsOf(desk)).toMatchObject({ scans: 1 })
  })

  test('leaves what it settled waiting when it was put back first', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ content: 'one paper', createdAt: noon - 2 })
    const copy = await desk.addScan({ content: 'one paper', createdAt: noon - 1 })
    await desk.mark([id])
    expect(desk.listed()).toEqual([])
    await putBackScan(desk.deps, id, 'owner')
    await removeScan(desk.deps, id, 'ravi')
    expect(desk.listed()).toEqual([copy])
    expect(desk.scan(copy)).toMatchObject({ duplicateOf: null, syncedAt: null })
  })
})

describe('a scan of another kind than it was added as', () => {
  test('is delivered as what it is, by the rules for that', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { 'Voucher No': '9' }, filename: 'order.pdf' })
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: '9' })
    await moveScan(desk.deps, id, 'purchase_order', 'ravi')
    await moveScan(desk.deps, id, 'purchase_order', 'ravi')
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ po_no: '9', invoice_no: '' })
    expect([desk.listed('ravi', 'purchase_order'), desk.listed('ravi', 'vendor_invoice')]).toEqual([
      [id],
      [],
    ])
    expect(entriesOf(desk)).toEqual([
      [
        'scan moved',
        'ravi',
        { id, filename: 'order.pdf', from: 'vendor_invoice', to: 'purchase_order' },
      ],
    ])
  })
})

function entriesOf({ database }: ScanDesk): unknown[] {
  const rows = database.read.select().from(history).all()
  return rows.map(({ action, userId, details }) => [action, userId, JSON.parse(details)])
}

function balance({ database }: ScanDesk): unknown {
  return database.read.$client.query('SELECT balance FROM credit_balances').values()[0]?.[0]
}

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Books, MasterKind } from '../../../src/bridge/books.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { booksOf } from '../../support/erpnext-desk.ts'

let erpnext: FakeErpnext
let books: Books

beforeEach(async () => {
  erpnext = await openFakeErpnext()
  books = await booksOf(erpnext)
})

afterEach(() => erpnext.close())

const mastersOf = async (kind: MasterKind, after = 0) =>
  await Array.fromAsync(books.masters(kind, after))

describe('what ERPNext has to enter into', () => {
  test('has sellers with their GSTIN and group, and items with unit and HSN', async () => {
    expect(await mastersOf('ledger')).toContainEqual({
      id: 'Supplier:Om Sai Wholesale',
      name: 'Om Sai Wholesale',
      alter_id: expect.any(Number),
      parent: 'All Supplier Groups',
      gstin: '27AGDFO8688H1ZB',
      state: 'Maharashtra',
    })
    expect(await mastersOf('item')).toContainEqual({
      id: 'Item:RICE-5KG',
      name: 'RICE-5KG',
      alter_id: expect.any(Number),
      unit: 'Bag',
      part_no: 'RICE-5KG',
      hsn: '1006',
      aliases: ['Basmati Rice 5 kg'],
    })
    expect(await books.sellerGroups()).toEqual(new Set(['all supplier groups']))
  })

  test('says of accounts of taxes which head they are, and leaves out groups and what is closed', async () => {
    const ledgers = await mastersOf('ledger')
    const named = (name: string) => ledgers.find((one) => one.name === name)
    expect(named('Input Tax SGST - KGS')).toMatchObject({ duty_head: 'SGST/UTGST' })
    expect(named('Expenses - KGS')).toBeUndefined()
    expect(named('Closed - KGS')).toBeUndefined()
    expect(named('Current - HDFC Bank')).toMatchObject({ aliases: ['50200012345678'] })
  })

  test('comes page by page, each once', async () => {
    for (let at = 0; at < 1_100; at++) {
      erpnext.person.types('Item', { item_code: `ITEM-${at}`, stock_uom: 'Nos', disabled: 0 })
    }
    const names = (await mastersOf('item')).map(({ name }) => name)
    expect(names).toHaveLength(1_104)
    expect(new Set(names).size).toBe(1_104)
  })

  test('that was changed since comes again, with what was saved shortly before', async () => {
    const mark = await books.masterMark()
    expect(await books.masterMark()).toBe(mark)
    erpnext.person.types('Supplier', { supplier_name: 'New Seller', disabled: 0 })
    const after = await books.masterMark()
    expect(after).toBeGreaterThan(mark)
    const changed = await mastersOf('ledger', after)
    expect(changed.map(({ name }) => name)).toContain('New Seller')
    expect(changed.map(({ name }) => name)).not.toContain('Om Sai Wholesale')
    expect(Math.max(...changed.map(({ alter_id }) => alter_id))).toBe(after)
  })

  test('is read without the fields of India Compliance where the app is not there', async () => {
    erpnext.behaviours.hasIndiaCompliance = false
    const sellers = (await mastersOf('ledger')).filter(({ id }) => id.startsWith('Supplier:'))
    expect(sellers).toHaveLength(4)
    expect(sellers[0]).not.toHaveProperty('gstin')
  })

  test('is not asked of a company that was made anew', async () => {
    erpnext.person.edits('Company', erpnext.company, { creation: '2026-01-01 00:00:00.000000' })
    expect(books.masterMark()).rejects.toThrow('not on this ERPNext')
    expect(books.mark()).rejects.toThrow('not on this ERPNext')
  })
})

describe('what a person asks for', () => {
  const seller = { parent: 'Sundry Creditors', field: 'party:|X', gstin: '', state: '' }

  test('a supplier is made once, in the group of all where theirs is not there', async () => {
    expect(await books.createLedger({ ...seller, name: 'New Seller' })).toBeUndefined()
    expect(await books.createLedger({ ...seller, name: 'New Seller' })).toBeUndefined()
    const made = erpnext.docs('Supplier').filter((doc) => doc['name'] === 'New Seller')
    expect(made).toMatchObject([{ supplier_group: 'All Supplier Groups' }])
    expect(erpnext.writes()).toHaveLength(1)
  })

  test('an account is made below a group of the chart, named with or without its company', async () => {
    const account = { ...seller, field: 'ledger:tcs', name: 'TCS Paid', parent: 'expenses' }
    expect(await books.createLedger(account)).toBeUndefined()
    expect(await books.createLedger({ ...account, parent: 'Expenses - KGS' })).toBeUndefined()
    expect(
      erpnext.docs('Account').filter((doc) => doc['account_name'] === 'TCS Paid'),
    ).toMatchObject([{ name: 'TCS Paid - KGS', parent_account: 'Expenses - KGS' }])
    expect(await books.createLedger({ ...account, name: 'X', parent: 'Nowhere' })).toBe(
      'ERPNext has no group of accounts “Nowhere”.',
    )
  })

  test('that ERPNext refuses is told in its words', async () => {
    const reader = await booksOf({ url: erpnext.url, token: erpnext.readerToken })
    expect(await reader.createLedger({ ...seller, name: 'New Seller' })).toContain(
      'Insufficient Permission',
    )
  })
})

test('stock is not told: a draft takes nothing off it', () => {
  expect(() => books.stock()).toThrow('draft')
})

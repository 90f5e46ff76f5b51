import { describe, expect, test } from 'bun:test'
import { importResults } from '../../../../src/books/tables.ts'
import { addMember, itemOf, scanRow } from '../../../support/member.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())
const member = await addMember(shop)

const external = { system: 'Tally', company: 'Sharma Stores', voucher_no: '118' }

async function revisionOf(id: string): Promise<string> {
  return String(itemOf(await member.unsynced(), id)?.['revision'])
}

function kept(id: string) {
  const rows = shop.database.read.select().from(importResults).all()
  return rows.filter(({ subjectId }) => subjectId === id)
}

describe('the revision of an item', () => {
  test('stays as long as what is delivered does, and changes with it', async () => {
    const id = await member.addScan({ metadata: { vendor_name: 'Sharma Trdrs' } })
    const first = await revisionOf(id)
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    await member.addScan()
    expect(await revisionOf(id)).toBe(first)
    await addVendor('Sharma Traders', 'Sharma Trdrs')
    expect(await revisionOf(id)).not.toBe(first)
  })
})

describe('items of mark-synced', () => {
  test('are marked under the revision that was fetched, and tell where they are', async () => {
    const id = await member.addScan()
    const items = [{ id, revision: await revisionOf(id), external }]
    const answer = await member.mark({ items, source: 'tally' })
    expect(answer.json).toMatchObject({
      ok: true,
      updated: 1,
      results: [{ id, status: 'marked', revision: null }],
    })
    expect(idsOf(await member.unsynced())).not.toContain(id)
    expect(scanRow(shop, id).syncedSource).toBe('tally')
    expect(kept(id)).toMatchObject([{ outcome: 'imported', system: 'Tally', voucherNo: '118' }])
  })

  test('that have changed since are stale: they wait on, and say their revision of now', async () => {
    const id = await member.addScan({ metadata: { vendor_name: 'Gupta And Sns' } })
    const fetched = await revisionOf(id)
    await addVendor('Gupta and Sons', 'Gupta And Sns')
    const answer = await member.mark({ items: [{ id, revision: fetched, external }] })
    const revision = await revisionOf(id)
    expect(revision).not.toBe(fetched)
    expect(answer.json).toMatchObject({
      updated: 0,
      results: [{ id, status: 'stale', revision }],
    })
    expect(kept(id)).toMatchObject([
      { outcome: 'parked', code: 'changed_since', voucherNo: '118', isOpen: true },
    ])
    const again = await member.mark({ items: [{ id, revision, external }] })
    expect(again.json).toMatchObject({ updated: 1, results: [{ status: 'marked' }] })
    expect(kept(id)).toMatchObject([{ outcome: 'imported', isOpen: false }])
  })

  test('without a revision are marked as they stand, and a repeat says so', async () => {
    const id = await member.addScan()
    await member.mark({ items: [{ id: id.toUpperCase() }] })
    const answer = await member.mark({ items: [{ id, revision: 'of some time before' }] })
    expect(answer.json).toMatchObject({
      updated: 0,
      results: [{ id, status: 'already', revision: null }],
    })
  })

  test('each have a result: unknown ones, those of others, what waits for no program, bad rows', async () => {
    const others = await shop.addScan({ userId: shop.users.meena })
    const failed = await member.addScan({ failureReason: 'It is too dark.' })
    const id = await member.addScan()
    const items = [
      { id: others },
      { id: failed },
      'nothing',
      { id, external: { voucher_no: '1' } },
      { id, revision: ['x'] },
      { id },
    ]
    const answer = await member.mark({ items })
    expect(answer.json['updated']).toBe(1)
    expect(answer.json['results']).toEqual([
      { id: others, status: 'unknown', revision: null },
      { id: failed, status: 'unknown', revision: null },
      {
        id: '',
        status: 'error',
        revision: null,
        error: {
          message: 'items must be an object, got "nothing".',
          code: 'invalid_request',
          field: 'items',
        },
      },
      {
        id,
        status: 'error',
        revision: null,
        error: {
          message: 'external.system is missing: it must be given.',
          code: 'invalid_request',
          field: 'external.system',
        },
      },
      {
        id,
        status: 'error',
        revision: null,
        error: {
          message: 'revision must be a revision, got ["x"].',
          code: 'invalid_request',
          field: 'revision',
        },
      },
      { id, status: 'marked', revision: null },
    ])
  })

  test('take the copies of a scan with them, but not those that are named themselves', async () => {
    const metadata = { invoice_no: 'COPY-1' }
    const [first, second, third] = [
      await member.addScan({ metadata, createdAt: Date.now() - 3000 }),
      await member.addScan({ metadata, createdAt: Date.now() - 2000 }),
      await member.addScan({ metadata, createdAt: Date.now() - 1000 }),
    ]
    const answer = await member.mark({ items: [{ id: first }, { id: third }] })
    expect(answer.json['updated']).toBe(2)
    expect(scanRow(shop, second).duplicateOf).toBe(first)
    expect(scanRow(shop, third).duplicateOf).toBeNull()
  })

  test('are a list of at most 10,000', async () => {
    expect((await member.mark({ items: 'all' })).status).toBe(400)
    const items = Array.from({ length: 10_001 }, () => ({ id: 'x' }))
    expect((await member.mark({ items })).status).toBe(400)
    expect((await member.mark({ items: [] })).status).toBe(400)
  })
})

async function addVendor(name: string, alias: string): Promise<void> {
  const body = { name, aliases: [alias] }
  const answer = await shop.call('POST', '/api/public/v1/vendors', { key: shop.keys.owner, body })
  expect(answer.status).toBe(200)
}

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { findAliasByText } from '../../../../src/names/queries.ts'
import type { SellerHabits } from '../../../../src/reader/habits/habit.ts'
import { insertLearntAlias } from '../../../../src/services/scan-export/reading/habits/aliases.ts'
import { keepSeller } from '../../../../src/services/scan-export/reading/habits/habits.ts'
import { listed, type Browser, ownersShop } from '../browser.ts'

/* What bills of sellers taught, over HTTP. */

let sellerId = ''

const gstin = '27ARZPV1134P1ZQ'
const confirmed = { times: 3, at: Date.UTC(2026, 10, 5) }

const habits: SellerHabits = {
  seller: gstin,
  bills: 3,
  fields: [
    {
      key: 'invoice_no',
      label: 'memo',
      printed: 'Memo',
      box: [0, 0, 0.1, 0.1],
      shape: '9',
      ...confirmed,
    },
  ],
  columns: [{ heading: 'nag', printed: 'Nag', key: 'qty', ...confirmed }],
  rates: [{ pct: 12, ...confirmed }],
}

const { shop, owner } = await ownersShop()
await shop.deps.database.write((conn) => {
  addName(conn, 'vendor', { name: 'Shree Traders', aliases: ['SHREE'] }, 0)
  const other = { ...habits, seller: 'kirananilaya', rates: [] }
  keepSeller(conn, { name: 'Kirana Nilaya', confirmedAt: confirmed.at, habits: other })
})

beforeEach(async () => {
  sellerId = await shop.deps.database.write((conn) => {
    const id = keepSeller(conn, { name: 'SHREE', confirmedAt: confirmed.at + 1, habits })
    const product = { name: 'Paracetamol 500 mg', aliases: ['PCM 500'] }
    addName(conn, 'product', product, 0)
    const alias = findAliasByText(conn).get({ kind: 'product', folded: 'pcm 500' })
    if (alias === undefined) throw new Error('There is no such alias.')
    const learnt = { aliasId: alias.id, sellerId: id, times: 2, confirmedAt: confirmed.at }
    insertLearntAlias(conn).run(learnt)
    return id
  })
})

afterEach(async () => {
  await owner.post(`/sellers/${sellerId}/forget-all`)
})

const forget = (kind: string, key: string, by: Browser = owner) =>
  by.post(`/sellers/${sellerId}/forget`, { kind, key })

async function shownSeller() {
  const { json } = await owner.get(`/sellers/${sellerId}`)
  return json
}

describe('sellers of whose bills something was learnt', () => {
  test('are listed, the newest first, as vendors where the list has them', async () => {
    const items = listed(await owner.get('/sellers'))
    expect(items).toMatchObject([
      { name: 'Shree Traders', gstin, vendor: { name: 'Shree Traders' }, bills: 3, things: 4 },
      { name: 'Kirana Nilaya', gstin: null, vendor: null, things: 2 },
    ])
    expect(listed(await owner.get('/sellers?search=kirana'))).toHaveLength(1)
    expect(listed(await owner.get('/sellers?search=27arz'))).toHaveLength(1)
    expect(listed(await owner.get('/sellers?search=nobody'))).toEqual([])
  })

  test('are shown with all that their bills taught, and how often', async () => {
    const at = new Date(confirmed.at).toISOString()
    expect(await shownSeller()).toMatchObject({
      name: 'Shree Traders',
      sellers: [
        {
          fields: [{ key: 'invoice_no', printed: 'Memo', times: 3, confirmedAt: at }],
          columns: [{ printed: 'Nag', key: 'qty' }],
          rates: [{ pct: 12 }],
          aliases: [{ alias: 'PCM 500', name: 'Paracetamol 500 mg', times: 2 }],
        },
      ],
    })
  })

  test('are found by their vendor, who may have taught nothing', async () => {
    const [vendor] = listed(await owner.get('/names?kind=vendor'))
    const found = await owner.get(`/sellers/${String(vendor?.['id'])}`)
    expect(found.json).toMatchObject({ name: 'Shree Traders', sellers: [{ id: sellerId }] })
    await owner.post(`/sellers/${sellerId}/forget-all`)
    const after = await owner.get(`/sellers/${String(vendor?.['id'])}`)
    expect(after.json).toMatchObject({ name: 'Shree Traders', sellers: [] })
  })

  test('are not found where nothing is known of them', async () => {
    expect((await owner.get('/sellers/nothing')).status).toBe(404)
  })
})

describe('what was learnt', () => {
  test.each([
    ['field', 'invoice_no', 'fields'],
    ['column', 'nag', 'columns'],
    ['rate', '12', 'rates'],
  ])('is forgotten, one %s at a time, once', async (kind, key, place) => {
    expect((await forget(kind, key)).status).toBe(200)
    expect(await shownSeller()).toMatchObject({ sellers: [{ [place]: [], things: 3 }] })
    expect((await forget(kind, key)).status).toBe(404)
  })

  test('is forgotten with its alias, which documents are not delivered by any more', async () => {
    const found = await shownSeller()
    const id = /"id":"([^"]+)","alias"/.exec(JSON.stringify(found))?.[1] ?? ''
    expect((await forget('alias', id)).status).toBe(200)
    expect(listed(await owner.get('/names?kind=product'))).toMatchObject([{ aliases: [] }])
    expect((await forget('alias', id)).status).toBe(404)
  })

  test('is forgotten of a seller as a whole, once, and Activity says so', async () => {
    expect((await owner.post(`/sellers/${sellerId}/forget-all`)).status).toBe(200)
    expect((await owner.get(`/sellers/${sellerId}`)).status).toBe(404)
    expect((await owner.post(`/sellers/${sellerId}/forget-all`)).status).toBe(404)
    const [last] = listed(await owner.get('/activity'))
    expect(last).toMatchObject({ action: 'habits forgotten', details: { seller: 'SHREE' } })
  })

  test('is told by one of four kinds', async () => {
    const { status, json } = await forget('bill', '12')
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain('kind')
  })
})

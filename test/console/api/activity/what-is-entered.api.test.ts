import { describe, expect, test } from 'bun:test'
import { uncategorisedId } from '../../../../src/services/storefront/service.ts'
import { listed, newMember } from '../browser.ts'
import { openDesk, placeWith } from '../orders/desk.ts'
import { untilEnd } from '../../../support/until-end.ts'

const desk = untilEnd(await openDesk())

const order = { customer_name: 'Asha', items: [{ sku: 'RICE-5KG', quantity: 1 }] }

/** The newest entries about something, the newest first. */
async function entries(kind: string, count: number) {
  const items = listed(await desk.owner.get(`/activity?kind=${kind}&size=${count}`))
  return items.map(({ action, by, details }) => ({ action, by, details }))
}

async function addName(kind: string, name: string): Promise<string> {
  return String((await desk.owner.post('/names', { kind, name })).json['id'])
}

describe('the account history tells of', () => {
  test('an order that is placed by hand, once, and how it moved on', async () => {
    const key = crypto.randomUUID()
    const { json } = await placeWith(desk.owner, order, key)
    await placeWith(desk.owner, order, key)
    const id = String(json['id'])
    for (const status of ['paid', 'paid', 'packed']) {
      await desk.owner.post(`/orders/${id}/status`, { status })
    }
    const { orderNo } = (await desk.owner.get(`/orders/${id}`)).json
    const by = { id: desk.shop.users.owner }
    expect(await entries('orders', 4)).toMatchObject([
      {
        action: 'order moved',
        by,
        details: { id, orderNo: orderNo ?? '', from: 'paid', to: 'packed' },
      },
      { action: 'order moved', by, details: { from: 'pending', to: 'paid' } },
      { action: 'order placed', by, details: { id, orderNo: orderNo ?? '', total: 45_000 } },
    ])
  })

  test('an order that is put back, by its number', async () => {
    const id = await desk.place(order)
    await desk.sync(id)
    await desk.owner.post(`/orders/${id}/put-back`)
    const { orderNo } = (await desk.owner.get(`/orders/${id}`)).json
    expect(await entries('deliveries', 1)).toMatchObject([
      { action: 'orders put back', details: { orders: 1, items: 1, id, orderNo: orderNo ?? '' } },
    ])
  })

  test('nothing of orders that a program places and moves: its calls are in the log', async () => {
    const before = await entries('orders', 200)
    const placed = await desk.shop.store('POST', '/api/public/v1/orders', { body: order })
    const id = String(JSON.parse(placed.text).id)
    const body = { status: 'paid' }
    const moved = await desk.shop.store('POST', `/api/public/v1/orders/${id}/status`, { body })
    expect([placed.status, moved.status]).toEqual([201, 200])
    expect(await entries('orders', 200)).toEqual(before)
  })

  test('a document that is corrected, delivered by itself and put back, and nothing of one that cannot be read again', async () => {
    const { member, browser } = await newMember(desk.shop)
    const failed = await member.addScan({
      filename: 'pale.pdf',
      failureReason: 'Empty.',
      bytes: 'pale',
    })
    expect((await browser.post(`/documents/${failed}/retry`)).status).toBe(409)
    const { version } = (await browser.get(`/documents/${failed}/read`)).json
    await browser.post(`/documents/${failed}/correct`, {
      startedFrom: version,
      raw: { invoice_metadata: { 'Bill No.': 'C-1' }, line_items: [] },
    })
    const twin = await member.addScan({ filename: 'twin.pdf', metadata: { 'Bill No.': 'C-1' } })
    for (let time = 0; time < 2; time++) {
      const id = `duplicate ${twin} ${failed}`
      await desk.owner.post('/today/answers', { id, choice: 'different' })
    }
    await member.mark({ ids: [twin] })
    await desk.owner.post(`/documents/${twin}/put-back`)
    const by = { id: member.id }
    const owner = { id: desk.shop.users.owner }
    expect(await entries('documents', 2)).toMatchObject([
      {
        action: 'papers told apart',
        by: owner,
        details: { id: twin, filename: 'twin.pdf', keptId: failed, kept: 'pale.pdf' },
      },
      { action: 'scan corrected', by, details: { id: failed, filename: 'pale.pdf' } },
    ])
    expect(await entries('deliveries', 1)).toMatchObject([
      {
        action: 'scans put back',
        by: owner,
        details: { scans: 1, id: twin, filename: 'twin.pdf' },
      },
    ])
  })

  test('names that are changed, merged and deleted, and of nothing that is refused', async () => {
    const [acme, other, rice] = [
      await addName('vendor', 'Acme'),
      await addName('vendor', 'Other'),
      await addName('product', 'Rice'),
    ]
    const rename = { name: ' Acme Traders ', keepsOldName: true }
    for (let time = 0; time < 2; time++) await desk.owner.post(`/names/${acme}/rename`, rename)
    await desk.owner.post(`/names/${other}/merge`, { into: rice })
    await desk.owner.post(`/names/${other}/merge`, { into: acme })
    await desk.owner.post(`/names/${rice}/remove`)
    await desk.owner.post(`/names/${rice}/remove`)
    expect(await entries('names', 10)).toMatchObject([
      { action: 'name deleted', details: { kind: 'product', name: 'Rice' } },
      { action: 'names merged', details: { kind: 'vendor', name: 'Other', into: 'Acme Traders' } },
      { action: 'name renamed', details: { kind: 'vendor', name: 'Acme', to: 'Acme Traders' } },
    ])
    expect(await entries('names', 10)).toHaveLength(3)
  })

  test('products, categories and offers that people add and change, and of nothing that stays', async () => {
    const { owner } = desk
    const made = await owner.post('/products', { product: { name: 'Jaggery', mrp: 60 } })
    const id = String(made.json['id'])
    for (let time = 0; time < 2; time++)
      await owner.post(`/products/${id}`, { product: { mrp: 65 } })
    const which = { ids: [id] }
    await owner.post('/products/change', { which, change: { is_active: false } })
    const category = String((await owner.post('/categories', { name: 'Sweets' })).json['id'])
    for (let time = 0; time < 2; time++) {
      await owner.post(`/categories/${category}`, { name: 'Indian sweets' })
    }
    const offer = { title: 'Diwali', subtitle: '', badge_text: '', rule_kind: 'other' }
    const sent = { ...offer, rule_value: 'Gifts', is_active: true, starts_at: null, ends_at: null }
    const offerId = String((await owner.post('/offers', sent)).json['id'])
    await owner.post(`/offers/${offerId}`, { ...sent, badge_text: 'New' })
    const second = String((await owner.post('/offers', { ...sent, title: 'Eid' })).json['id'])
    for (let time = 0; time < 2; time++) {
      await owner.post(`/offers/${second}/move`, { before: offerId })
      await owner.post(`/categories/${category}/move`, { before: uncategorisedId })
    }
    const by = { id: desk.shop.users.owner }
    expect(await entries('catalogue', 10)).toMatchObject([
      { action: 'category moved', by, details: { name: 'Indian sweets' } },
      { action: 'offer moved', by, details: { title: 'Eid' } },
      { action: 'offer added', by, details: { title: 'Eid' } },
      { action: 'offer changed', by, details: { title: 'Diwali' } },
      { action: 'offer added', by, details: { title: 'Diwali' } },
      { action: 'category changed', by, details: { name: 'Indian sweets' } },
      { action: 'category added', by, details: { name: 'Sweets' } },
      { action: 'products changed', by, details: { products: 1, fields: ['is_active'] } },
      { action: 'product changed', by, details: { id, name: 'Jaggery' } },
      { action: 'product added', by, details: { id, name: 'Jaggery' } },
    ])
  })

  test('products from a file, by who brought it in, and not of a try', async () => {
    const before = await entries('catalogue', 200)
    const file = { columns: ['sku', 'name'], rows: [['JAG-2', 'Jaggery powder']] }
    await desk.owner.post('/product-import', { ...file, dryRun: true })
    expect(await entries('catalogue', 200)).toEqual(before)
    await desk.owner.post('/product-import', { ...file, dryRun: false })
    expect(await entries('catalogue', 1)).toMatchObject([
      {
        action: 'products imported',
        by: { id: desk.shop.users.owner },
        details: { added: 1, changed: 0 },
      },
    ])
  })

  test('products and stock that a program sends, one entry a call, and none when nothing differed', async () => {
    const send = (path: string, body: object) =>
      desk.shop.store('POST', `/api/public/v1/products/${path}`, { body })
    const products = Array.from({ length: 300 }, (_, at) => ({ sku: `P-${at}`, name: `P ${at}` }))
    const updates = [{ sku: 'P-1', stock_quantity: 7 }]
    const before = (await entries('catalogue', 200)).length
    await send('bulk?dry_run=true', { products })
    for (let time = 0; time < 2; time++) await send('bulk', { products })
    for (let time = 0; time < 2; time++) await send('stock', { updates })
    await send('stock', { updates: [] })
    await send('bulk', { products: [{ sku: '' }] })
    const now = await entries('catalogue', 200)
    expect(now).toHaveLength(before + 2)
    const by = { id: desk.shop.users.owner }
    expect(now.slice(0, 2)).toMatchObject([
      { action: 'stock sent', by, details: { changed: 1 } },
      { action: 'products sent', by, details: { added: 300, changed: 0 } },
    ])
  })
})

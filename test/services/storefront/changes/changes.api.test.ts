import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { deleteProducts } from '../../../../src/services/storefront/service.ts'
import { api } from '../../../support/member.ts'
import { openShop, owner, type Answer } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const path = `${api}/changes`

const shop = untilEnd(await openShop())

const follow = (query = '', key = shop.keys.storefront) =>
  shop.store('GET', `${path}?${query}`, { key })

function changesOf({ json }: Answer): JsonObject[] {
  const { changes } = json
  return Array.isArray(changes) ? changes.filter((change) => isJsonObject(change)) : []
}

const nextOf = ({ json }: Answer) => String(json['next'])

/** Sends a product, and gives its id. */
async function put(sku: string, more = {}): Promise<string> {
  const products = [{ sku, name: `Product ${sku}`, mrp: 100, stock_quantity: 5, ...more }]
  const { json } = await shop.store('POST', `${api}/products/bulk`, { body: { products } })
  const [result] = Array.isArray(json['results']) ? json['results'] : []
  return isJsonObject(result) ? String(result['id']) : ''
}

function update(sku: string, body: object) {
  return shop.store('POST', `${api}/products/stock`, { body: { updates: [{ sku, ...body }] } })
}

const keyWith = async (...scopes: ('storefront:read' | 'orders:read' | 'orders:write')[]) =>
  (await shop.addKey({ email: owner, service: 'storefront', scopes })).key

/** What changed since a place, in short. */
async function since(place: string, query = ''): Promise<[string, string, boolean][]> {
  const answer = await follow(`after=${place}&${query}`)
  return changesOf(answer).map(({ kind, id, removed }) => [
    String(kind),
    String(id),
    removed === true,
  ])
}

const here = async () => nextOf(await follow('after=now'))

describe('the feed of the storefront', () => {
  test('shows a new product as it is, or how much there is of it', async () => {
    const place = await here()
    const id = await put('RICE')
    const answer = await follow(`after=${place}`)
    expect(answer.status).toBe(200)
    expect(answer.json['more']).toBe(false)
    const { data } = (await shop.store('GET', `${api}/products/product-rice`)).json
    expect(changesOf(answer)).toEqual([
      { kind: 'product', id, removed: false, product: data ?? null },
    ])
    expect(changesOf(await follow(`after=${place}&kinds=stock`))).toEqual([
      {
        kind: 'stock',
        id,
        removed: false,
        stock: { id, sku: 'RICE', stock_quantity: 5, variants: [] },
      },
    ])
    expect(await since(nextOf(answer))).toEqual([])
  })

  test('shows a product whose stock or price changed, and none where nothing did', async () => {
    const id = await put('DAL')
    for (const body of [{ stock_quantity: 4 }, { sale_price: 90 }]) {
      const place = await here()
      await update('DAL', body)
      expect(await since(place)).toEqual([['product', id, false]])
      const last = await here()
      await update('DAL', body)
      expect(await since(last)).toEqual([])
    }
  })

  test('goes through many products of one call page by page, each once, and what was changed meanwhile at its end', async () => {
    const place = await here()
    const products = Array.from({ length: 25 }, (_, at) => ({
      sku: `MANY-${at}`,
      name: `M ${at}`,
      mrp: 9,
    }))
    await shop.store('POST', `${api}/products/bulk`, { body: { products } })
    const slugs: string[] = []
    let page = await follow(`after=${place}&limit=10`)
    await put('MANY-20', { mrp: 10 })
    for (;;) {
      for (const { product } of changesOf(page)) {
        slugs.push(isJsonObject(product) ? String(product['slug']) : '')
      }
      if (page.json['more'] !== true) break
      page = await follow(`after=${nextOf(page)}&limit=10`)
    }
    expect(slugs).toHaveLength(25)
    expect(new Set(slugs).size).toBe(25)
    expect(slugs.at(-1)).toBe('m-20')
  })

  test('shows the stock of variants with that of their product', async () => {
    const id = await put('SHIRT', { variants: [{ sku: 'SHIRT-M', size: 'M', stock_quantity: 2 }] })
    const place = await here()
    await shop.store('POST', `${api}/products/stock`, {
      body: { updates: [{ sku: 'SHIRT-M', stock_quantity: 1 }] },
    })
    const [change] = changesOf(await follow(`after=${place}&kinds=stock`))
    expect(change).toMatchObject({
      id,
      stock: { variants: [{ sku: 'SHIRT-M', stock_quantity: 1 }] },
    })
  })

  test('tells of products that were deleted', async () => {
    const id = await put('GONE')
    const place = await here()
    const deps = { ...shop.storefront, database: shop.database }
    await deleteProducts(deps, [id], shop.users.owner)
    expect(await since(place)).toEqual([['product', id, true]])
    expect(await since(place, 'kinds=stock')).toEqual([['stock', id, true]])
  })

  test('drops what customers may not see any more', async () => {
    const id = await put('SOAP')
    const place = await here()
    await put('SOAP', { is_active: false })
    expect(await since(place, 'kinds=product')).toEqual([['product', id, true]])
  })

  test('shows an order when it is placed, moved and acknowledged, with what it took of the stock', async () => {
    const product = await put('OIL')
    const place = await here()
    const order = {
      customer_name: 'Asha',
      customer_phone: '9999999999',
      items: [{ sku: 'OIL', quantity: 2 }],
    }
    const placed = await shop.store('POST', `${api}/orders`, { body: order })
    expect(placed.status).toBe(201)
    const id = String(placed.json['id'])
    expect((await since(place)).toSorted()).toEqual([
      ['order', id, false],
      ['product', product, false],
    ])
    const moved = await here()
    await shop.store('POST', `${api}/orders/${id}/status`, { body: { status: 'paid' } })
    const [change] = changesOf(await follow(`after=${moved}`))
    expect(change).toMatchObject({ kind: 'order', id, order: { id, status: 'paid', revision: 2 } })
    const synced = await here()
    const orders = [{ order_id: id, all_items: true }]
    await shop.store('POST', `${api}/orders/sync`, { body: { orders } })
    expect(await since(synced)).toEqual([['order', id, false]])
  })

  test('shows a key only what it may read', async () => {
    await put('TEA')
    const catalogue = await keyWith('storefront:read')
    const orders = await keyWith('orders:read')
    const kinds = async (key: string) =>
      new Set(changesOf(await follow('limit=1000', key)).map(({ kind }) => kind))
    expect(await kinds(catalogue)).toEqual(new Set(['product']))
    expect(await kinds(orders)).toEqual(new Set(['order']))
    const refused = await follow('kinds=order', catalogue)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('orders:read')])
    expect((await follow('kinds=stock', orders)).status).toBe(403)
    expect((await follow('', await keyWith('orders:write'))).status).toBe(403)
  })

  test.each([
    'after=x',
    'wait=56',
    'wait=-1',
    'limit=0',
    'limit=1001',
    'kinds=document',
    'kinds=x',
    'kinds=,',
  ])('?%s is 400', async (query) => {
    expect((await follow(query)).status).toBe(400)
  })

  test('sends who is too far behind to the beginning: 410', async () => {
    const answer = await follow('after=zzzz-1')
    expect(answer.status).toBe(410)
    expect(answer.json).toMatchObject({ status: 410, error: { code: 'gone' } })
    expect(answer.text).toContain('Start anew')
  })
})

describe('whoever waits', () => {
  test('is answered when something changes', async () => {
    const place = await here()
    const waiting = follow(`after=${place}&wait=55&kinds=product`)
    const id = await put('SALT')
    expect(changesOf(await waiting).map((change) => change['id'])).toEqual([id])
  })

  test('is answered at once with what is there already, and with nothing after its time', async () => {
    const place = await here()
    const id = await put('GHEE')
    const answer = await follow(`after=${place}&wait=55&kinds=product`)
    expect(changesOf(answer).map((change) => change['id'])).toEqual([id])
    const nothing = await follow(`after=${nextOf(answer)}&wait=1`)
    expect([nothing.status, changesOf(nothing)]).toEqual([200, []])
  })

  test('waits on when what changed is nothing that it follows', async () => {
    const place = await here()
    const waiting = follow(`after=${place}&wait=55&kinds=order`)
    await put('SALT', { mrp: 42 })
    const order = { customer_name: 'Asha', items: [{ sku: 'SALT', quantity: 1 }] }
    const placed = await shop.store('POST', `${api}/orders`, { body: order })
    expect(placed.status).toBe(201)
    expect(changesOf(await waiting)).toMatchObject([{ kind: 'order', id: placed.json['id'] }])
  })
})

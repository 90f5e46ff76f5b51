import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { listed, signedIn, ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()
const member = await signedIn(shop, shop.users.ravi)

async function add(name: string, aliases: string[] = [], kind = 'vendor'): Promise<string> {
  const answer = await owner.post('/names', { kind, name, aliases })
  expect(answer.status).toBe(200)
  return String(answer.json['id'])
}

const entryOf = async (id: string) => (await owner.get(`/names/${id}`)).json

const aliasesOf = ({ aliases }: JsonObject) =>
  Array.isArray(aliases) ? aliases.filter(isJsonObject) : []

async function aliasIdOf(id: string, alias: string): Promise<string> {
  const found = aliasesOf(await entryOf(id)).find((one) => one['alias'] === alias)
  return String(found?.['id'])
}

describe('the list', () => {
  test('comes by name, a page at a time, and is searched by name and alias', async () => {
    for (const number of [1, 2, 3]) await add(`Paged ${number}`, [`PGD-${number}`])
    const first = await owner.get('/names?kind=vendor&search=paged&size=2')
    expect(first.json).toMatchObject({ total: 3, page: 1, size: 2 })
    expect(listed(first).map(({ name }) => name)).toEqual(['Paged 1', 'Paged 2'])
    const second = await owner.get('/names?kind=vendor&search=paged&size=2&page=2')
    expect(listed(second).map(({ name }) => name)).toEqual(['Paged 3'])
    const byAlias = await owner.get('/names?kind=vendor&search=pgd-2')
    expect(listed(byAlias)).toMatchObject([{ name: 'Paged 2', aliasCount: 1 }])
    expect((await owner.get('/names?kind=product&search=paged')).json['total']).toBe(0)
  })

  test('shows the first aliases, and the entry all of them', async () => {
    const many = Array.from({ length: 25 }, (_, i) => `Much ${i}`)
    const id = await add('Much Known', many)
    const [entry] = listed(await owner.get('/names?kind=vendor&search=much'))
    expect([entry?.['aliasCount'], aliasesOf(entry ?? {}).length]).toEqual([25, 20])
    expect(aliasesOf(await entryOf(id)).map(({ alias }) => alias)).toEqual(many)
  })

  test('may be looked at by a member, without the catalogue', async () => {
    await add('Seen By All')
    const [entry] = listed(await member.get('/names?kind=vendor&search=seen+by'))
    expect(entry).toMatchObject({ name: 'Seen By All', products: null })
  })

  test('says whose alias a name is that no entry is called by', async () => {
    const id = await add('Holder Stores', ['Held Name'])
    const holder = async (name: string) =>
      (await owner.get(`/names/alias-holder?kind=vendor&name=${encodeURIComponent(name)}`)).json
    expect(await holder(' HELD  name ')).toEqual({ holder: { id, name: 'Holder Stores' } })
    for (const name of ['Holder Stores', 'Held by nobody']) {
      expect(await holder(name)).toEqual({ holder: null })
    }
    expect((await member.get('/names/alias-holder?kind=vendor&name=x')).status).toBe(403)
    expect((await owner.get('/names/alias-holder?name=x')).field).toBe('kind')
  })

  test('has nothing of an id that there is not', async () => {
    expect((await owner.get(`/names/${noId}`)).status).toBe(404)
  })
})

describe('a new entry', () => {
  test('reuses the one of that name, and tells who holds an alias', async () => {
    const acme = await add('Acme Traders', ['ACME'])
    const answer = await owner.post('/names', {
      kind: 'vendor',
      name: 'acme  traders',
      aliases: ['Acme Trdrs'],
    })
    expect(answer.json).toMatchObject({ id: acme, created: false, aliasesAdded: 1, conflicts: [] })
    const other = await owner.post('/names', {
      kind: 'vendor',
      name: 'Acme Other',
      aliases: ['acme', 'ACME TRADERS'],
    })
    const holder = { id: acme, name: 'Acme Traders' }
    expect(other.json['conflicts']).toEqual([
      { alias: 'acme', holder, aliasId: await aliasIdOf(acme, 'ACME') },
      { alias: 'ACME TRADERS', holder, aliasId: null },
    ])
  })

  test.each([
    [{ kind: 'vendor', name: ' ' }, 'name'],
    [{ kind: 'vendor', name: 'x'.repeat(201) }, 'name'],
    [{ kind: 'customer', name: 'x' }, 'kind'],
    [{ kind: 'vendor', name: 'x', aliases: ['ok', ''] }, 'aliases'],
  ])('%j is refused at its field', async (body, field) => {
    const answer = await owner.post('/names', body)
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})

describe('an entry', () => {
  test('is renamed; what it was called stays findable', async () => {
    const id = await add('Old Mills')
    const answer = await owner.post(`/names/${id}/rename`, {
      name: 'New Mills',
      keepsOldName: true,
    })
    expect(answer.json).toEqual({ changed: true, conflicts: [] })
    expect(await entryOf(id)).toMatchObject({
      name: 'New Mills',
      aliases: [{ alias: 'Old Mills' }],
    })
  })

  test('gains, loses and hands over aliases; one that a name beats says so', async () => {
    const [from, to] = [await add('Alias From'), await add('Alias To')]
    const added = await owner.post(`/names/${from}/aliases`, { aliases: ['AF 1', 'AF 2'] })
    expect(added.json).toEqual({ added: 2, conflicts: [] })
    const [first, second] = [await aliasIdOf(from, 'AF 1'), await aliasIdOf(from, 'AF 2')]
    expect((await owner.post(`/aliases/${first}/move`, { to })).json).toEqual({ moved: true })
    expect((await owner.post(`/aliases/${second}/remove`)).status).toBe(200)
    const beater = await add('AF 1')
    expect([aliasesOf(await entryOf(from)), aliasesOf(await entryOf(to))]).toEqual([
      [],
      [{ id: first, alias: 'AF 1', shadowedBy: { id: beater, name: 'AF 1' } }],
    ])
    expect((await owner.post(`/aliases/${second}/remove`)).status).toBe(404)
  })

  test.each(['rename', 'merge', 'remove', 'aliases'])('that is gone cannot %s', async (command) => {
    const body = { name: 'X', keepsOldName: true, into: noId, aliases: ['X'] }
    const sent = command === 'remove' ? undefined : body
    expect((await owner.post(`/names/${noId}/${command}`, sent)).status).toBe(404)
  })
})

async function putProduct(sku: string, vendor_id: string): Promise<string> {
  const answer = await shop.store('POST', '/api/public/v1/products/bulk', {
    body: { products: [{ sku, name: sku, vendor_id, mrp: 10 }] },
  })
  return answer.text
}

describe('products of the catalogue', () => {
  test('go along with a vendor that is merged', async () => {
    const [from, into] = [await add('Merged Away'), await add('Merged Into')]
    expect(await putProduct('M-1', from)).toContain('created')
    expect((await entryOf(from))['products']).toBe(1)
    expect((await owner.post(`/names/${from}/merge`, { into })).status).toBe(200)
    expect((await owner.get(`/names/${from}`)).status).toBe(404)
    expect((await entryOf(into))['products']).toBe(1)
    // A program that still knows the old entry is told so.
    expect(await putProduct('M-2', from)).toContain('is not in the vendor list')
  })

  test('have no vendor once it is deleted', async () => {
    const id = await add('Deleted Vendor', ['DELV'])
    await putProduct('D-1', id)
    expect((await owner.post(`/names/${id}/remove`)).json).toEqual({ id })
    expect((await owner.get('/names?kind=vendor&search=delv')).json['total']).toBe(0)
    const again = await add('Deleted Vendor')
    expect((await entryOf(again))['products']).toBe(0)
    expect(await putProduct('D-1', again)).toContain('updated')
  })
})

describe('names that are not in the list yet', () => {
  test('are offered with the entry they may belong to, and are known after one call', async () => {
    const likely = await add('Deccan Oils')
    await shop.addScan({ metadata: { vendor_name: 'DECCAN OILS PVT LTD' }, filename: 'oil.pdf' })
    await shop.addScan({ metadata: { vendor_name: 'Brand New' }, user: 'meena' })
    const offered = async () => listed(await owner.get('/names/unknown?kind=vendor'))
    expect(await offered()).toMatchObject([
      { name: 'Brand New', scans: 1, likely: null },
      {
        name: 'DECCAN OILS PVT LTD',
        likely: { id: likely, name: 'Deccan Oils' },
        latest: { filename: 'oil.pdf' },
      },
    ])
    await owner.post(`/names/${likely}/aliases`, { aliases: ['DECCAN OILS PVT LTD'] })
    await add('Brand New')
    expect(await offered()).toEqual([])
  })

  test('are not offered again when they are dismissed, however they are written', async () => {
    await shop.addScan({ metadata: { vendor_name: 'Walk-in Customer' } })
    const ask = async (query = '') => (await owner.get(`/names/unknown?kind=vendor${query}`)).json
    const offer = { kind: 'vendor', name: ' WALK-IN  customer' }
    expect(await ask()).toMatchObject({ total: 1, dismissed: 0 })
    for (let time = 0; time < 2; time++) {
      const { json } = await owner.post('/names/unknown/dismiss', offer)
      expect(json).toEqual({ dismissed: true })
    }
    await shop.addScan({ metadata: { vendor_name: 'walk-in customer' } })
    expect(await ask()).toMatchObject({ total: 0, items: [], dismissed: 1 })
    expect(await ask('&show=dismissed')).toMatchObject({
      total: 1,
      items: [{ name: 'walk-in customer', scans: 2 }],
    })
    await owner.post('/names/unknown/offer-again', offer)
    expect(await ask()).toMatchObject({ total: 1, dismissed: 0 })
    await add('Walk-in Customer')
  })

  test('come a page at a time', async () => {
    for (const number of [1, 2, 3]) {
      await shop.addScan({ lines: [{ product_name: `Unknown ${number}` }] })
    }
    const answer = await owner.get('/names/unknown?kind=product&size=2&page=2')
    expect(answer.json).toMatchObject({ total: 3, page: 2, size: 2, isAll: true })
    expect(listed(answer).map(({ name }) => name)).toEqual(['Unknown 3'])
  })
})

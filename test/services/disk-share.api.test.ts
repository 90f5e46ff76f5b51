import { expect, test } from 'bun:test'
import { files } from '../../src/platform/tables.ts'
import { signedIn, type Browser, ownersShop } from '../console/api/browser.ts'
import { addMember, api } from '../support/member.ts'
import { listOf } from '../support/orders.ts'
import { png } from '../support/pictures.ts'
import { rowCounts } from '../support/row-counts.ts'

/** More than any disk has. */
const tooMuch = 1e15

const { shop, owner } = await ownersShop()

/** Lets a key or a member have used up its share. */
async function useUp(holder: { keyId: string } | { memberId: string }): Promise<void> {
  const hash = Bun.SHA256.hash(crypto.randomUUID(), 'hex')
  const file = { kind: 'documents' as const, hash, bytes: tooMuch, state: 'stored' as const }
  await shop.database.write((conn) => {
    conn
      .insert(files)
      .values({ ...file, ...holder })
      .run()
  })
}

function paper(): FormData {
  const form = new FormData()
  form.append('files', new File([`%PDF-1.7 ${crypto.randomUUID()}`], 'bill.pdf'))
  form.set('category', 'vendor_invoice')
  return form
}

const sendPaper = (key: string) => shop.call('POST', `${api}/scans`, { key, raw: paper() })

const sendByHand = (browser: Browser) =>
  fetch(`${shop.url}/console/api/documents`, {
    method: 'POST',
    headers: { origin: shop.url, cookie: browser.cookie() },
    body: paper(),
  })

const storefrontKey = () =>
  shop.addKey({ email: 'owner@example.com', service: 'storefront', scopes: ['products:write'] })

const pictured = (sku: string, seed: number) => ({
  sku,
  name: sku,
  image_base64: `data:image/png;base64,${png(3, 3, seed).toBase64()}`,
})

const sendProducts = (key: string, products: object[], query = '') =>
  shop.store('POST', `${api}/products/bulk${query}`, { key, body: { products } })

const sentence = expect.stringMatching(
  /^The files of this (key|member) may take 25 % of the room on the disk, [\d.]+ MB, and would come to [\d.]+ MB: nothing was stored\./,
)

test('documents of a key that has used up its share are 507, and nothing of them is written', async () => {
  const first = await addMember(shop, 'owner')
  expect((await sendPaper(first.key)).status).toBe(201)
  await useUp({ keyId: first.keyId })
  const before = rowCounts(shop)
  const refused = await sendPaper(first.key)
  expect([refused.status, refused.json]).toEqual([507, { error: sentence }])
  expect(rowCounts(shop)).toEqual(before)
  const { key: second } = await shop.addKey({ email: first.email })
  expect((await sendPaper(second)).status).toBe(201)
})

test('a member does not get out of its share by another key, or by the console', async () => {
  const member = await addMember(shop)
  expect((await sendPaper(member.key)).status).toBe(201)
  await useUp({ memberId: member.id })
  const { key: second } = await shop.addKey({ email: member.email })
  expect((await sendPaper(second)).status).toBe(507)
  const refused = await sendByHand(await signedIn(shop, member.id))
  expect([refused.status, await refused.json()]).toEqual([
    507,
    { error: expect.objectContaining({ message: sentence }) },
  ])
  expect((await sendByHand(owner)).status).toBe(200)
  expect((await sendPaper((await addMember(shop)).key)).status).toBe(201)
})

test('images of a key that has used up its share are 507; what needs no room goes on', async () => {
  const { key, id } = await storefrontKey()
  expect((await sendProducts(key, [pictured('IN TIME', 1)])).status).toBe(200)
  await useUp({ keyId: id })
  const refused = await sendProducts(key, [pictured('LATE', 2)])
  expect([refused.status, refused.json]).toEqual([
    507,
    { error: { message: sentence, code: 'out_of_space' }, status: 507 },
  ])
  for (const products of [[{ sku: 'PLAIN', name: 'PLAIN' }], [pictured('IN TIME', 1)]]) {
    expect((await sendProducts(key, products)).status).toBe(200)
  }
  expect((await sendProducts(key, [pictured('LATE', 2)], '?dry_run=true')).status).toBe(200)
  const other = await storefrontKey()
  expect((await sendProducts(other.key, [pictured('LATE', 2)])).status).toBe(200)
})

test('rows behind the image that did not fit say so', async () => {
  const { key, id } = await storefrontKey()
  await useUp({ keyId: id })
  const plain = Array.from({ length: 1_000 }, (_, n) => ({ sku: `ROW-${n}`, name: 'x' }))
  const { status, json } = await sendProducts(key, [...plain, pictured('ROW-1000', 3)])
  expect([status, json['summary']]).toEqual([
    200,
    { total: 1_001, created: 1_000, updated: 0, errors: 1 },
  ])
  expect(listOf(json['results']).at(-1)).toMatchObject({
    error: {
      code: 'out_of_space',
      message:
        'The files of this key have used up their share of the disk: this row and those behind it were not written. Send them again.',
    },
  })
})

test('an owner changes the share, which counts at once', async () => {
  const member = await addMember(shop)
  await useUp({ memberId: member.id })
  expect((await sendPaper(member.key)).status).toBe(507)
  for (const percent of [0, 101, 2.5, '25', null]) {
    const answer = await owner.post('/settings/disk-share', { percent })
    expect([answer.status, answer.field]).toEqual([400, 'percent'])
  }
  expect((await owner.get('/settings/shop')).json['diskSharePercent']).toBe(25)
  await owner.post('/settings/disk-share', { percent: 100 })
  expect((await sendPaper(member.key)).status).toBe(201)
  await owner.post('/settings/disk-share', { percent: 25 })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addMember } from '../../../support/member.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser } from '../browser.ts'

let shop: Shop
let owner: Browser

beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
})

afterAll(async () => {
  await shop.close()
})

const newLabel = () => `Zref ${crypto.randomUUID()}`
const header = 'type,category,key,from,to'

async function download() {
  const url = `${shop.url}/console/api/rules/export`
  return await fetch(url, { headers: { cookie: owner.cookie() } })
}

describe('a CSV file of rules', () => {
  test('is looked at first, with the scans that it would change', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    await member.addScan({ metadata: { [label]: 'A-1' } })
    const csv = `${header}\nlabel,,,${label},memo\nlabel,bill,,A,b\n`
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json).toMatchObject({ created: 1, updated: 0, unchanged: 0, refusedCount: 1 })
    expect(json['refused']).toEqual([{ line: 3, message: expect.stringContaining('category') }])
    expect(json['preview']).toMatchObject({ changed: 1 })
    const rules = await owner.get(`/rules?search=${encodeURIComponent(label)}`)
    expect(rules.json['total']).toBe(0)
  })

  test('brings its good rows in, and again changes nothing', async () => {
    const [one, other] = [newLabel(), newLabel()]
    const csv = `type;category;key;from;to;why\r\nLabel;;;"${one}; x";memo;-\r\n\r\nvalue;;;${other};b;-\r\nvalue;bank_entry;state;${other};b;-\r\n`
    const bring = async () => (await owner.post('/rules/import', { csv })).json
    expect(await bring()).toMatchObject({
      created: 2,
      updated: 0,
      refusedCount: 1,
      refused: [{ line: 4, message: expect.stringContaining('key') }],
    })
    expect(await bring()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json['ignored']).toEqual(['why'])
  })

  test('that was downloaded changes nothing, whatever is in its rules', async () => {
    const rule = {
      type: 'value',
      key: 'place_of_supply',
      from: `महाराष्ट्र, "MH" ${crypto.randomUUID()}`,
      to: ' =1+1\n;',
    }
    await owner.post('/rules', rule)
    const answer = await download()
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('rename-rules.csv')
    const bytes = await answer.bytes()
    expect(bytes.subarray(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    const csv = new TextDecoder().decode(bytes)
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json).toMatchObject({ created: 0, updated: 0, refusedCount: 0 })
    expect(Number(json['unchanged'])).toBeGreaterThan(0)
  })

  test.each([
    ['without a header', 'label,,,a,b'],
    ['that is empty', ''],
    ['with an open quotation mark', `${header}\nlabel,,,"a,b\n`],
  ])('%s is refused', async (_, csv) => {
    for (const path of ['/rules/import/check', '/rules/import']) {
      const answer = await owner.post(path, { csv })
      expect([answer.status, answer.field]).toEqual([400, 'csv'])
    }
  })

  test('that is too long is refused', async () => {
    const answer = await owner.post('/rules/import', { csv: 'x'.repeat(5_000_001) })
    expect([answer.status, answer.field]).toEqual([400, 'csv'])
  })
})

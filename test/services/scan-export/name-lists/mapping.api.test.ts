import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { addMember, api, itemOf } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

/* How names are mapped: delivery/map-names.test.ts. */

const shop = untilEnd(await openShop())
const member = await addMember(shop)

const addTo = (list: string, name: string, ...aliases: string[]) =>
  shop.call('POST', `${api}/${list}`, { key: shop.keys.owner, body: { name, aliases } })

const dataOf = async (id: string) => itemOf(await member.unsynced(), id)?.['data']

describe('names in the delivered data', () => {
  test('a new alias works on the next call, for scans that were delivered before it', async () => {
    const id = await member.addScan({
      metadata: { vendor_name: 'Beta Mils' },
      lines: [{ description: 'Toor daal' }],
    })
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Beta Mils' } })
    await addTo('vendors', 'Beta Mills', 'beta mils')
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Beta Mills' } })
    await addTo('products', 'Toor Dal', 'toor daal')
    expect(await dataOf(id)).toMatchObject({
      line_items: [{ description: 'Toor daal', product_name: 'Toor Dal' }],
    })
  })

  test('a new alias works on the next call also when another process added it', async () => {
    const id = await member.addScan({ metadata: { vendor_name: 'Gama' } })
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Gama' } })
    await shop.database.write((conn) => {
      addName(conn, 'vendor', { name: 'Gamma Agencies', aliases: ['gama'] }, Date.now())
    })
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Gamma Agencies' } })
  })

  test('an ETag moves with the names', async () => {
    await member.addScan({ metadata: { vendor_name: 'Epsilon' } })
    const before = (await member.unsynced()).headers.get('etag')
    await addTo('vendors', 'EPSILON')
    expect((await member.unsynced()).headers.get('etag')).not.toBe(before)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { addMember, api, itemOf, type Member } from '../../../support/member.ts'
import { openShop, type ScanInput, type Shop } from '../../../support/shop.ts'

describe('names in the delivered data', () => {
  let shop: Shop
  let member: Member

  beforeAll(async () => {
    shop = await openShop()
    member = await addMember(shop)
    await addVendor('Acme Traders', 'ACME', 'Acme Trading Company')
    await addVendor('Zed Stores', 'ZED')
    await addProduct('Basmati Rice 1 kg', 'BASMATI 1KG')
  })

  afterAll(async () => {
    await shop.close()
  })

  const addVendor = (name: string, ...aliases: string[]) => addTo('vendors', name, aliases)
  const addProduct = (name: string, ...aliases: string[]) => addTo('products', name, aliases)
  const addTo = (list: string, name: string, aliases: string[]) =>
    shop.call('POST', `${api}/${list}`, { key: shop.keys.owner, body: { name, aliases } })

  const dataOf = async (id: string) => itemOf(await member.unsynced(), id)?.['data']
  const delivered = async (input: ScanInput) => await dataOf(await member.addScan(input))

  const rowOf = async (row: NonNullable<ScanInput['lines']>[number]) =>
    await delivered({ category: 'bank_entry', lines: [row] })

  test('a vendor_name that equals a name or an alias becomes the canonical name', async () => {
    for (const vendor_name of ['acme', 'ACME  TRADERS', 'Acme trading company']) {
      expect(await delivered({ metadata: { vendor_name } })).toMatchObject({
        invoice_metadata: { vendor_name: 'Acme Traders' },
      })
    }
  })

  test('a vendor_name that only contains one stays', async () => {
    expect(await delivered({ metadata: { vendor_name: 'Acme Traders Pune' } })).toMatchObject({
      invoice_metadata: { vendor_name: 'Acme Traders Pune' },
    })
  })

  test('a product_name that equals a name or an alias becomes the canonical name', async () => {
    const lines = [{ product_name: 'basmati  1kg' }, { product_name: 'Loose rice' }]
    expect(await delivered({ lines })).toMatchObject({
      line_items: [{ product_name: 'Basmati Rice 1 kg' }, { product_name: 'Loose rice' }],
    })
  })

  test('a line without product_name whose description is a product gets it; the description stays', async () => {
    const lines = [{ description: 'BASMATI 1kg' }, { description: 'Loose rice' }]
    expect(await delivered({ lines })).toMatchObject({
      line_items: [
        { description: 'BASMATI 1kg', product_name: 'Basmati Rice 1 kg' },
        { description: 'Loose rice' },
      ],
    })
    expect(await delivered({ lines: [{ description: 'BASMATI 1kg bag' }] })).toEqual({
      invoice_metadata: expect.any(Object),
      line_items: [{ description: 'BASMATI 1kg bag' }],
    })
  })

  test('a new alias works on the next call, for scans that were delivered before it', async () => {
    const id = await member.addScan({
      metadata: { vendor_name: 'Beta Mils' },
      lines: [{ description: 'Toor daal' }],
    })
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Beta Mils' } })
    await addVendor('Beta Mills', 'beta mils')
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Beta Mills' } })
    await addProduct('Toor Dal', 'toor daal')
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

  test('an entry’s name beats an alias of another entry', async () => {
    await addVendor('Delta One', 'Delta Two')
    const id = await member.addScan({ metadata: { vendor_name: 'DELTA TWO' } })
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Delta One' } })
    await addVendor('Delta two')
    expect(await dataOf(id)).toMatchObject({ invoice_metadata: { vendor_name: 'Delta two' } })
  })

  test('an ETag moves with the names', async () => {
    await member.addScan({ metadata: { vendor_name: 'Epsilon' } })
    const before = (await member.unsynced()).headers.get('etag')
    await addVendor('EPSILON')
    expect((await member.unsynced()).headers.get('etag')).not.toBe(before)
  })

  describe('of a bank statement', () => {
    test.each([
      ['UPI/ACME TRADERS/98765@ybl/PAY', 'Acme Traders'],
      ['NEFT-zed-000123', 'Zed Stores'],
      ['to Acme  Trading\tCompany', 'Acme Traders'],
      ['ZED on behalf of Acme Trading Company', 'Acme Traders'],
    ])(
      'the narration is searched for whole words, the longest first: %s',
      async (narration, vendor) => {
        expect(await rowOf({ narration })).toMatchObject({
          line_items: [{ narration, vendor_name: vendor }],
        })
      },
    )

    test.each(['UPI/ZEDDER/1', 'ACMEX', 'Interest paid'])(
      'the narration without a known name as a whole word sets none: %s',
      async (narration) => {
        expect(await rowOf({ narration })).toEqual({
          invoice_metadata: expect.any(Object),
          line_items: [{ narration }],
        })
      },
    )

    test('the description is searched too', async () => {
      expect(await rowOf({ narration: 'UPI/1', description: 'paid ZED' })).toMatchObject({
        line_items: [{ vendor_name: 'Zed Stores' }],
      })
    })

    test('a vendor_name of a row that equals a name or an alias becomes the canonical name', async () => {
      expect(await rowOf({ vendor_name: 'acme', narration: 'ZED' })).toMatchObject({
        line_items: [{ vendor_name: 'Acme Traders' }],
      })
    })

    test('rows come with typed amounts and dates', async () => {
      const row = {
        Date: '05/11/26',
        'Value Dt': '06/11/26',
        Narration: 'NEFT ZED',
        'Chq./Ref.No.': '000123',
        'Withdrawal Amt.': '1,250.00',
        'Closing Balance': '10,000.00 Dr',
      }
      expect(await rowOf(row)).toMatchObject({
        line_items: [
          {
            date: '2026-11-05',
            value_date: '2026-11-06',
            narration: 'NEFT ZED',
            reference: '000123',
            debit: 1250,
            balance: -10_000,
            vendor_name: 'Zed Stores',
          },
        ],
      })
    })
  })
})

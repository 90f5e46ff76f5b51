import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { scanService } from '../../../support/scan-service.ts'
import { noon } from '../../../support/temporary-database.ts'
import { addBill, gstin, items, sellers } from './bills.ts'

const otherGstin = '29AAGCB7383J1Z4'

describe('sellers', () => {
  test('are found by part of a name, an alias or a GSTIN, however it is written', async () => {
    await using service = scanService()
    await addBill(service)
    const vendor = { name: 'Acme Traders', aliases: ['A.T. & Sons'] }
    await service.database.write((conn) => addName(conn, 'vendor', vendor, noon))
    for (const text of ['ACME', 'trade', 'a.t.', gstin.slice(2, 9).toLowerCase()]) {
      expect([text, sellers(service, text).map(({ name }) => name)]).toEqual([
        text,
        ['Acme Traders'],
      ])
    }
    expect(sellers(service, 'nobody')).toEqual([])
    expect(sellers(service, 'a.t.')).toMatchObject([{ aliases: ['A.T. & Sons'] }])
    expect(sellers(service, 'trade')).toMatchObject([{ aliases: [] }])
    expect(sellers(service, '')).toMatchObject([{ aliases: ['A.T. & Sons'] }])
    expect(sellers(service, 'acme')).toMatchObject([{ from: 'vendor list', gstin, bills: 1 }])
  })

  test('of the vendor list are proposed before their first bill', async () => {
    await using service = scanService()
    await service.database.write((conn) =>
      addName(conn, 'vendor', { name: 'Zen Paper', aliases: [] }, noon),
    )
    expect(sellers(service, 'zen')).toMatchObject([{ gstin: null, bills: 0, lastDay: null }])
  })

  test('are one under their aliases, also under one that is added later', async () => {
    await using service = scanService()
    await addBill(service)
    await addBill(service, { Supplier: 'Acme Trdg. Co.', GSTIN: '' })
    const vendor = { name: 'Acme Traders', aliases: ['Acme Trdg. Co.'] }
    await service.database.write((conn) => addName(conn, 'vendor', vendor, noon))
    expect(sellers(service, 'acme')).toMatchObject([{ name: 'Acme Traders', gstin, bills: 2 }])
  })

  test('are two with two GSTINs; bills without one are of the one that was seen last', async () => {
    await using service = scanService()
    await addBill(service, { Dated: '01/10/2026' })
    await addBill(service, { Dated: '02/10/2026', GSTIN: otherGstin })
    await addBill(service, { Dated: '03/10/2026', GSTIN: '' })
    expect(sellers(service, 'acme').map((one) => [one.gstin, one.bills])).toEqual([
      [otherGstin, 2],
      [gstin, 1],
    ])
  })

  test('come best first: what begins with the text, then those of the most bills; 8 at most', async () => {
    await using service = scanService()
    for (const name of ['New Acme', 'Acme B', 'Acme A', 'Acme A', 'Macme']) {
      await addBill(service, { Supplier: name, GSTIN: '' })
    }
    expect(sellers(service, 'acme').map(({ name }) => name)).toEqual([
      'Acme A',
      'Acme B',
      'New Acme',
      'Macme',
    ])
    for (let n = 0; n < 10; n++) await addBill(service, { Supplier: `Acme ${n}`, GSTIN: '' })
    expect(sellers(service, 'acme')).toHaveLength(8)
  })

  test('come first by an alias that begins with the text, as by the name', async () => {
    await using service = scanService()
    for (let n = 0; n < 3; n++) await addBill(service, { Supplier: 'The Kokan Co.', GSTIN: '' })
    const vendor = { name: 'Konkan Pickles', aliases: ['Kokan Pickles'] }
    await service.database.write((conn) => addName(conn, 'vendor', vendor, noon))
    expect(sellers(service, 'kokan').map(({ name }) => name)).toEqual([
      'Konkan Pickles',
      'The Kokan Co.',
    ])
  })

  test('without a text are those of the newest bills', async () => {
    await using service = scanService()
    await addBill(service, { Supplier: 'Old', Dated: '01/09/2026' })
    await addBill(service, { Supplier: 'New', Dated: '01/11/2026' })
    expect(sellers(service, '').map(({ name }) => name)).toEqual(['New', 'Old'])
  })
})

describe('items', () => {
  test('without a text are all that the seller sold, bill by bill, in the order of the bill', async () => {
    await using service = scanService()
    await addBill(service, { Dated: '01/10/2026' })
    await addBill(service, { Dated: '01/11/2026' }, { lines: [{ Item: 'Tea' }, { Item: 'Atta' }] })
    expect(items(service, {}).map(({ name }) => name)).toEqual([
      'Tea',
      'Atta',
      'Basmati rice 1 kg',
      'Soap',
    ])
  })

  test('are found by every word of a text, of that seller first, then of the product names', async () => {
    await using service = scanService()
    await addBill(service)
    const soaps = [
      { name: 'Neem Soap', aliases: ['Margo soap'] },
      { name: 'SOAP', aliases: [] },
    ]
    await service.database.write((conn) => {
      for (const name of soaps) addName(conn, 'product', name, noon)
    })
    expect(items(service, { search: 'soap' }).map(({ name, from }) => [name, from])).toEqual([
      ['Soap', 'seller'],
      ['Neem Soap', 'product names'],
    ])
    expect(items(service, { search: 'so mar' }).map(({ name }) => name)).toEqual(['Neem Soap'])
    expect(items(service, { search: 'rice 1 b' }).map(({ name }) => name)).toEqual([
      'Basmati rice 1 kg',
    ])
  })

  test('come first where a word of the name begins with the text, then of an alias', async () => {
    await using service = scanService()
    const listed = [
      { name: 'Bhringraj oil', aliases: [] },
      { name: 'Amla oil', aliases: ['Rich amla'] },
      { name: 'Kolam rice', aliases: [] },
      { name: 'Ring file', aliases: [] },
    ]
    await service.database.write((conn) => {
      for (const name of listed) addName(conn, 'product', name, noon)
    })
    expect(items(service, { search: 'ri' }).map(({ name }) => name)).toEqual([
      'Ring file',
      'Kolam rice',
      'Amla oil',
      'Bhringraj oil',
    ])
  })

  test('of another seller bring what a thing is, and not what somebody else asked for it', async () => {
    await using service = scanService()
    await addBill(service)
    await service.database.write((conn) =>
      addName(conn, 'product', { name: 'soap', aliases: [] }, noon),
    )
    expect(items(service, { search: 'soap', seller: 'Zen', gstin: '' })).toEqual([
      {
        name: 'soap',
        hsn: '3401',
        unit: null,
        gstPct: 18,
        ratePaise: null,
        rateDay: null,
        from: 'product names',
      },
    ])
  })

  test('are of the GSTIN where it is known, else of the name or an alias of it', async () => {
    await using service = scanService()
    await addBill(service)
    expect(items(service, { search: 'soap', seller: 'Mistyped' })).toHaveLength(1)
    const vendor = { name: 'Acme Traders', aliases: ['AT'] }
    await service.database.write((conn) => addName(conn, 'vendor', vendor, noon))
    expect(items(service, { search: 'soap', seller: 'AT', gstin: '' })).toHaveLength(1)
    expect(items(service, { search: 'soap', seller: 'Zen', gstin: '' })).toEqual([])
  })

  test('have the rate of tax in one, in halves, or in the head of the bill', async () => {
    await using service = scanService()
    const lines = [
      { Item: 'One', 'GST %': '18%' },
      { Item: 'Halves', 'CGST %': '2.5', 'SGST %': '2.5 %' },
      { Item: 'Head', 'GST %': 'as agreed' },
      { Item: 'Exempt', 'GST %': 'exempt' },
    ]
    await addBill(service, { 'GST Rate': '12' }, { lines })
    expect(items(service, {}).map(({ name, gstPct }) => [name, gstPct])).toEqual([
      ['One', 18],
      ['Halves', 5],
      ['Head', 12],
      ['Exempt', 0],
    ])
  })
})

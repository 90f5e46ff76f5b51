import { describe, expect, test } from 'bun:test'
import { readEInvoices } from '../../../src/reader/files/e-invoice.ts'
import { financialYear, irnOf, readCodes } from '../../../src/reader/files/qr.ts'
import { textsOf } from './texts-of.ts'

const seller = '27AAPFU0939F1ZV'
const buyer = '29AAGCB7383J1Z4'

const identity = { gstin: seller, number: 'KM/26-27/118', type: 'INV', date: '14/11/2026' }
const irn = irnOf(identity) ?? ''

const box = [0.7, 0.05, 0.9, 0.2] as const

describe('a reference number', () => {
  test('is made of the seller, the financial year, the type and the number', () => {
    // Computed apart: printf %s 27AAPFU0939F1ZV2026-27INVKM/26-27/118 | sha256sum
    expect(irn).toBe('a8395405da341a8c114b930c64eb7614aa7dfb771732b7a9f5ef6bfb7de169ce')
  })

  test('is of the year that ends in March', () => {
    expect(financialYear('2027-03-31')).toBe('2026-27')
    expect(financialYear('2027-04-01')).toBe('2027-28')
    expect(financialYear('1999-12-31')).toBe('1999-00')
  })

  test('needs a date', () => {
    expect(irnOf({ ...identity, date: '31/02/2026' })).toBeUndefined()
  })
})

describe('the QR code of an e-invoice', () => {
  const said = {
    SellerGstin: seller,
    BuyerGstin: buyer,
    DocNo: 'KM/26-27/118',
    DocTyp: 'INV',
    DocDt: '14/11/2026',
    TotInvVal: 11800.5,
    ItemCnt: 4,
    MainHsnCode: '1006',
    Irn: irn,
  }

  test('tells who sold to whom, the number, the date and the total, and where it stands', () => {
    const read = readCodes([code(token({ data: JSON.stringify(said) }))], 2)
    expect(textsOf(read?.head)).toEqual({
      gstin: seller,
      buyer_gstin: buyer,
      invoice_no: 'KM/26-27/118',
      invoice_date: '14/11/2026',
      total: '11800.5',
      irn,
    })
    expect(read).toMatchObject({ type: 'INV', itemCount: 4, mainHsn: '1006', irn: 'consistent' })
    expect(read?.head['total']).toEqual({
      text: '11800.5',
      label: '',
      source: 'qr',
      confidence: 1,
      page: 2,
      box,
    })
  })

  test('is inconsistent when the number is another one', () => {
    const changed = { ...said, DocNo: 'KM/26-27/119' }
    expect(readCodes([code(token({ data: JSON.stringify(changed) }))], 1)?.irn).toBe('inconsistent')
  })

  test('names no buyer who is not registered', () => {
    const toConsumer = { ...said, BuyerGstin: 'URP' }
    const read = readCodes([code(token({ data: JSON.stringify(toConsumer) }))], 1)
    expect(read?.head['buyer_gstin']).toBeUndefined()
  })

  test('comes before a request for payment on the same page', () => {
    const codes = [code('upi://pay?pa=kokan@ybl&am=5'), code(token({ data: JSON.stringify(said) }))]
    expect(readCodes(codes, 1)?.head['invoice_no']?.text).toBe('KM/26-27/118')
  })

  test.each([
    '',
    'x.y.z',
    'https://example.com',
    token({ data: '{' }),
    token({ data: [] }),
    token({}),
  ])('is not %p', (text) => {
    expect(readCodes([code(text)], 1)).toBeUndefined()
  })
})

describe('the QR code of a payment', () => {
  test('tells whom to pay and how much', () => {
    const text = 'upi://pay?pa=kokan%40ybl&pn=Kokan&am=1180.00&cu=INR'
    expect(textsOf(readCodes([code(text)], 1)?.head)).toEqual({
      upi_id: 'kokan@ybl',
      total: '1180.00',
    })
  })

  test('tells no amount when that is left open', () => {
    expect(textsOf(readCodes([code('upi://pay?pa=kokan@ybl&am=0')], 1)?.head)).toEqual({
      upi_id: 'kokan@ybl',
    })
  })
})

describe('an e-invoice as JSON', () => {
  const invoice = {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
    DocDtls: { Typ: 'INV', No: 'KM/26-27/118', Dt: '14/11/2026' },
    SellerDtls: { Gstin: seller, LglNm: 'Konkan Masale', Loc: 'Pune', Stcd: '27' },
    BuyerDtls: { Gstin: buyer, LglNm: 'Hampi Stores', Pos: '29', Stcd: '29' },
    ItemList: [
      item({ SlNo: '1', PrdDesc: 'Basmati rice', HsnCd: '100630', Qty: 10, UnitPrice: 900 }),
      item({
        SlNo: '2',
        PrdDesc: 'Transport',
        HsnCd: '996511',
        Qty: 1,
        UnitPrice: 1000,
        FreeQty: 0,
      }),
    ],
    ValDtls: {
      AssVal: 10000,
      IgstVal: 500,
      CgstVal: 0,
      SgstVal: 0,
      RndOffAmt: 0,
      TotInvVal: 10500,
    },
    Irn: irn,
  }

  test('is read with its lines, without the amounts that are nothing', () => {
    const [document] = readEInvoices(JSON.stringify(invoice))
    expect(textsOf(document?.head)).toEqual({
      invoice_no: 'KM/26-27/118',
      invoice_date: '14/11/2026',
      irn,
      vendor_name: 'Konkan Masale',
      gstin: seller,
      buyer_name: 'Hampi Stores',
      buyer_gstin: buyer,
      reverse_charge: 'N',
      place_of_supply: 'Karnataka',
      taxable_value: '10000',
      igst: '500',
      total: '10500',
    })
    expect(document?.lines.map(textsOf)).toEqual([
      { sl_no: '1', description: 'Basmati rice', hsn: '100630', qty: '10', rate: '900' },
      { sl_no: '2', description: 'Transport', hsn: '996511', qty: '1', rate: '1000' },
    ])
  })

  test('is the same when it is signed, alone or in the answer of the portal', () => {
    const signed = token({ data: JSON.stringify(invoice) })
    const plain = readEInvoices(JSON.stringify(invoice))
    expect(readEInvoices(signed)).toEqual(plain)
    expect(
      readEInvoices(
        JSON.stringify({ Status: '1', data: JSON.stringify({ SignedInvoice: signed }) }),
      ),
    ).toEqual(plain)
    expect(readEInvoices(JSON.stringify([invoice, { SignedInvoice: signed }]))).toHaveLength(2)
  })

  test('with a reference number of another invoice is not trusted in it', () => {
    const changed = { ...invoice, DocDtls: { ...invoice.DocDtls, No: 'KM/26-27/119' } }
    expect(readEInvoices(JSON.stringify(changed))[0]?.head['irn']?.doubts).toHaveLength(1)
  })

  test.each(['CRN', 'DBN'])('may be a note (%s)', (Typ) => {
    const note = { ...invoice, DocDtls: { ...invoice.DocDtls, Typ } }
    expect(readEInvoices(JSON.stringify(note))[0]?.kind).toBe(
      Typ === 'CRN' ? 'credit note' : 'debit note',
    )
  })

  test.each(['', '[]', '{}', 'null', '{"DocDtls": 5}', '[[[]]]', '{"SignedInvoice": "a.b.c"}'])(
    'is not %s',
    (text) => {
      expect(readEInvoices(text)).toEqual([])
    },
  )
})

function item(given: Record<string, unknown>): Record<string, unknown> {
  return { Discount: 0, CgstAmt: 0, SgstAmt: 0, CesAmt: 0, ...given }
}

function token(claims: unknown): string {
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function code(text: string) {
  return { text, format: 'QRCode', box }
}

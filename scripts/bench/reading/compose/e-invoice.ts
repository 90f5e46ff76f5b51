import { createHash } from 'node:crypto'
import { toRupees } from '../../../../src/platform/money.ts'
import type { Bill } from './bill.ts'

/** The IRN as the government's portal makes it from the seller, the year, the type and the number (source: e-invoice schema 1.1). */
export function irnOf({ seller, date, number }: Bill): string {
  const year = Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 4 ? 1 : 0)
  const years = `${year}-${String(year + 1).slice(2)}`
  return createHash('sha256').update(`${seller.gstin}${years}INV${number}`).digest('hex')
}

/** The content of an e-invoice's QR code: a JWT whose `data` is JSON as text. */
export function signedQr(bill: Bill, irn: string): string {
  const data = {
    SellerGstin: bill.seller.gstin,
    BuyerGstin: bill.buyer.gstin,
    DocNo: bill.number,
    DocTyp: 'INV',
    DocDt: printed(bill.date),
    TotInvVal: toRupees(bill.total),
    ItemCnt: bill.lines.length,
    MainHsnCode: bill.lines[0]?.item.hsn ?? '',
    Irn: irn,
    IrnDt: `${bill.date} 11:24:00`,
  }
  return jwt({ data: JSON.stringify(data), iss: 'NIC Sandbox' })
}

/** The whole signed e-invoice, as sellers send it. */
export function signedInvoice(bill: Bill, irn: string): string {
  const invoice = {
    AckNo: 112_610_000_000_000,
    AckDt: `${bill.date} 11:24:00`,
    Irn: irn,
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
    DocDtls: { Typ: 'INV', No: bill.number, Dt: printed(bill.date) },
    SellerDtls: partyDetails(bill.seller),
    BuyerDtls: {
      ...partyDetails(bill.buyer),
      Pos: bill.isNear ? bill.seller.stateCode : bill.buyer.stateCode,
    },
    ItemList: bill.lines.map(itemDetails),
    ValDtls: {
      AssVal: toRupees(bill.taxable),
      CgstVal: toRupees(bill.cgst),
      SgstVal: toRupees(bill.sgst),
      IgstVal: toRupees(bill.igst),
      CesVal: toRupees(bill.cess),
      RndOffAmt: toRupees(bill.roundOff),
      TotInvVal: toRupees(bill.total),
    },
  }
  const [signedData, signedCode] = [
    jwt({ data: JSON.stringify(invoice), iss: 'NIC Sandbox' }),
    signedQr(bill, irn),
  ]
  return JSON.stringify({
    AckNo: invoice.AckNo,
    AckDt: invoice.AckDt,
    Irn: irn,
    SignedInvoice: signedData,
    SignedQRCode: signedCode,
    Status: 'ACT',
  })
}

function partyDetails({ gstin, name, address, city, pin, stateCode }: Bill['seller']) {
  const [Addr1 = '', Addr2] = address
  return {
    Gstin: gstin,
    LglNm: name,
    Addr1,
    ...(Addr2 !== undefined && { Addr2 }),
    Loc: city,
    Pin: Number(pin),
    Stcd: stateCode,
  }
}

function itemDetails(line: Bill['lines'][number], at: number) {
  return {
    SlNo: String(at + 1),
    PrdDesc: line.item.name,
    IsServc: line.item.hsn.startsWith('99') ? 'Y' : 'N',
    HsnCd: line.item.hsn,
    Qty: line.qty,
    Unit: line.item.unit.toUpperCase(),
    UnitPrice: toRupees(line.rate),
    TotAmt: toRupees(line.gross),
    Discount: toRupees(line.discount),
    AssAmt: toRupees(line.taxable),
    GstRt: line.item.gst,
    IgstAmt: toRupees(line.igst),
    CgstAmt: toRupees(line.cgst),
    SgstAmt: toRupees(line.sgst),
    CesRt: line.cessPct,
    CesAmt: toRupees(line.cess),
    TotItemVal: toRupees(line.total),
  }
}

function printed(day: string): string {
  return day.split('-').toReversed().join('/')
}

function jwt(payload: object): string {
  const header = { alg: 'RS256', kid: '0123456789ABCDEF0123456789ABCDEF01234567', typ: 'JWT' }
  const parts = [header, payload].map((part) => Buffer.from(JSON.stringify(part)))
  const text = parts.map((part) => part.toString('base64url')).join('.')
  return `${text}.${signatureOf(text).toString('base64url')}`
}

/** A text as long as a signature, always the same. Only the government's key could check it. */
function signatureOf(text: string): Buffer {
  const blocks = [1, 2, 3, 4].map((block) =>
    createHash('sha512').update(`${block}${text}`).digest(),
  )
  return Buffer.concat(blocks)
}

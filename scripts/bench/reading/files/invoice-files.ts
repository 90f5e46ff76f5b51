import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib'
import { type Bill, composeBill } from '../compose/bill.ts'
import { irnOf, signedInvoice } from '../compose/e-invoice.ts'
import type { Kit } from '../kit.ts'
import { zoho } from '../layouts/zoho.tsx'
import type { Printer } from '../printer.ts'
import { type TruthDocument, truthOf, type Value } from '../truth.ts'
import { cii, ubl } from './invoice-formats.ts'

/* Bills that programs read as they are: signed e-invoices, UBL, CII, and CII inside a PDF (Factur-X). */

type Made = { bytes: Uint8Array; extension: string; documents: TruthDocument[] }

export type InvoiceFile = { name: string; make(kit: Kit, printer: Printer): Promise<Made> }

export const invoiceFiles: readonly InvoiceFile[] = [
  ofText('e-invoice-json', 'json', (bill) => signedInvoice(bill, irnOf(bill)), eInvoiceTruth),
  ofText('ubl', 'xml', ubl, xmlTruth),
  ofText('cii', 'xml', cii, xmlTruth),
  {
    name: 'factur-x',
    async make(kit, printer) {
      const bill = compose(kit)
      const sheet = zoho.print(kit, bill)
      const document = await PDFDocument.load(await printer.print(sheet))
      await document.attach(new TextEncoder().encode(cii(bill)), 'factur-x.xml', {
        mimeType: 'text/xml',
        afRelationship: AFRelationship.Alternative,
      })
      return {
        bytes: await document.save(),
        extension: 'pdf',
        documents: [withPrint(xmlTruth(bill), await truthOf(sheet.body))],
      }
    },
  },
]

function ofText(
  name: string,
  extension: string,
  write: (bill: Bill) => string,
  tell: (bill: Bill) => TruthDocument,
): InvoiceFile {
  return {
    name,
    async make(kit) {
      const bill = compose(kit)
      return { bytes: new TextEncoder().encode(write(bill)), extension, documents: [tell(bill)] }
    },
  }
}

/** The XML decides. Values that are only printed are right as well. */
function withPrint(xml: TruthDocument, [printed]: readonly TruthDocument[]): TruthDocument {
  if (printed === undefined) return xml
  return {
    ...xml,
    pages: printed.pages,
    alsoHead: joined([xml.alsoHead, listed(printed.head), printed.alsoHead]),
    alsoLines: xml.alsoLines.map((line, at) =>
      joined([line, listed(printed.lines[at] ?? {}), printed.alsoLines[at] ?? {}]),
    ),
  }
}

function listed(fields: Readonly<Record<string, Value>>): Record<string, Value[]> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, [value]]))
}

function joined(parts: readonly Readonly<Record<string, Value[]>>[]): Record<string, Value[]> {
  const all: Record<string, Value[]> = {}
  for (const [key, values] of parts.flatMap((part) => Object.entries(part))) {
    all[key] = [...(all[key] ?? []), ...values]
  }
  return all
}

function compose(kit: Kit): Bill {
  const { random } = kit
  return composeBill(random, {
    trade: random.pick(['hardware', 'electrical', 'retail']),
    lines: [1, 9],
    discounts: random.pick([0, 0.5]),
  })
}

function documentOf(
  bill: Bill,
  head: Record<string, Value>,
  lines: Record<string, Value>[],
): TruthDocument {
  const also = {
    subtotal: [bill.taxable / 100],
    tax_amount: [(bill.cgst + bill.sgst + bill.igst) / 100],
    place_of_supply: [bill.buyer.state, bill.buyer.stateCode],
    reverse_charge: ['N', 'No'],
    currency: ['INR'],
    ack_no: ['112610000000000'],
    ack_date: [bill.date],
  }
  const alsoLines = bill.lines.map((line) => ({
    amount: [line.taxable / 100, line.gross / 100],
    taxable_value: [line.taxable / 100],
    // The price of one piece after the discount, with six decimals.
    rate: [line.rate / 100, Number((line.taxable / 100 / line.qty).toFixed(6))],
    discount: [line.discount / 100],
    unit: [line.item.unit.toUpperCase()],
  }))
  return {
    category: 'vendor_invoice',
    kind: 'invoice',
    pages: [],
    head,
    lines,
    alsoHead: also,
    alsoLines,
  }
}

function commonHead(bill: Bill): Record<string, Value> {
  return {
    invoice_no: bill.number,
    invoice_date: bill.date,
    vendor_name: bill.seller.name,
    gstin: bill.seller.gstin,
    buyer_name: bill.buyer.name,
    buyer_gstin: bill.buyer.gstin,
    taxable_value: bill.taxable / 100,
    ...(bill.roundOff === 0 ? {} : { round_off: bill.roundOff / 100 }),
    total: bill.total / 100,
  }
}

function commonLine(line: Bill['lines'][number], at: number): Record<string, Value> {
  return {
    sl_no: at + 1,
    description: line.item.name,
    hsn: line.item.hsn,
    qty: line.qty,
    unit: line.item.unit.toUpperCase(),
    gst_rate: line.item.gst,
  }
}

function eInvoiceTruth(bill: Bill): TruthDocument {
  const taxes = bill.isNear
    ? { cgst: bill.cgst / 100, sgst: bill.sgst / 100 }
    : { igst: bill.igst / 100 }
  const given = Object.entries(taxes).filter(([, value]) => value !== 0)
  const lines = bill.lines.map((line, at) => ({
    ...commonLine(line, at),
    rate: line.rate / 100,
    taxable_value: line.taxable / 100,
    total: line.total / 100,
    ...(line.discount === 0 ? {} : { discount: line.discount / 100 }),
    ...(line.cgst === 0 ? {} : { cgst: line.cgst / 100, sgst: line.sgst / 100 }),
    ...(line.igst === 0 ? {} : { igst: line.igst / 100 }),
  }))
  return documentOf(
    bill,
    { ...commonHead(bill), irn: irnOf(bill), ...Object.fromEntries(given) },
    lines,
  )
}

function xmlTruth(bill: Bill): TruthDocument {
  const head = { ...commonHead(bill), due_date: bill.dueDate, po_no: bill.order.number }
  const lines = bill.lines.map((line, at) => ({
    ...commonLine(line, at),
    amount: line.taxable / 100,
  }))
  return documentOf(bill, head, lines)
}

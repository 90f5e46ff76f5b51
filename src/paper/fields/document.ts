import type { FieldDefinition } from '../fields.ts'

/** Numbers, dates and terms of the document itself, and how its goods came. */
export const document = {
  invoice_no: {
    name: 'Bill number',
    place: 'both',
    kind: 'code',
    whose: 'document',
    delivered: 'number text',
    cells: 'text',
    required: { vendor_invoice: 'invoice_no', purchase_order: 'po_no' },
    labels: {
      head: `Invoice No | Invoice | Invoice No (s) | बिल संख्या | बिल नं | बिल नंबर | चालान संख्या | Inv No | Inv
        | Bill No | Bill | Tax Invoice No | Tax Invoice | GST Invoice No | Sales Invoice No
        | Retail Invoice No | Purchase Invoice No | Supplier Invoice No | Supplier Inv No | Supplier Bill No
        | Vendor Invoice No | Vendor Bill No | Voucher No | Vch No | Document No | Doc No | Cash Memo No
        | Memo No | Bill of Supply No | No of Invoice | Invoice Id | Invoice Sl No | Invoice Serial No
        | Credit Note No | Debit Note No`,
      line: `Invoice No | Inv No | Bill No | Tax Invoice No`,
    },
  },
  invoice_date: {
    name: 'Bill date',
    place: 'both',
    kind: 'day',
    whose: 'document',
    delivered: 'invoice date',
    isRecent: true,
    cells: 'text',
    required: { vendor_invoice: 'invoice_date', purchase_order: 'po_date' },
    labels: {
      head: `Invoice Date | Inv Date | Bill Date | Tax Invoice Date | Voucher Date | Vch Date | Document Date
        | Doc Date | Dated | Date | Date of Invoice | Date of Bill | Invoice Dated | Inv Dated | Bill Dated
        | Date of Issue | Issue Date | Invoice Issue Date | Invoiced On | Billing Date
        | Supplier Invoice Date | Supplier Bill Date | Vendor Invoice Date | Cash Memo Date | Memo Date
        | Date of Invoicing | Credit Note Date | Debit Note Date`,
      line: `Invoice Date | Inv Date | Bill Date | Tax Invoice Date`,
    },
  },
  document_type: {
    name: 'Kind of paper',
    place: 'metadata',
    kind: 'text',
    whose: 'document',
    labels: {
      head: `Document Type | Doc Type | Type of Document | Invoice Type | Voucher Type`,
    },
  },
  original_invoice_no: {
    name: "First bill's number",
    place: 'metadata',
    kind: 'code',
    whose: 'document',
    labels: {
      head: `Original Invoice No | Original Inv No | Original Bill No | Against Invoice No | Against Bill No
        | Reference Invoice No`,
    },
  },
  original_invoice_date: {
    name: "First bill's date",
    place: 'metadata',
    kind: 'day',
    whose: 'document',
    labels: {
      head: `Original Invoice Date | Original Inv Date | Original Bill Date | Reference Invoice Date`,
    },
  },
  due_date: {
    name: 'Due date',
    place: 'metadata',
    kind: 'day',
    whose: 'document',
    delivered: 'date',
    labels: {
      head: `Due Date | Payment Due Date | Payment Due | Due On | Due By | Pay By | Invoice Due Date
        | Bill Due Date`,
    },
  },
  po_no: {
    name: 'Order number',
    place: 'both',
    kind: 'code',
    whose: 'document',
    cells: 'text',
    required: { purchase_order: 'po_no' },
    labels: {
      head: `PO No | P.O. No | PO | P.O. | Purchase Order No | Purchase Order | Order No | Order | Sales Order No
        | Buyer's Order No | Buyers Order No | Buyer Order No | Customer PO No | Cust PO No | Your Order No
        | PO Ref | PO Ref No | PO Reference | Order Ref | Order Ref No | Order Reference | Order Id`,
      line: `PO No | P.O. No | Purchase Order No`,
      orderHead: `Voucher No | Vch No | Document No | Doc No | No`,
    },
  },
  po_date: {
    name: 'Order date',
    place: 'metadata',
    kind: 'day',
    whose: 'document',
    delivered: 'date',
    isRecent: true,
    required: { purchase_order: 'po_date' },
    labels: {
      head: `PO Date | P.O. Date | Purchase Order Date | Order Date | Order Dated | PO Dated | Date of Order
        | Buyer's Order Date | Buyers Order Date | Customer PO Date`,
      orderHead: `Date | Dated | Voucher Date | Vch Date | Document Date | Doc Date | Date of Issue | Issue Date`,
    },
  },
  place_of_supply: {
    name: 'Place of supply',
    place: 'metadata',
    kind: 'place of supply',
    whose: 'document',
    labels: {
      head: `Place of Supply | Place of Supply (State) | Place of Supply (State Code) | Supply Place
        | State of Supply`,
    },
  },
  irn: {
    name: 'e-Invoice number (IRN)',
    place: 'metadata',
    kind: 'irn',
    whose: 'document',
    labels: {
      head: `IRN | IRN No | e-Invoice IRN | Invoice Reference No (IRN)`,
    },
  },
  ack_no: {
    name: 'Acknowledgement number',
    place: 'metadata',
    kind: 'acknowledgement',
    whose: 'document',
    labels: {
      head: `Ack No | Acknowledgement No | Acknowledgment No`,
    },
  },
  ack_date: {
    name: 'Acknowledgement date',
    place: 'metadata',
    kind: 'day',
    whose: 'document',
    isRecent: true,
    labels: {
      head: `Ack Date | Acknowledgement Date | Acknowledgment Date`,
    },
  },
  eway_bill_no: {
    name: 'e-Way bill number',
    place: 'metadata',
    kind: 'e-way bill',
    whose: 'document',
    labels: {
      head: `e-Way Bill No | e-Way Bill | Eway Bill No | Eway Bill | EWB No`,
    },
  },
  vehicle_no: {
    name: 'Vehicle',
    place: 'metadata',
    kind: 'vehicle',
    whose: 'document',
    labels: {
      head: `Vehicle No | Vehicle | Motor Vehicle No | Truck No | Lorry No`,
    },
  },
  transporter: {
    name: 'Transporter',
    place: 'metadata',
    kind: 'text',
    whose: 'document',
    labels: {
      head: `Transporter | Transporter Name | Transport | Dispatched through | Despatched through`,
    },
  },
  lr_no: {
    name: 'LR number',
    place: 'metadata',
    kind: 'code',
    whose: 'document',
    labels: {
      head: `LR No | LR-RR No | Bill of Lading/LR-RR No | GR No | Docket No`,
    },
  },
  delivery_note_no: {
    name: 'Delivery note number',
    place: 'metadata',
    kind: 'code',
    whose: 'document',
    labels: {
      head: `Delivery Note | Delivery Note No | Challan No | Delivery Challan No | DC No`,
    },
  },
  payment_terms: {
    name: 'Terms',
    place: 'metadata',
    kind: 'text',
    whose: 'document',
    labels: {
      head: `Payment Terms | Terms of Payment | Mode/Terms of Payment | Terms | Credit Period | Credit Days`,
    },
  },
  reverse_charge: {
    name: 'Reverse charge',
    place: 'metadata',
    kind: 'yes or no',
    whose: 'document',
    labels: {
      head: `Reverse Charge | Reverse Charge (Y/N) | Reverse Charge (Yes/No) | RCM
        | Whether Tax is Payable on Reverse Charge | Whether Tax Payable on Reverse Charge
        | Tax Payable on Reverse Charge | Tax is Payable on Reverse Charge`,
    },
  },
} as const satisfies Record<string, FieldDefinition>

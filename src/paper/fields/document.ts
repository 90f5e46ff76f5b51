import type { FieldDefinition } from '../fields.ts'

/** Numbers, dates and terms of the document itself, and how its goods came. */
export const document = {
  invoice_no: {
    name: 'Bill number',
    place: 'head',
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
      besideValue: `No | B No | BNo | Memo | Voucher | Receipt | Invoice Number | Bill Number | Inv | Invoice # | Bill #
        | Receipt No | Memo Number | Tax Invoice # | Credit Note # | CN No | Debit Note # | DN No | Note No
        | Cr Note No | Dr Note No | Number | चालान नं | बीजक संख्या | बीजक क्रमांक | बिल क्रमांक | क्रमांक
        | क्र | बीजक सं | इनवॉइस नं | इनवॉइस संख्या | Bill/Invoice No | Invoice/Bill No | Inv/Bill No
        | Tax Inv No | GST Bill No | GST Inv No | Cash Bill No | Credit Bill No | Invoice Ref No | Bl No
        | Document | Serial | Serial No of Invoice | Invoice Serial | Rcpt No | FS Rcpt No | Credit Memo No
        | Debit Memo No | CR Note No | Dr/Cr Note No | Return No | Bill Ref No | રસીદ નં | બિલ નં | બીલ નં
        | બિલ નંબર | બીલ નંબર | ઇન્વોઇસ નં | ઇન્વોઇસ નંબર | ઈન્વોઈસ નં | નં`,
    },
  },
  invoice_date: {
    name: 'Bill date',
    place: 'head',
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
      besideValue: `Dt | Date Invoice | Date of Issue | Note Date | Receipt Date | दिनांक | तारीख | तिथि | बिल दिनांक | बिल तारीख
        | इनवॉइस तिथि | बीजक दिनांक | Day of Issue | Issued | Date & Time | Date/Time | Bill Date & Time
        | Invoice Date & Time | Inv Date & Time | Txn Date | Transaction Date | તારીખ | તા | બિલ તારીખ`,
    },
  },
  document_type: {
    name: 'Kind of paper',
    place: 'head',
    kind: 'text',
    whose: 'document',
    labels: {
      head: `Document Type | Doc Type | Type of Document | Invoice Type | Voucher Type`,
    },
  },
  original_invoice_no: {
    name: "First bill's number",
    place: 'head',
    kind: 'code',
    whose: 'document',
    labels: {
      head: `Original Invoice No | Original Inv No | Original Bill No | Against Invoice No | Against Bill No
        | Reference Invoice No`,
      besideValue: `Against Inv No | Ref Invoice No | Reference Bill No | Original Invoice | Against Invoice
        | Our Invoice No | Our Inv No | Our Bill No | Your Bill No | Your Invoice No | Against Inv
        | Against Bill | Ref Bill No | Bill Ref`,
    },
  },
  original_invoice_date: {
    name: "First bill's date",
    place: 'head',
    kind: 'day',
    whose: 'document',
    labels: {
      head: `Original Invoice Date | Original Inv Date | Original Bill Date | Reference Invoice Date`,
      besideValue: `Against Invoice Date | Ref Invoice Date | Original Dated`,
    },
  },
  due_date: {
    name: 'Due date',
    place: 'head',
    kind: 'day',
    whose: 'document',
    delivered: 'date',
    labels: {
      head: `Due Date | Payment Due Date | Payment Due | Due On | Due By | Pay By | Invoice Due Date
        | Bill Due Date`,
      besideValue: `Pay by Date | Last Date of Payment | Payment Date | Due | Payment due by | Due dt`,
    },
  },
  po_no: {
    name: 'Order number',
    place: 'head',
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
      besideValue: `Source | Source Document | Origin | Purchase Order # | PO # | Order # | PO Number | P O No | P O Ref
        | Our Order Ref | Our Order No | Customer Order Ref | Customer Order No | Customer PO Ref
        | Cust Order No | Your PO No | Your PO | Ref PO No | Buyer Order Ref | P O`,
    },
  },
  po_date: {
    name: 'Order date',
    place: 'head',
    kind: 'day',
    whose: 'document',
    delivered: 'date',
    isRecent: true,
    required: { purchase_order: 'po_date' },
    labels: {
      head: `PO Date | P.O. Date | Purchase Order Date | Order Date | Order Dated | PO Dated | Date of Order
        | Buyer's Order Date | Buyers Order Date | Customer PO Date`,
      orderHead: `Date | Dated | Voucher Date | Vch Date | Document Date | Doc Date | Date of Issue | Issue Date`,
      besideValue: `Customer Order Date | Cust PO Date | Your PO Date | Your Order Date | P O Dt`,
    },
  },
  place_of_supply: {
    name: 'Place of supply',
    place: 'head',
    kind: 'place of supply',
    whose: 'document',
    labels: {
      head: `Place of Supply | Place of Supply (State) | Place of Supply (State Code) | Supply Place
        | State of Supply`,
      besideValue: `POS | Place of Supply/State Code | Place of supply State | Place of Supply & Code | आपूर्ति का स्थान
        | સપ્લાયનું સ્થળ`,
    },
  },
  irn: {
    name: 'e-Invoice number (IRN)',
    place: 'head',
    kind: 'irn',
    whose: 'document',
    labels: {
      head: `IRN | IRN No | e-Invoice IRN | Invoice Reference No (IRN)`,
      besideValue: `IRN Number | Invoice Reference Number`,
    },
  },
  ack_no: {
    name: 'Acknowledgement number',
    place: 'head',
    kind: 'acknowledgement',
    whose: 'document',
    labels: {
      head: `Ack No | Acknowledgement No | Acknowledgment No`,
    },
  },
  ack_date: {
    name: 'Acknowledgement date',
    place: 'head',
    kind: 'day',
    whose: 'document',
    isRecent: true,
    labels: {
      head: `Ack Date | Acknowledgement Date | Acknowledgment Date`,
    },
  },
  eway_bill_no: {
    name: 'e-Way bill number',
    place: 'head',
    kind: 'e-way bill',
    whose: 'document',
    labels: {
      head: `e-Way Bill No | e-Way Bill | Eway Bill No | Eway Bill | EWB No`,
      besideValue: `E-way Bill # | Eway No | E Way Bill Number`,
    },
  },
  vehicle_no: {
    name: 'Vehicle',
    place: 'head',
    kind: 'vehicle',
    whose: 'document',
    labels: {
      head: `Vehicle No | Vehicle | Motor Vehicle No | Truck No | Lorry No`,
      besideValue: `Vehicle Reg No | Veh No | Mode of Transport / Vehicle | Transport / Vehicle No
        | Mode of Transport / Vehicle No | Lry | Lry No | Lorry | Truck | Motor Vehicle | Conveyance No`,
    },
  },
  transporter: {
    name: 'Transporter',
    place: 'head',
    kind: 'text',
    whose: 'document',
    labels: {
      head: `Transporter | Transporter Name | Transport | Dispatched through | Despatched through`,
      besideValue: `Trpt | Transp | Trans | Tpt | Carrier | Carrier Name | Name of Transporter | Through | Thru
        | Booked Through`,
    },
  },
  lr_no: {
    name: 'LR number',
    place: 'head',
    kind: 'code',
    whose: 'document',
    labels: {
      head: `LR No | LR-RR No | Bill of Lading/LR-RR No | GR No | Docket No`,
      besideValue: `GR/RR No | LR/RR No | LR/GR No | L.R. No | G.R. No | Consignment No | Bilty No | CN/LR No
        | LR / Docket No | Docket / LR No | Consignment Note No | Lorry Receipt No | L R`,
    },
  },
  delivery_note_no: {
    name: 'Delivery note number',
    place: 'head',
    kind: 'code',
    whose: 'document',
    labels: {
      head: `Delivery Note | Delivery Note No | Challan No | Delivery Challan No | DC No`,
      besideValue: `Chln | Ch No | Chln No | Challan | D C No`,
    },
  },
  payment_terms: {
    name: 'Terms',
    place: 'head',
    kind: 'text',
    whose: 'document',
    labels: {
      head: `Payment Terms | Terms of Payment | Mode/Terms of Payment | Terms | Credit Period | Credit Days`,
      besideValue: `Credit Terms | Payment | Pay Terms`,
    },
  },
  reverse_charge: {
    name: 'Reverse charge',
    place: 'head',
    kind: 'yes or no',
    whose: 'document',
    labels: {
      head: `Reverse Charge | Reverse Charge (Y/N) | Reverse Charge (Yes/No) | RCM
        | Whether Tax is Payable on Reverse Charge | Whether Tax Payable on Reverse Charge
        | Tax Payable on Reverse Charge | Tax is Payable on Reverse Charge`,
    },
  },
} as const satisfies Record<string, FieldDefinition>

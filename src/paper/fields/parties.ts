import type { FieldDefinition } from '../fields.ts'

/** Who sold and who bought. A bare key is the seller’s. */
export const parties = {
  state: {
    name: 'State',
    place: 'metadata',
    kind: 'state',
    whose: 'seller',
    labels: {
      head: `State | State Name`,
    },
  },
  state_code: {
    name: 'State code',
    place: 'metadata',
    kind: 'state code',
    whose: 'seller',
    labels: {
      head: `State Code | State Code No | GST State Code`,
    },
  },
  gstin: {
    name: 'GSTIN',
    place: 'both',
    kind: 'gstin',
    whose: 'seller',
    delivered: 'gstin',
    required: { vendor_invoice: 'vendor_name', purchase_order: 'vendor_name' },
    labels: {
      head: `GSTIN | GSTIN/UIN | GSTIN No | GSTIN/UIN No | GST No | GST IN | GST TIN | GSTN | GSTN No | GST Id
        | GST Regn No | GST Reg No | GST Registration No | GSTIN of Supplier | Supplier GSTIN
        | Supplier's GSTIN | Supplier GST No | Supplier GSTIN/UIN | GSTIN/UIN of Supplier | GSTIN of Seller
        | Seller GSTIN | Seller's GSTIN | Seller GST No | GSTIN of Vendor | Vendor GSTIN | Vendor's GSTIN
        | Vendor GST No | Party GSTIN | Party GSTIN/UIN | Party GST No | Our GSTIN | Company GSTIN
        | Company's GSTIN | Company's GSTIN/UIN | Bill From GSTIN | Billed From GSTIN`,
      line: `GSTIN | GSTIN/UIN | GSTIN No | GST No`,
    },
  },
  buyer_gstin: {
    name: "Buyer's GSTIN",
    place: 'metadata',
    kind: 'gstin',
    whose: 'buyer',
    labels: {
      head: `Buyer GSTIN | Buyer's GSTIN | Buyer GSTIN/UIN | Buyer's GSTIN/UIN | GSTIN of Buyer
        | GSTIN/UIN of Buyer | Buyer GST No | Customer GSTIN | Customer's GSTIN | GSTIN of Customer
        | Customer GST No | Recipient GSTIN | GSTIN of Recipient | GSTIN/UIN of Recipient | Receiver GSTIN
        | GSTIN of Receiver | Bill To GSTIN | Billed To GSTIN | Client GSTIN | Your GSTIN`,
    },
  },
  vendor_name: {
    name: 'Seller',
    place: 'both',
    kind: 'text',
    whose: 'seller',
    required: { vendor_invoice: 'vendor_name', purchase_order: 'vendor_name' },
    labels: {
      head: `Vendor | Vendor Name | Name of Vendor | Supplier | Supplier Name | Name of Supplier
        | Supplier's Name | Supplier (Bill from) | Seller | Seller Name | Name of Seller | Party
        | Party Name | Name of Party | Party A/c Name | Party Account Name | Sold By | M/s | Messrs
        | Bill From | Billed From | Billed By | Invoice From | Purchased From | Merchant | Merchant Name
        | Trade Name | Legal Name | Firm Name | Shop Name | Store Name`,
      line: `Vendor | Vendor Name | Supplier | Supplier Name | Party | Party Name`,
    },
  },
  buyer_name: {
    name: 'Buyer',
    place: 'metadata',
    kind: 'text',
    whose: 'buyer',
    labels: {
      head: `Buyer | Buyer Name | Buyer's Name | Name of Buyer | Buyer (Bill to) | Customer | Customer Name
        | Name of Customer | Recipient | Recipient Name | Name of Recipient | Bill To | Billed To
        | Invoice To | Sold To | Client | Client Name | Receiver | Details of Receiver
        | Details of Receiver (Billed to)`,
    },
  },
  consignee_name: {
    name: 'Delivered to',
    place: 'metadata',
    kind: 'text',
    whose: 'consignee',
    labels: {
      head: `Consignee | Consignee Name | Consignee (Ship to) | Name of Consignee | Ship To | Shipped To
        | Deliver To | Delivery To | Details of Consignee | Details of Consignee (Shipped to)`,
    },
  },
  name: {
    name: 'Name',
    place: 'metadata',
    kind: 'text',
    whose: 'seller',
    delivered: 'name',
    required: {
      vendor_invoice: 'vendor_name',
      purchase_order: 'vendor_name',
      bank_entry: 'account_no',
    },
    labels: {
      head: `Name`,
    },
  },
  address: {
    name: 'Address',
    place: 'metadata',
    kind: 'text',
    whose: 'seller',
    labels: {
      head: `Address`,
    },
  },
  email: {
    name: 'E-mail',
    place: 'metadata',
    kind: 'email',
    whose: 'seller',
    labels: {
      head: `Email | E-mail | Email Id | E-mail Id`,
    },
  },
  phone: {
    name: 'Phone',
    place: 'metadata',
    kind: 'phone',
    whose: 'seller',
    labels: {
      head: `Phone | Phone No | Ph | Ph No | Mobile | Mobile No | Mob No | Tel | Tel No | Telephone
        | Telephone No | Contact No`,
    },
  },
  pan: {
    name: 'PAN',
    place: 'metadata',
    kind: 'pan',
    whose: 'seller',
    labels: {
      head: `PAN | PAN No | PAN/IT No | Company's PAN | Supplier PAN | Vendor PAN | Seller PAN
        | Permanent Account No`,
    },
  },
  fssai_no: {
    name: 'FSSAI number',
    place: 'metadata',
    kind: 'fssai',
    whose: 'seller',
    labels: {
      head: `FSSAI | FSSAI No | FSSAI Lic No | FSSAI License No | FSSAI Licence No`,
    },
  },
  drug_licence_no: {
    name: 'Drug licence number',
    place: 'metadata',
    kind: 'text',
    whose: 'seller',
    labels: {
      head: `DL No | D.L. No | Drug Lic No | Drug Licence No | Drug License No`,
    },
  },
  buyer_address: {
    name: "Buyer's address",
    place: 'metadata',
    kind: 'text',
    whose: 'buyer',
  },
  buyer_phone: {
    name: "Buyer's phone",
    place: 'metadata',
    // Held to the form of a phone, it took an order's number from a turned scan.
    kind: 'text',
    whose: 'buyer',
  },
  buyer_pan: {
    name: "Buyer's PAN",
    place: 'metadata',
    kind: 'pan',
    whose: 'buyer',
  },
} as const satisfies Record<string, FieldDefinition>

import type { FieldDefinition } from '../fields.ts'

/** Seller and buyer. A key without a prefix is the seller's. */
export const parties = {
  state: {
    name: 'State',
    place: 'head',
    kind: 'state',
    whose: 'seller',
    labels: {
      head: `State | State Name`,
      besideValue: `State/Code | State & Code | State, Code | राज्य | રાજ્ય`,
    },
  },
  state_code: {
    name: 'State code',
    place: 'head',
    kind: 'state code',
    whose: 'seller',
    labels: {
      head: `State Code | State Code No | GST State Code`,
    },
  },
  gstin: {
    name: 'GSTIN',
    place: 'head',
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
      besideValue: `GSTIN / UIN | GST | GST NUMBER | GST# | जीएसटीआईएन | जीएसटी नं | जीएसटी नंबर | जीएसटी संख्या
        | जी एस टी नं | જીએસટી નં | જીએસટી નંબર | જીએસટીઆઈએન`,
    },
  },
  buyer_gstin: {
    name: "Buyer's GSTIN",
    place: 'head',
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
    place: 'head',
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
      block: `Supplier Details | Details of Supplier | Seller Details | Vendor Details | From | Issued By
        | Supplied By | Sold By | Name & Address of Supplier | Vendor Name & Address
        | Supplier Name & Address | Vendor / Supplier | Order To | Vendor Address | Supplier Address
        | Vendor | Vendor Name | Supplier's Details | Vendor's Details | Seller's Details | Billed By
        | विक्रेता | आपूर्तिकर्ता`,
    },
  },
  buyer_name: {
    name: 'Buyer',
    place: 'head',
    kind: 'text',
    whose: 'buyer',
    labels: {
      head: `Buyer | Buyer Name | Buyer's Name | Name of Buyer | Buyer (Bill to) | Customer | Customer Name
        | Name of Customer | Recipient | Recipient Name | Name of Recipient | Bill To | Billed To
        | Invoice To | Sold To | Client | Client Name | Receiver | Details of Receiver
        | Details of Receiver (Billed to)`,
      besideValue: `ग्राहक | क्रेता`,
      block: `Bill To Party | Details of Receiver / Billed to | Details of Receiver | Billed to | Receiver Details
        | Buyer Details | Buyer's Details | Details of Buyer | Customer Details | Details of Customer
        | Bill-To | Billing Address | Billing Details | Invoice To | Invoiced To | Recipient Details
        | Details of Recipient | Buyer (Billed To) | Buyer (Bill to) | Buyer Name & Address
        | Name & Address of Buyer | Name and Address of Recipient | Sold To Party | Bill To Address
        | Receiver (Billed To) | Buyer / Bill To | Bill To / Ship To | Billed & Shipped To
        | Bill To & Ship To | Bill To Details | Name & Address of Recipient
        | Name & Address of Recipient (Bill To) | Name & Address of Customer | Retailer | Dealer | Guest
        | Patient | Purchaser | Retailer Details | Dealer Details | Customer Name & Address | Billing To
        | Bill-to Party | Bill To (Buyer) | Details of Buyer (Billed to) | Buyer (Billed to) | Party's Name
        | Name of the Party | Recipient (Billed to) | ग्राहक | क्रेता | ग्राहक का नाम | क्रेता का नाम
        | खरीदार | प्रति | सेवा में | ગ્રાહક | ગ્રાહકનું નામ | ખરીદનાર | ખરીદનારનું નામ | પાર્ટી | નામ`,
    },
  },
  consignee_name: {
    name: 'Delivered to',
    place: 'head',
    kind: 'text',
    whose: 'consignee',
    labels: {
      head: `Consignee | Consignee Name | Consignee (Ship to) | Name of Consignee | Ship To | Shipped To
        | Deliver To | Delivery To | Details of Consignee | Details of Consignee (Shipped to)`,
      block: `Ship To Party | Ship-To | Shipping Address | Shipping Details | Consignee Details
        | Details of Consignee | Details of Consignee / Shipped to | Delivery Address | Ship To Address
        | Deliver At | Delivered To | Delivery At | Shipped to (Consignee) | Consignee (Shipped to)
        | Ship To Details | Name & Address of Consignee | Name & Address of Consignee (Ship To)
        | Shipping To | Place of Delivery Address | Ship To (Consignee) | Ship-to Party | प्रेषिती`,
    },
  },
  name: {
    name: 'Name',
    place: 'head',
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
    place: 'head',
    kind: 'text',
    whose: 'seller',
    labels: {
      head: `Address`,
      besideValue: `पता`,
    },
  },
  email: {
    name: 'E-mail',
    place: 'head',
    kind: 'email',
    whose: 'seller',
    labels: {
      head: `Email | E-mail | Email Id | E-mail Id`,
    },
  },
  phone: {
    name: 'Phone',
    place: 'head',
    kind: 'phone',
    whose: 'seller',
    labels: {
      head: `Phone | Phone No | Ph | Ph No | Mobile | Mobile No | Mob No | Tel | Tel No | Telephone
        | Telephone No | Contact No`,
      besideValue: `Mo | Mo No | Call | Reservations | Reservation | Enquiry | Customer Care | Helpline | WhatsApp
        | Contact Us | Ph Off | Cell No | Contact | Cell | Mob | Mobile Number | Phone Number | Tel/Mob
        | Contact Number | Ph/Mob | फोन | मोबाइल | मो | फ़ोन | મો | ફોન | મોબાઇલ | મોબાઈલ`,
    },
  },
  pan: {
    name: 'PAN',
    place: 'head',
    kind: 'pan',
    whose: 'seller',
    labels: {
      head: `PAN | PAN No | PAN/IT No | Company's PAN | Supplier PAN | Vendor PAN | Seller PAN
        | Permanent Account No`,
      besideValue: `PAN Number | PAN#`,
    },
  },
  fssai_no: {
    name: 'FSSAI number',
    place: 'head',
    kind: 'fssai',
    whose: 'seller',
    labels: {
      head: `FSSAI | FSSAI No | FSSAI Lic No | FSSAI License No | FSSAI Licence No`,
      besideValue: `FSSAI Number | FSSAI Lic`,
    },
  },
  drug_licence_no: {
    name: 'Drug licence number',
    place: 'head',
    kind: 'text',
    whose: 'seller',
    labels: {
      head: `DL No | D.L. No | Drug Lic No | Drug Licence No | Drug License No`,
      besideValue: `Drug Lic | D L No | DL | DL Nos | Lic No | D.L. | Drug Licence | D L Nos`,
    },
  },
  buyer_address: {
    name: "Buyer's address",
    place: 'head',
    kind: 'text',
    whose: 'buyer',
  },
  buyer_phone: {
    name: "Buyer's phone",
    place: 'head',
    // With the kind `phone`, this field took an order's number from a turned scan.
    kind: 'text',
    whose: 'buyer',
  },
  buyer_pan: {
    name: "Buyer's PAN",
    place: 'head',
    kind: 'pan',
    whose: 'buyer',
  },
} as const satisfies Record<string, FieldDefinition>

/* What labels of a page's head print, beside those of the rules: only a page's layout needs them. `|` separates spellings. */

/** Labels of two values, one behind the other; `|` separates spellings. */
export const doubleLabels: Readonly<Record<string, string>> = {
  'invoice_no invoice_date': `Invoice No & Date | Invoice No and Date | Invoice No / Date | Bill No & Date | Bill No / Date | Document No / Date
    | Inv No & Date | Inv No / Date | Invoice No & Dated | Invoice # & Date | Number & Date`,
  'po_no po_date': `PO No & Date | PO No / Date | Order No & Date | Order No / Date | Buyer's Order No & Date | Your Order & Date | Order & Date
    | Purchase Order No & Date`,
  'ack_no ack_date': `Ack No & Date | Ack No / Date | Acknowledgement No & Date`,
  eway_bill_no: `E-Way Bill No & Date | EWB No & Date | e-Way Bill Number & Date`,
  'original_invoice_no original_invoice_date': `Original Invoice No & Date | Against Invoice No & Date
    | Original Invoice No and Date | Ref Invoice No & Date | Our Bill | Our Invoice | Your Bill | Your Invoice | Our Inv`,
}

/** Labels that a layout has and no rule: they end a value, and what stands behind them is nobody's. */
export const otherLabels = `Sl No | S No | Sr No | Sr | Item No | Other References | Other Reference | Other Reference(s) | Reference No & Date | Reference No | Ref No | Ref
  | Destination | Place of Delivery | State/UT Code | Terms of Delivery | Dispatch Doc No | Dispatch Document No | Despatch Document No | Despatch Doc No
  | Delivery Note Date | Challan Date | Supplier's Ref | Suppliers Ref | Declaration | Remarks | Narration | Website | Web
  | CIN | Time | Page | Page No | Salesman | Sales Person | Sales Executive | Customer Id | Customer Code | Customer No | Party Code
  | Udyam | Udyam No | Udyam Reg No | Udyam Registration No | MSME No | MSME | Route | Beat | Area | Driver | Packed By | Checked By
  | Prepared By | Contact Person | Attn | Kind Attn | Distance | Nature of Supply | Supply Type | Country | Pin | Pincode
  | Pin Code | City | District | LR Date | GR Date | Eway Bill Date | e-Way Bill Date | Valid Upto | Valid Till | Bank Branch | Branch | Branch Name | A/c Holder | A/c Holder's Name | Account Holder's Name | Account Holder Name | Account Holder | Beneficiary's Name | Name of Beneficiary | A/c Name | Account Name | Beneficiary | Beneficiary Name
  | Account Type | A/c Type | SWIFT Code | Swift | MICR | Fax | State Code & Name | Terms & Conditions
  | Terms and Conditions | Payment Mode | Mode of Payment | Mode of Transport | Transport Mode | No of Packages | No of Boxes | Cases
  | Weight | Gross Weight | Net Weight | Currency | Cashier | Counter | Counter No | Table No | Token No | Bill Time | Salesperson
  | Department | Requisition No | Indent No | Quotation No | Quotation Date | Delivery Date | Expected Delivery | Expected Date
  | Delivery By | Deliver By | Required By | Valid Until | Project | Site | Agreement No | Previous Balance
  | Total Tax in Words | Tax Amount (in words) | Tax Amount in Words | UPI | UPI Id | VPA | Date of Supply | Time of Supply
  | Agent | Broker | Due Days | Bales | S/Man | DSR | Steward | Waiter | Covers | Pax | Nozzle | Nozzle No | Consumer No | Meter No
  | Vendor Code | Supplier Code | Buyer Code | Cust Code | Account Code | Plant | Plant Code | Your Quotation | Your Reference
  | Your Ref | Our Reference | Our Ref | Our Ref No | Rate Contract No | Incoterms | Contact Person/Telephone | Invoice Details
  | Invoice Time | Bill Period | Billing Period | Ch Date | L R Date | G R Date | Docket Date | Delivery No / Date
  | Mode of Dispatch | Freight Terms | Old Balance | Advance | Gold Rate | Ship From | Ship-from Address | Dispatch From
  | Dispatch From Address | Dispatched From | Despatch From | Goods Dispatched From
  | Received By | Authorised Signatory | Name & Signature | Reason | Reason for Issue | Reason for Return | Notes | Note | Subject`

/** Whom a paper is addressed to: of a bill the buyer, of an order the seller. Rules know these words the other way round. */
export const addressed = `To | M/s | M/s. | Messrs | Party | Party Name | Name of Party | Party Details | Details of Party | To M/s | Name & Address
  | Shri | Shree | Smt | श्री | श्रीमान | મે | શ્રી | પ્રતિ`

/** Blocks of a paper that have names and numbers of their own. */
export const blockLabels: Readonly<Record<string, string>> = {
  buyer_name: `Bill To Party | Details of Receiver / Billed to | Details of Receiver | Billed to | Receiver Details
    | Buyer Details | Buyer's Details | Details of Buyer | Customer Details | Details of Customer | Bill-To | Billing Address
    | Billing Details | Invoice To | Invoiced To | Recipient Details | Details of Recipient | Buyer (Billed To) | Buyer (Bill to)
    | Buyer Name & Address | Name & Address of Buyer | Name and Address of Recipient | Sold To Party | Bill To Address
    | Receiver (Billed To) | Buyer / Bill To | Bill To / Ship To | Billed & Shipped To | Bill To & Ship To | Bill To Details
    | Name & Address of Recipient | Name & Address of Recipient (Bill To) | Name & Address of Customer | Retailer | Dealer
    | Guest | Patient | Purchaser | Retailer Details | Dealer Details | Customer Name & Address | Billing To | Bill-to Party
    | Bill To (Buyer) | Details of Buyer (Billed to) | Buyer (Billed to) | Party's Name | Name of the Party | Recipient (Billed to)
    | ग्राहक | क्रेता | ग्राहक का नाम | क्रेता का नाम | खरीदार | प्रति | सेवा में | ગ્રાહક | ગ્રાહકનું નામ | ખરીદનાર | ખરીદનારનું નામ | પાર્ટી | નામ`,
  consignee_name: `Ship To Party | Ship-To | Shipping Address | Shipping Details | Consignee Details | Details of Consignee
    | Details of Consignee / Shipped to | Delivery Address | Ship To Address | Deliver At | Delivered To
    | Delivery At | Shipped to (Consignee) | Consignee (Shipped to) | Ship To Details | Name & Address of Consignee
    | Name & Address of Consignee (Ship To) | Shipping To | Place of Delivery Address | Ship To (Consignee) | Ship-to Party | प्रेषिती`,
  vendor_name: `Supplier Details | Details of Supplier | Seller Details | Vendor Details | From | Issued By | Supplied By
    | Sold By | Name & Address of Supplier | Vendor Name & Address | Supplier Name & Address | Vendor / Supplier | Order To | Vendor Address | Supplier Address | Vendor
    | Vendor Name | Supplier's Details | Vendor's Details | Seller's Details | Billed By | विक्रेता | आपूर्तिकर्ता`,
  bank: `Bank Details | Company's Bank Details | Our Bank Details | Bank A/c Details | Bank Account Details | Payment Details
    | Bankers | Our Bankers | Bank Information | बैंक विवरण | Bank Detail | Company Bank Details | Remittance Details`,
}

/** Words for whom a bill is to, before what of them is printed: "Retailer GSTIN". */
const buyerWords =
  `Party Party's Retailer Customer Customer's Buyer Buyer's Client Consumer Recipient Receiver Dealer Guest Patient
  Member Purchaser`.split(/\s+/)

export const buyerLabels: Readonly<Record<string, string>> = {
  buyer_name: buyerWords.map((word) => `${word} Name`).join('|'),
  buyer_gstin: buyerWords
    .flatMap((word) => [
      `${word} GSTIN`,
      `${word} GST No`,
      `${word} GSTIN No`,
      `${word} GST`,
      `${word} GSTIN/UIN`,
    ])
    .join('|'),
  buyer_address: buyerWords.map((word) => `${word} Address`).join('|'),
  buyer_phone: buyerWords
    .flatMap((word) => [`${word} Phone`, `${word} Mobile`, `${word} Mobile No`, `${word} Ph`])
    .join('|'),
  buyer_pan: buyerWords.flatMap((word) => [`${word} PAN`, `${word} PAN No`]).join('|'),
}

/** What a bank statement prints. */
export const statementLabels: Readonly<Record<string, string>> = {
  'statement_from statement_to': `Period | Statement Period | Transaction Period | For the Period | Period of Statement
    | Statement for the Period | Statement of Account for the Period | Transaction Date From | Statement of Transactions for the Period
    | Account Statement for the Period | Date Range`,
  statement_date: `Date | Generated On | Statement Generated On | Printed On | Statement Date`,
  customer_id: `Cust Reln No | Customer No | Cust No | Customer Relationship No | CIF Id | CIF Number`,
  closing_balance: `Closing Bal | Clear Balance`,
  account_name: `Name | Account Title | Registered Name | Name of Customer | Account Holders Name | Account Holder's Name | Name of the Account`,
  account_no: `Savings Account No | Current Account No | Account | A/C No | Account Number | Statement of Account No | खाता संख्या`,
  branch: `Home Branch | Base Branch`,
  '': `Account Type | Product | Scheme | Nomination | Nominee | Joint Holders | Joint Holder | OD Limit | Drawing Power | Interest Rate
    | Account Status | A/c Status | A/C Open Date | Account Open Date | Dr Count | Cr Count | Debits | Credits | Phone | Email | Address | City | State`,
}

/** More spellings of the rules' keys, only where they stand beside a value. */
export const moreLabels: Readonly<Record<string, string>> = {
  invoice_no: `No | B No | BNo | Memo | Voucher | Receipt | Invoice Number | Bill Number | Inv | Invoice # | Bill # | Receipt No | Memo Number | Tax Invoice # | Credit Note # | CN No
    | Debit Note # | DN No | Note No | Cr Note No | Dr Note No | Number | चालान नं | बीजक संख्या | बीजक क्रमांक | बिल क्रमांक | क्रमांक | क्र | बीजक सं | इनवॉइस नं | इनवॉइस संख्या
    | Bill/Invoice No | Invoice/Bill No | Inv/Bill No | Tax Inv No | GST Bill No | GST Inv No | Cash Bill No | Credit Bill No
    | Invoice Ref No | Bl No | Document | Serial | Serial No of Invoice | Invoice Serial | Rcpt No | FS Rcpt No | Credit Memo No | Debit Memo No | CR Note No
    | Dr/Cr Note No | Return No | Bill Ref No | રસીદ નં | બિલ નં | બીલ નં | બિલ નંબર | બીલ નંબર | ઇન્વોઇસ નં | ઇન્વોઇસ નંબર | ઈન્વોઈસ નં | નં`,
  invoice_date: `Dt | Date of Issue | Note Date | Receipt Date | दिनांक | तारीख | तिथि | बिल दिनांक | बिल तारीख | इनवॉइस तिथि | बीजक दिनांक
    | Day of Issue | Issued | Date & Time | Date/Time | Bill Date & Time | Invoice Date & Time | Inv Date & Time | Txn Date | Transaction Date | તારીખ | તા | બિલ તારીખ`,
  gstin: `GSTIN / UIN | GST | GST NUMBER | GST#| जीएसटीआईएन | जीएसटी नं | जीएसटी नंबर | जीएसटी संख्या | जी एस टी नं | જીએસટી નં | જીએસટી નંબર | જીએસટીઆઈએન`,
  place_of_supply: `POS | Place of Supply/State Code | Place of supply State | Place of Supply & Code | आपूर्ति का स्थान | સપ્લાયનું સ્થળ`,
  phone: `Mo | Mo No | Call | Reservations | Reservation | Enquiry | Customer Care | Helpline | WhatsApp | Contact Us | Ph Off | Cell No | Contact | Cell | Mob | Mobile Number | Phone Number | Tel/Mob | Contact Number | Ph/Mob | फोन | मोबाइल | मो | फ़ोन | મો | ફોન | મોબાઇલ | મોબાઈલ`,
  due_date: `Pay by Date | Last Date of Payment | Payment Date | Due | Payment due by | Due dt`,
  irn: `IRN Number | Invoice Reference Number`,
  state: `State/Code | State & Code | State, Code | राज्य | રાજ્ય`,
  original_invoice_no: `Against Inv No | Ref Invoice No | Reference Bill No | Original Invoice | Against Invoice | Our Invoice No
    | Our Inv No | Our Bill No | Your Bill No | Your Invoice No | Against Inv | Against Bill | Ref Bill No | Bill Ref`,
  original_invoice_date: `Against Invoice Date | Ref Invoice Date | Original Dated`,
  address: `पता`,
  pan: `PAN Number | PAN#`,
  po_no: `Source | Source Document | Origin | Purchase Order # | PO # | Order # | PO Number | P O No | P O Ref | Our Order Ref | Our Order No | Customer Order Ref
    | Customer Order No | Customer PO Ref | Cust Order No | Your PO No | Your PO | Ref PO No | Buyer Order Ref | P O`,
  po_date: `Customer Order Date | Cust PO Date | Your PO Date | Your Order Date | P O Dt`,
  delivery_note_no: `Chln | Ch No | Chln No | Challan | D C No`,
  account_no: `Bank Account No | Bank A/c | A/c | Account | A/C Number | Acc No | Account # | खाता संख्या`,
  lr_no: `GR/RR No | LR/RR No | LR/GR No | L.R. No | G.R. No | Consignment No | Bilty No | CN/LR No
    | LR / Docket No | Docket / LR No | Consignment Note No | Lorry Receipt No | L R`,
  vehicle_no: `Vehicle Reg No | Veh No | Mode of Transport / Vehicle | Transport / Vehicle No
    | Mode of Transport / Vehicle No | Lry | Lry No | Lorry | Truck | Motor Vehicle | Conveyance No`,
  eway_bill_no: `E-way Bill # | Eway No | E Way Bill Number`,
  transporter: `Trpt | Transp | Trans | Tpt | Carrier | Carrier Name | Name of Transporter | Through | Thru | Booked Through`,
  payment_terms: `Credit Terms | Payment | Pay Terms`,
  buyer_name: `ग्राहक | क्रेता`,
  drug_licence_no: `Drug Lic | D L No | DL | DL Nos | Lic No | D.L. | Drug Licence | D L Nos`,
  fssai_no: `FSSAI Number | FSSAI Lic`,
}

import type { Category } from '../categories.ts'

// What the head and foot of Indian bills and purchase orders print: Tally, Zoho, Marg, Busy, printed bill books.
// `No`, `Date`, `Amount`, `Qty` and `&` stand for their other spellings too (labels.ts), and case and punctuation
// do not matter.

/** Numbers, dates and terms of the document itself. */
const metadataLabels = {
  invoice_no: `Invoice No | Invoice | Invoice No (s) | बिल संख्या | बिल नं | बिल नंबर | चालान संख्या
    | Inv No | Inv | Bill No | Bill | Tax Invoice No | Tax Invoice | GST Invoice No
    | Sales Invoice No | Retail Invoice No | Purchase Invoice No | Supplier Invoice No
    | Supplier Inv No | Supplier Bill No | Vendor Invoice No | Vendor Bill No | Voucher No | Vch No
    | Document No | Doc No | Cash Memo No | Memo No | Bill of Supply No | No of Invoice | Invoice Id
    | Invoice Sl No | Invoice Serial No | Credit Note No | Debit Note No`,
  invoice_date: `Invoice Date | Inv Date | Bill Date | Tax Invoice Date | Voucher Date | Vch Date | Document Date
    | Doc Date | Dated | Date | Date of Invoice | Date of Bill | Invoice Dated | Inv Dated | Bill Dated
    | Date of Issue | Issue Date | Invoice Issue Date | Invoiced On | Billing Date | Supplier Invoice Date
    | Supplier Bill Date | Vendor Invoice Date | Cash Memo Date | Memo Date | Date of Invoicing
    | Credit Note Date | Debit Note Date`,
  document_type: `Document Type | Doc Type | Type of Document | Invoice Type | Voucher Type`,
  original_invoice_no: `Original Invoice No | Original Inv No | Original Bill No | Against Invoice No | Against Bill No
    | Reference Invoice No`,
  original_invoice_date: `Original Invoice Date | Original Inv Date | Original Bill Date | Reference Invoice Date`,
  due_date: `Due Date | Payment Due Date | Payment Due | Due On | Due By | Pay By | Invoice Due Date | Bill Due Date`,
  po_no: `PO No | P.O. No | PO | P.O. | Purchase Order No | Purchase Order | Order No | Order | Sales Order No
    | Buyer's Order No | Buyers Order No | Buyer Order No | Customer PO No | Cust PO No | Your Order No
    | PO Ref | PO Ref No | PO Reference | Order Ref | Order Ref No | Order Reference | Order Id`,
  po_date: `PO Date | P.O. Date | Purchase Order Date | Order Date | Order Dated | PO Dated | Date of Order
    | Buyer's Order Date | Buyers Order Date | Customer PO Date`,
  place_of_supply: `Place of Supply | Place of Supply (State) | Place of Supply (State Code) | Supply Place
    | State of Supply`,
  state: `State | State Name`,
  state_code: `State Code | State Code No | GST State Code`,
  irn: `IRN | IRN No | e-Invoice IRN | Invoice Reference No (IRN)`,
  ack_no: `Ack No | Acknowledgement No | Acknowledgment No`,
  ack_date: `Ack Date | Acknowledgement Date | Acknowledgment Date`,
  eway_bill_no: `e-Way Bill No | e-Way Bill | Eway Bill No | Eway Bill | EWB No`,
  vehicle_no: `Vehicle No | Vehicle | Motor Vehicle No | Truck No | Lorry No`,
  transporter: `Transporter | Transporter Name | Transport | Dispatched through | Despatched through`,
  lr_no: `LR No | LR-RR No | Bill of Lading/LR-RR No | GR No | Docket No`,
  delivery_note_no: `Delivery Note | Delivery Note No | Challan No | Delivery Challan No | DC No`,
  payment_terms: `Payment Terms | Terms of Payment | Mode/Terms of Payment | Terms | Credit Period | Credit Days`,
  reverse_charge: `Reverse Charge | Reverse Charge (Y/N) | Reverse Charge (Yes/No) | RCM
    | Whether Tax is Payable on Reverse Charge | Whether Tax Payable on Reverse Charge
    | Tax Payable on Reverse Charge | Tax is Payable on Reverse Charge`,
  account_no: `Account No | A/c No | Acct No | Bank Account No | Bank A/c No`,
  ifsc: `IFSC | IFSC Code | IFS Code | RTGS/NEFT IFSC | Branch & IFS Code | Bank IFSC`,
  bank_name: `Bank Name | Bank | Name of Bank`,
  total_qty: `Total Qty | Total Pcs`,
  total: `Total | Grand Total | Invoice Total | Bill Total | Order Total | Net Total | Total Amount | Net Amount
    | Bill Amount | Invoice Amount | Order Amount | Final Amount | Total Invoice Amount | Total Bill Amount
    | Invoice Value | Total Invoice Value | Bill Value | Order Value | Total Value | Net Value | Net Payable
    | Amount Payable | Payable Amount | Total Payable | Net Amount Payable | Total Amount Payable
    | Total Amount After Tax | Amount After Tax | Total After Tax | कुल | कुल योग | कुल राशि
    | Approx Total | Approximate Total | Estimated Total`,
  amount_in_words: `Amount in Words | Amount Chargeable (in words) | Total in Words | Total Amount in Words
    | Invoice Amount in Words | Rupees in Words | In Words`,
}

/** Who sold and who bought. */
const partyLabels = {
  gstin: `GSTIN | GSTIN/UIN | GSTIN No | GSTIN/UIN No | GST No | GST IN | GST TIN | GSTN | GSTN No | GST Id | GST Regn No
    | GST Reg No | GST Registration No | GSTIN of Supplier | Supplier GSTIN | Supplier's GSTIN | Supplier GST No
    | Supplier GSTIN/UIN | GSTIN/UIN of Supplier | GSTIN of Seller | Seller GSTIN | Seller's GSTIN | Seller GST No
    | GSTIN of Vendor | Vendor GSTIN | Vendor's GSTIN | Vendor GST No | Party GSTIN | Party GSTIN/UIN | Party GST No
    | Our GSTIN | Company GSTIN | Company's GSTIN | Company's GSTIN/UIN | Bill From GSTIN | Billed From GSTIN`,
  buyer_gstin: `Buyer GSTIN | Buyer's GSTIN | Buyer GSTIN/UIN | Buyer's GSTIN/UIN | GSTIN of Buyer | GSTIN/UIN of Buyer
    | Buyer GST No | Customer GSTIN | Customer's GSTIN | GSTIN of Customer | Customer GST No | Recipient GSTIN
    | GSTIN of Recipient | GSTIN/UIN of Recipient | Receiver GSTIN | GSTIN of Receiver | Bill To GSTIN
    | Billed To GSTIN | Client GSTIN | Your GSTIN`,
  vendor_name: `Vendor | Vendor Name | Name of Vendor | Supplier | Supplier Name | Name of Supplier | Supplier's Name
    | Supplier (Bill from) | Seller | Seller Name | Name of Seller | Party | Party Name | Name of Party
    | Party A/c Name | Party Account Name | Sold By | M/s | Messrs | Bill From | Billed From | Billed By
    | Invoice From | Purchased From | Merchant | Merchant Name | Trade Name | Legal Name | Firm Name | Shop Name
    | Store Name`,
  buyer_name: `Buyer | Buyer Name | Buyer's Name | Name of Buyer | Buyer (Bill to) | Customer | Customer Name
    | Name of Customer | Recipient | Recipient Name | Name of Recipient | Bill To | Billed To | Invoice To | Sold To
    | Client | Client Name | Receiver | Details of Receiver | Details of Receiver (Billed to)`,
  consignee_name: `Consignee | Consignee Name | Consignee (Ship to) | Name of Consignee | Ship To | Shipped To
    | Deliver To | Delivery To | Details of Consignee | Details of Consignee (Shipped to)`,
  name: `Name`,
  address: `Address`,
  email: `Email | E-mail | Email Id | E-mail Id`,
  phone: `Phone | Phone No | Ph | Ph No | Mobile | Mobile No | Mob No | Tel | Tel No | Telephone | Telephone No
    | Contact No`,
  pan: `PAN | PAN No | PAN/IT No | Company's PAN | Supplier PAN | Vendor PAN | Seller PAN | Permanent Account No`,
  fssai_no: `FSSAI | FSSAI No | FSSAI Lic No | FSSAI License No | FSSAI Licence No`,
  drug_licence_no: `DL No | D.L. No | Drug Lic No | Drug Licence No | Drug License No`,
}

/** Amounts that a line and the foot of a document both carry. */
const amountLabels = {
  taxable_value: `Taxable Value | Taxable Amount | Taxable | Taxable Val | Assessable Value | Ass Value
    | Total Taxable Value | Total Taxable Amount | Total Amount Before Tax | Amount Before Tax | Total Before Tax`,
  subtotal: `Subtotal | Sub Total | जोड़ | उप योग`,
  cgst: `CGST | C.G.S.T. | CGST Amount | Central Tax | Central Tax Amount | Input CGST | Output CGST | Add CGST`,
  sgst: `SGST | S.G.S.T. | SGST Amount | State Tax | State Tax Amount | State/UT Tax | SGST/UTGST
    | SGST/UTGST Amount | Input SGST | Output SGST | Add SGST`,
  igst: `IGST | I.G.S.T. | IGST Amount | Integrated Tax | Integrated Tax Amount | Input IGST | Output IGST | Add IGST`,
  utgst: `UTGST | UTGST Amount`,
  cess_rate: `Cess % | Cess Rate`,
  cess: `Cess | Cess Amount | GST Cess | Compensation Cess`,
  cgst_rate: `CGST % | CGST Rate | CGST Rate %`,
  sgst_rate: `SGST % | SGST Rate | SGST Rate % | SGST/UTGST % | SGST/UTGST Rate`,
  igst_rate: `IGST % | IGST Rate | IGST Rate %`,
  gst_rate: `GST % | जीएसटी % | जीएसटी दर | GST Rate | GST Rate % | GST/IGST % | IGST/GST % | GST/IGST Rate | Tax % | Tax Rate | Tax Rate % | Rate of Tax | Rate of GST | GST Slab`,
  tax_amount: `Tax Amount | Total Tax | Total Tax Amount | GST Amount | Total GST | Total GST Amount`,
  discount: `Discount | Disc | Dis | Discount Amount | Disc Amount | Less Discount | Trade Discount | Cash Discount`,
  discount_pct: `Discount % | Disc % | Discount Rate | Disc Pct | Dis % | Disc Rate | CD % | TD %`,
  round_off: `Round Off | Round-off | Round Off (+/-) | Rounding | Rounding Off | Rounded Off | R/Off
    | Less Rounded Off | Less Round Off | Add Rounded Off | Add Round Off | पूर्णांक`,
  freight: `Freight | Freight Charges | Transport Charges | Freight & Forwarding | Freight & Forwarding Charges`,
}

/** A purchase order prints its own number and date where a bill prints the bill's. */
const orderMetadataLabels = {
  po_no: `Voucher No | Vch No | Document No | Doc No | No`,
  po_date: `Date | Dated | Voucher Date | Vch Date | Document Date | Doc Date | Date of Issue | Issue Date`,
}

/** The column headings over the lines of Indian bills and purchase orders. The notation is that of the head. */
const lineLabels = {
  sl_no: `Sl No | S.No | Sr No | Sl | Sr | S.N. | SN | Line No | Serial | Serial No | क्र | क्र सं | क्रमांक | क्रम`,
  description: `Description | Description of Goods | Description of Services | Description of Goods & Services
    | Description of Goods/Services | Description of Goods or Services | Description of Product
    | Description of Products | Description of Item | Description of Items | Description of Supply | Desc
    | Goods Description | Item Description | Item Desc | Product Description | Service Description | Item Details
    | Product Details | Item & Description | Items & Description | Product & Description | Particulars | Particular
    | Details | Goods | Commodity | Particulars of Goods | Particulars of Services | Item Particulars | Title
    | Material | Material Description | Description of Material | Description of Work | Work Description | Service
    | Services | Nature of Service | विवरण | वस्तु का विवरण | माल का विवरण | सामान का विवरण | सामान का नाम | माल का नाम`,
  product_name: `Item | Items | Item Name | Product | Products | Product Name | Name of Product | Name of the Product
    | Name of Item | Name of Goods | Stock Item | Product/Service | Name of Product/Service | Product Name/Service
    | Article | Article Name | Medicine | Medicine Name | Name of Medicine | Drug Name | Item Name & Pack | Name of Drug
    | वस्तु | वस्तु का नाम`,
  item_code: `Code | Item Code | Product Code | Material Code | Part No | Part Code | Article No | Article Code | Item No`,
  sku: `SKU | SKU Code | SKU No`,
  barcode: `Barcode | Bar Code | EAN | EAN Code`,
  hsn: `HSN | HSN/SAC | HSN Code | HSN No | HSN/SAC Code | HSN/SAC No | HSN or SAC | SAC | SAC Code | HSN Cd | SAC/HSN
    | HSN/SAC/Code | HSN/ACS | HSN Code/SAC | SAC/HSN Code | HSN/SAC No/Code | एचएसएन`,
  qty: `Qty | मात्रा | नग | संख्या | Billed Qty | Qty Billed | Order Qty | Ordered Qty | Qty Ordered
    | Supplied Qty | Shipped Qty | Invoice Qty | Bill Qty | Nos | No of Units | Pcs | No of Pcs
    | Billed | Pieces | No of Pieces | Net Qty | Hours | Hrs | Qty Shipped | Qty (Nos) | Qty (Pcs) | Qty in Nos | Qty in Pcs | Qty (Kg) | Qty (Kgs) | Qty in Kg
    | Qty in Kgs`,
  free_qty: `Free | Free Qty | Scheme Qty | Sch Qty | Bonus Qty | Bonus | Sch | Scheme | F.Qty | Fr | Fr Qty | Free Goods`,
  unit: `Unit | Units | U/M | इकाई | UOM | U.O.M. | UQC | Per | Unit of Measure | Unit of Measurement`,
  rate: `Rate | Net Price | Net Rate | @ | दर | भाव | Unit Price | Price | Unit Rate | Unit Cost
    | Unit Value | Rate/Unit | Rate per Unit | Price/Unit | Price per Unit | Rate per Item
    | Price per Item | Rate/Item | Price/Item | Rate per Pc | Rate per Pcs | Rate/Pcs | Item Rate
    | Item Price | Basic Rate | Basic Price | Cost Price | Selling Price | Sale Rate | S.Rate | Trade Rate | T.Rate | PTR
    | Cost | Charge | मूल्य`,
  rate_incl_tax: `Rate (Incl of Tax) | Price (Incl of Tax) | Price (Incl Tax) | Price (Incl GST) | Rate (Incl GST)
    | Price with Tax | Price Incl Tax | Rate Incl Tax | Rate Including Tax | Rate (Incl Tax) | Rate (Inclusive of Tax) | Rate Incl GST | Rate with Tax`,
  amount: `Amount | राशि | रकम | Line Total | Line Amount | Line Value | Item Total | Item Amount
    | Item Value | Value | Total Price | Extended Price | Ext Price | Gross Amount | Gross Value | Gross | Basic Amount
    | Fee | Fees | Charges`,
  total: `Total | Total Amount | Total Value | Net Amount | Net Value | Total (Incl Tax) | Total (Incl GST)
    | Amount (Incl Tax) | Amount (Incl GST) | Total Incl of Tax | Total Incl of GST`,
  mrp: `MRP | M.R.P. | Max Retail Price | Maximum Retail Price`,
  batch_no: `Batch | Bat | Batch No | B.No | Lot | Lot No | Batch/Lot No | Batch/Lot | Bt No | Batch/Serial No`,
  expiry_date: `Expiry | Expiry Date | Exp | Exp Date | Use By | Expy | Exp On | Best Before | Ex`,
  mfg_date: `Mfg Date | Mfd Date | Mfd On | Mfg On | Manufacturing Date | Date of Manufacture`,
  manufacturer: `Manufacturer | Mfr | Mfg By | Mfd By | Mfg | Mfgr | Mfac | Company | Comp | Com | Make | Brand`,
  pack: `Pack | Packing | Pack Size | Pkg | Packg | Package`,
  vendor_name: `Vendor | Vendor Name | Supplier | Supplier Name | Party | Party Name`,
  invoice_no: `Invoice No | Inv No | Bill No | Tax Invoice No`,
  invoice_date: `Invoice Date | Inv Date | Bill Date | Tax Invoice Date`,
  gstin: `GSTIN | GSTIN/UIN | GSTIN No | GST No`,
  po_no: `PO No | P.O. No | Purchase Order No`,
  date: `Date`,
}

// The headings of Indian bank statements: State Bank, HDFC, ICICI, Axis, Kotak, Bank of Baroda, PNB, Canara, Union.
// The notation is that of the head.

/** The columns of a statement. "Description" stays `description`: the contract has both. */
const bankLineLabels = {
  date: `Date | Txn Date | Transaction Date | Trans Date | Tran Date | Trn Date | Posting Date | Post Date | Posted Date
    | Txn Posted Date | Transaction Posted Date | Entry Date | Booking Date | Date & Time | Date/Time | Txn Date & Time
    | Transaction Date & Time | Date of Transaction | दिनांक | तारीख`,
  value_date: `Value Date | Val Date | Value Dat | Effective Date`,
  narration: `Narration | Particulars | Particular | Remarks | Remark | Details | Narrative | Transaction Remarks
    | Txn Remarks | Tran Remarks | Transaction Particulars | Txn Particulars | Tran Particulars
    | Transaction Details | Txn Details | Tran Details | Transaction Description | Txn Description
    | Tran Description | Transaction Narration | Description/Narration | Narration/Description
    | Description/Particulars | विवरण | तपशील`,
  reference: `Reference | Reference No | Ref | Ref No | Chq | Chq No | Cheque | Cheque No | Cheque Id | Chq/Ref No | Chq/Ref
    | Cheque/Ref No | Cheque/Reference No | Chq No/Ref No | Cheque No/Ref No | Cheque No/Reference No | Ref/Chq No
    | Ref/Cheque No | Ref No/Chq No | Ref No/Cheque No | Reference No/Cheque No | Instrument No | Instrument Id
    | Inst No | Instr No | Transaction Id | Txn Id | Tran Id | Transaction No | Txn No | Transaction Reference
    | Transaction Reference No | Transaction Ref No | Txn Ref No | UTR | UTR No | RRN | UTR/RRN`,
  debit: `Debit | Debits | Dr | Dr Amount | Debit Amount | Debit (Dr) | Withdrawal | Withdrawals | Withdrawl | Withdrawls
    | Withdrawl Amount | Payment | Payments | नामे | आहरण | निकासी
    | Withdrawal Amount | Withdrawal Dr | Withdrawals Dr | Withdrawal (Debit) | Withdrawal/Debit | Debit/Withdrawal
    | Amount Debited | Amount Dr | Amount Withdrawn | Paid Out | Money Out`,
  credit: `Credit | Credits | Cr | Cr Amount | Credit Amount | Credit (Cr) | Deposit | Deposits | Deposit Amount
    | Deposit Cr | Deposits Cr | Deposit (Credit) | Deposit/Credit | Credit/Deposit | Amount Credited | Amount Cr
    | Amount Deposited | Paid In | Money In | Receipt | Receipts | जमा`,
  balance: `Balance | Bal | Closing Balance | Closing Bal | Running Balance | Running Bal | Available Balance
    | Account Balance | Ledger Balance | Line Balance | Balance Amount | Total Balance | शेष | शिल्लक | बाकी`,
  amount: `Amount | Transaction Amount | Txn Amount | Tran Amount | Withdrawal (Dr)/Deposit (Cr)
    | Withdrawal/Deposit | Deposit/Withdrawal | Amount (Dr/Cr) | Amount Dr/Cr`,
  dr_cr: `Dr/Cr | Cr/Dr | Debit/Credit | Credit/Debit | D/C | Dr or Cr | Debit or Credit | Dr Cr Indicator`,
  branch: `Branch | Branch Name`,
  branch_code: `Branch Code | Init Br | SOL | SOL Id`,
}

/** The head of a statement. */
const bankMetadataLabels = {
  account_name: `Account Name | A/c Name | Account Holder | Account Holder Name | Name of Account Holder
    | Customer Name | Primary Holder | Primary Account Holder | नाम | खाताधारक का नाम | खातेदाराचे नाव`,
  customer_id: `Customer Id | Cust Id | Customer No | CIF | CIF No | CIF Id | CRN | CRN No | Cust Reln No | Customer Reln No
    | Customer Relationship No`,
  micr: `MICR | MICR Code | MICR No`,
  branch: `Branch | Branch Name | Account Branch`,
  date: `Date`,
  statement_date: `Statement Date | Date of Statement`,
  statement_from: `Statement From | From Date | From | Period From | Transaction Period From | Start Date`,
  statement_to: `Statement To | To Date | To | Period To | Transaction Period To | End Date`,
  opening_balance: `Opening Balance | Opening Bal | Balance B/F | B/F | Brought Forward`,
  closing_balance: `Closing Balance | Closing Bal | Balance C/F | C/F | Ending Balance`,
  balance: `Balance | Available Balance | Account Balance`,
  currency: `Currency | Currency Code`,
  account_no: `खाता संख्या | खाता क्रमांक | खाते क्रमांक`,
}

/** Where a label stands in a document: at the head of it, or over a column of its lines. */
export type Place = 'metadata' | 'line'

/** Canonical key → the labels that documents print for it, separated by `|`. Spellings that differ by rule are added. */
export type PrintedLabels = Readonly<Record<string, string>>

/** One set of built-in labels, for one category or all of them, for one place or both. */
export type BuiltInSet = {
  readonly category: Category | null
  readonly place: Place | null
  readonly labels: PrintedLabels
}

/** All built-in labels. No two sets of the same category and place may give one label to two keys. */
export const builtInSets: readonly BuiltInSet[] = [
  { category: null, place: 'metadata', labels: metadataLabels },
  { category: null, place: 'metadata', labels: partyLabels },
  { category: null, place: null, labels: amountLabels },
  { category: null, place: 'line', labels: lineLabels },
  { category: 'purchase_order', place: 'metadata', labels: orderMetadataLabels },
  { category: 'bank_entry', place: 'metadata', labels: bankMetadataLabels },
  { category: 'bank_entry', place: 'line', labels: bankLineLabels },
]

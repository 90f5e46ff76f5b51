/* Labels in a page's head that the rules lack, because only a page's layout needs them. `|` separates spellings. */

/** Labels of two values, one after the other. `|` separates spellings. */
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

/** Labels that no rule has. They end the value before them, and the value after them belongs to no field. */
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

/** Words before the addressee: on a bill the buyer, on an order the seller. The rules use these words the other way round. */
export const addressed = `To | M/s | M/s. | Messrs | Party | Party Name | Name of Party | Party Details | Details of Party | To M/s | Name & Address
  | Shri | Shree | Smt | श्री | श्रीमान | મે | શ્રી | પ્રતિ`

/** Headings of the block with the seller's bank account. No field stands for it. */
export const bankBlock = `Bank Details | Company's Bank Details | Our Bank Details | Bank A/c Details | Bank Account Details | Payment Details
    | Bankers | Our Bankers | Bank Information | बैंक विवरण | Bank Detail | Company Bank Details | Remittance Details`

/** Words that mean the buyer, before a detail of the buyer: "Retailer GSTIN". */
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

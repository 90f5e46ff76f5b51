/** The column headings over the lines of Indian bills and purchase orders. See labels-of-metadata.ts for the notation. */
export const lineLabels = {
  sl_no: `Sl No | S.No | Sr No | Sl | Sr | S.N. | SN | Line No | Serial`,
  description: `Description | Description of Goods | Description of Services | Description of Goods & Services
    | Description of Goods/Services | Description of Goods or Services | Description of Product
    | Description of Products | Description of Item | Description of Items | Description of Supply | Desc
    | Goods Description | Item Description | Item Desc | Product Description | Service Description | Item Details
    | Product Details | Item & Description | Items & Description | Product & Description | Particulars | Particular
    | Details | Goods | Commodity`,
  product_name: `Item | Items | Item Name | Product | Products | Product Name | Name of Product | Name of the Product
    | Name of Item | Name of Goods | Stock Item | Product/Service | Name of Product/Service | Product Name/Service
    | Article | Article Name`,
  item_code: `Item Code | Product Code | Material Code | Part No | Part Code | Article No | Article Code | Item No`,
  sku: `SKU | SKU Code | SKU No`,
  barcode: `Barcode | Bar Code | EAN | EAN Code`,
  hsn: `HSN | HSN/SAC | HSN Code | HSN No | HSN/SAC Code | HSN/SAC No | HSN or SAC | SAC | SAC Code | HSN Cd | SAC/HSN
    | HSN/SAC/Code | HSN/ACS`,
  qty: `Qty | मात्रा | Billed Qty | Qty Billed | Order Qty | Ordered Qty | Qty Ordered
    | Supplied Qty | Shipped Qty | Invoice Qty | Bill Qty | Nos | No of Units | Pcs | No of Pcs
    | Qty (Nos) | Qty (Pcs) | Qty in Nos | Qty in Pcs | Qty (Kg) | Qty (Kgs) | Qty in Kg
    | Qty in Kgs`,
  free_qty: `Free | Free Qty | Scheme Qty | Sch Qty | Bonus Qty`,
  unit: `Unit | Units | UOM | U.O.M. | UQC | Per | Unit of Measure | Unit of Measurement`,
  rate: `Rate | Net Price | Net Rate | @ | दर | भाव | Unit Price | Price | Unit Rate | Unit Cost
    | Unit Value | Rate/Unit | Rate per Unit | Price/Unit | Price per Unit | Rate per Item
    | Price per Item | Rate/Item | Price/Item | Rate per Pc | Rate per Pcs | Rate/Pcs | Item Rate
    | Item Price | Basic Rate | Basic Price | Cost Price`,
  rate_incl_tax: `Rate (Incl of Tax) | Rate (Incl Tax) | Rate (Inclusive of Tax) | Rate Incl GST | Rate with Tax`,
  amount: `Amount | राशि | रकम | Line Total | Line Amount | Line Value | Item Total | Item Amount
    | Item Value | Value | Total Price | Extended Price | Ext Price | Gross Amount | Basic Amount`,
  total: `Total | Total Amount | Total Value | Net Amount | Net Value | Total (Incl Tax) | Total (Incl GST)
    | Amount (Incl Tax) | Amount (Incl GST) | Total Incl of Tax | Total Incl of GST`,
  mrp: `MRP | M.R.P. | Max Retail Price | Maximum Retail Price`,
  batch_no: `Batch | Batch No | B.No | Lot | Lot No`,
  expiry_date: `Expiry | Expiry Date | Exp | Exp Date | Use By`,
  mfg_date: `Mfg Date | Mfd Date | Manufacturing Date | Date of Manufacture`,
  manufacturer: `Manufacturer | Mfr | Mfg By | Mfd By`,
  pack: `Pack | Packing | Pack Size`,
  vendor_name: `Vendor | Vendor Name | Supplier | Supplier Name | Party | Party Name`,
  invoice_no: `Invoice No | Inv No | Bill No | Tax Invoice No`,
  invoice_date: `Invoice Date | Inv Date | Bill Date | Tax Invoice Date`,
  gstin: `GSTIN | GSTIN/UIN | GSTIN No | GST No`,
  po_no: `PO No | P.O. No | Purchase Order No`,
  date: `Date`,
}

import type { FieldDefinition } from '../fields.ts'

/** The fields of the goods on a line. */
export const goods = {
  total_qty: {
    name: 'Total quantity',
    place: 'head',
    kind: 'quantities',
    whose: 'goods',
    labels: {
      head: `Total Qty | Total Pcs`,
    },
  },
  sl_no: {
    name: 'No.',
    place: 'line',
    kind: 'serial',
    whose: 'goods',
    labels: {
      line: `Sl No | S.No | Sr No | Sl | Sr | S.N. | SN | Line No | Serial | Serial No | क्र | क्र सं | क्रमांक
        | क्रम`,
    },
  },
  description: {
    name: 'Item',
    place: 'line',
    kind: 'text',
    whose: 'goods',
    labels: {
      line: `Description | Description of Goods | Description of Services | Description of Goods & Services
        | Description of Goods/Services | Description of Goods or Services | Description of Product
        | Description of Products | Description of Item | Description of Items | Description of Supply
        | Desc | Goods Description | Item Description | Item Desc | Product Description
        | Service Description | Item Details | Product Details | Item & Description | Items & Description
        | Product & Description | Particulars | Particular | Details | Goods | Commodity
        | Particulars of Goods | Particulars of Services | Item Particulars | Title | Material
        | Material Description | Description of Material | Description of Work | Work Description | Service
        | Services | Nature of Service | विवरण | वस्तु का विवरण | माल का विवरण | सामान का विवरण
        | सामान का नाम | माल का नाम`,
    },
  },
  product_name: {
    name: 'Item',
    place: 'line',
    kind: 'text',
    whose: 'goods',
    labels: {
      line: `Item | Items | Item Name | Product | Products | Product Name | Name of Product | Name of the Product
        | Name of Item | Name of Goods | Stock Item | Product/Service | Name of Product/Service
        | Product Name/Service | Article | Article Name | Medicine | Medicine Name | Name of Medicine
        | Drug Name | Item Name & Pack | Name of Drug | वस्तु | वस्तु का नाम`,
    },
  },
  item_code: {
    name: 'Item code',
    place: 'line',
    kind: 'code',
    whose: 'goods',
    labels: {
      line: `Code | Item Code | Product Code | Material Code | Part No | Part Code | Article No | Article Code
        | Item No`,
    },
  },
  sku: {
    name: 'SKU',
    place: 'line',
    kind: 'code',
    whose: 'goods',
    labels: {
      line: `SKU | SKU Code | SKU No`,
    },
  },
  barcode: {
    name: 'Barcode',
    place: 'line',
    kind: 'digits',
    whose: 'goods',
    labels: {
      line: `Barcode | Bar Code | EAN | EAN Code`,
    },
  },
  hsn: {
    name: 'HSN',
    place: 'line',
    kind: 'hsn',
    whose: 'goods',
    delivered: 'number text',
    labels: {
      line: `HSN | HSN/SAC | HSN Code | HSN No | HSN/SAC Code | HSN/SAC No | HSN or SAC | SAC | SAC Code | HSN Cd
        | SAC/HSN | HSN/SAC/Code | HSN/ACS | HSN Code/SAC | SAC/HSN Code | HSN/SAC No/Code | एचएसएन`,
    },
  },
  qty: {
    name: 'Quantity',
    place: 'line',
    kind: 'quantity',
    whose: 'goods',
    delivered: 'number',
    labels: {
      line: `Qty | मात्रा | नग | संख्या | Billed Qty | Qty Billed | Order Qty | Ordered Qty | Qty Ordered
        | Supplied Qty | Shipped Qty | Invoice Qty | Bill Qty | Nos | No of Units | Pcs | No of Pcs | Billed
        | Pieces | No of Pieces | Net Qty | Hours | Hrs | Qty Shipped | Qty (Nos) | Qty (Pcs) | Qty in Nos
        | Qty in Pcs | Qty (Kg) | Qty (Kgs) | Qty in Kg | Qty in Kgs`,
    },
  },
  free_qty: {
    name: 'Free quantity',
    place: 'line',
    kind: 'quantity',
    whose: 'goods',
    labels: {
      line: `Free | Free Qty | Scheme Qty | Sch Qty | Bonus Qty | Bonus | Sch | Scheme | F.Qty | Fr | Fr Qty
        | Free Goods`,
    },
  },
  unit: {
    name: 'Unit',
    place: 'line',
    kind: 'unit',
    whose: 'goods',
    labels: {
      line: `Unit | Units | U/M | इकाई | UOM | U.O.M. | UQC | Per | Unit of Measure | Unit of Measurement`,
    },
  },
  rate: {
    name: 'Rate',
    place: 'line',
    kind: 'rate',
    whose: 'goods',
    delivered: 'number',
    labels: {
      line: `Rate | Net Price | Net Rate | @ | दर | भाव | Unit Price | Price | Unit Rate | Unit Cost | Unit Value
        | Rate/Unit | Rate per Unit | Price/Unit | Price per Unit | Rate per Item | Price per Item
        | Rate/Item | Price/Item | Rate per Pc | Rate per Pcs | Rate/Pcs | Item Rate | Item Price
        | Basic Rate | Basic Price | Cost Price | Selling Price | Sale Rate | S.Rate | Trade Rate | T.Rate
        | PTR | Cost | Charge | मूल्य`,
    },
  },
  rate_incl_tax: {
    name: 'Rate with tax',
    place: 'line',
    kind: 'rate',
    whose: 'goods',
    labels: {
      line: `Rate (Incl of Tax) | Price (Incl of Tax) | Price (Incl Tax) | Price (Incl GST) | Rate (Incl GST)
        | Price with Tax | Price Incl Tax | Rate Incl Tax | Rate Including Tax | Rate (Incl Tax)
        | Rate (Inclusive of Tax) | Rate Incl GST | Rate with Tax`,
    },
  },
  amount: {
    name: 'Amount',
    place: 'line',
    kind: 'money',
    whose: 'goods',
    delivered: 'number',
    labels: {
      line: `Amount | राशि | रकम | Line Total | Line Amount | Line Value | Item Total | Item Amount | Item Value
        | Value | Total Price | Extended Price | Ext Price | Gross Amount | Gross Value | Gross
        | Basic Amount | Fee | Fees | Charges`,
      statementLine: `Amount | Transaction Amount | Txn Amount | Tran Amount | Withdrawal (Dr)/Deposit (Cr)
        | Withdrawal/Deposit | Deposit/Withdrawal | Amount (Dr/Cr) | Amount Dr/Cr`,
    },
  },
  mrp: {
    name: 'MRP',
    place: 'line',
    kind: 'money',
    whose: 'goods',
    labels: {
      line: `MRP | M.R.P. | Max Retail Price | Maximum Retail Price`,
    },
  },
  batch_no: {
    name: 'Batch',
    place: 'line',
    kind: 'code',
    whose: 'goods',
    labels: {
      line: `Batch | Bat | Batch No | B.No | Lot | Lot No | Batch/Lot No | Batch/Lot | Bt No | Batch/Serial No`,
    },
  },
  expiry_date: {
    name: 'Expiry',
    place: 'line',
    kind: 'month',
    whose: 'goods',
    labels: {
      line: `Expiry | Expiry Date | Exp | Exp Date | Use By | Expy | Exp On | Best Before | Ex`,
    },
  },
  mfg_date: {
    name: 'Made on',
    place: 'line',
    kind: 'month',
    whose: 'goods',
    labels: {
      line: `Mfg Date | Mfd Date | Mfd On | Mfg On | Manufacturing Date | Date of Manufacture`,
    },
  },
  manufacturer: {
    name: 'Made by',
    place: 'line',
    kind: 'text',
    whose: 'goods',
    labels: {
      line: `Manufacturer | Mfr | Mfg By | Mfd By | Mfg | Mfgr | Mfac | Company | Comp | Com | Co | Make | Brand`,
    },
  },
  pack: {
    name: 'Pack',
    place: 'line',
    kind: 'text',
    whose: 'goods',
    labels: {
      line: `Pack | Packing | Pack Size | Pkg | Packg | Package`,
    },
  },
} as const satisfies Record<string, FieldDefinition>

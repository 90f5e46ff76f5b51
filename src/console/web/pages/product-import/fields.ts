import type { Column } from './import-rows.ts'

type Field = {
  field: Column
  label: string
  /** What programs and people call such a column, in lower case without spaces and signs. */
  names: readonly string[]
  isMoney?: boolean
}

/** What a column of a file can be, in the order in which a form offers them. */
export const fields: readonly Field[] = [
  {
    field: 'sku',
    label: 'SKU',
    names: [
      'sku',
      'code',
      'itemcode',
      'productcode',
      'articlecode',
      'skucode',
      'itemno',
      'partno',
      'partnumber',
      'alias',
    ],
  },
  {
    field: 'name',
    label: 'Name',
    names: [
      'name',
      'productname',
      'itemname',
      'product',
      'item',
      'title',
      'particulars',
      'nameofitem',
      'nameofproduct',
      'stockitem',
      'stockitemname',
    ],
  },
  {
    field: 'category',
    label: 'Category',
    names: [
      'category',
      'categoryname',
      'categoryslug',
      'group',
      'itemgroup',
      'stockgroup',
      'department',
    ],
  },
  { field: 'mrp', label: 'MRP', names: ['mrp', 'maximumretailprice', 'listprice'], isMoney: true },
  {
    field: 'sale_price',
    label: 'Selling price',
    names: [
      'saleprice',
      'sellingprice',
      'salesprice',
      'price',
      'rate',
      'sp',
      'salerate',
      'retailprice',
    ],
    isMoney: true,
  },
  {
    field: 'stock_quantity',
    label: 'Stock',
    names: [
      'stock',
      'stockquantity',
      'quantity',
      'qty',
      'closingstock',
      'instock',
      'onhand',
      'stockqty',
      'closingqty',
      'closingquantity',
      'stockinhand',
      'availableqty',
      'balanceqty',
    ],
  },
  {
    field: 'gst_pct',
    label: 'GST %',
    names: ['gst', 'gstpct', 'gstrate', 'gstpercent', 'tax', 'taxrate', 'igst', 'taxpct'],
  },
  { field: 'hsn', label: 'HSN code', names: ['hsn', 'hsncode', 'hsnsac', 'hsnsaccode'] },
  {
    field: 'barcode',
    label: 'Barcode',
    names: ['barcode', 'ean', 'ean13', 'upc', 'gtin', 'barcodeno'],
  },
  {
    field: 'description',
    label: 'Description',
    names: ['description', 'desc', 'productdescription', 'itemdescription'],
  },
  { field: 'details', label: 'Details', names: ['details', 'longdescription', 'specifications'] },
  {
    field: 'min_sale_price',
    label: 'Lowest selling price',
    names: ['minsaleprice', 'minprice', 'minimumprice', 'floorprice', 'lowestsellingprice'],
    isMoney: true,
  },
  {
    field: 'vendor_name',
    label: 'Vendor',
    names: ['vendor', 'vendorname', 'supplier', 'suppliername', 'distributor'],
  },
  {
    field: 'vendor_cost',
    label: 'Purchase price',
    names: [
      'vendorcost',
      'cost',
      'costprice',
      'purchaseprice',
      'purchaserate',
      'buyingprice',
      'cp',
    ],
    isMoney: true,
  },
  {
    field: 'b2b_price',
    label: 'Business price',
    names: ['b2bprice', 'businessprice', 'wholesaleprice', 'wholesalerate', 'dealerprice'],
    isMoney: true,
  },
  {
    field: 'b2b_min_qty',
    label: 'Least quantity for businesses',
    names: ['b2bminqty', 'moq', 'minimumorderquantity', 'wholesaleminqty'],
  },
  { field: 'is_active', label: 'Active (yes or no)', names: ['isactive', 'active', 'enabled'] },
  { field: 'approval_status', label: 'Approval', names: ['approvalstatus', 'approval', 'status'] },
  {
    field: 'image_url',
    label: 'Image link',
    names: ['imageurl', 'image', 'imagelink', 'picture', 'photo', 'photourl'],
  },
  { field: 'video_url', label: 'Video link', names: ['videourl', 'video', 'videolink'] },
  { field: 'slug', label: 'Web address', names: ['slug', 'webaddress', 'handle', 'urlkey'] },
]

/** What every file should have; without a name it can only change what is there. */
export const wantedFields: readonly Column[] = ['sku', 'name']

export function labelOf(field: string): string {
  return fields.find((one) => one.field === field)?.label ?? field
}

export function isMoney(field: string): boolean {
  return fields.find((one) => one.field === field)?.isMoney === true
}

import { AppError } from '../../../platform/errors.ts'
import { inPlainSentence } from '../plain-sentence.ts'

/** What a field of a record is called on the page, in the middle of a sentence. */
const names: Readonly<Record<string, string>> = {
  sku: 'the SKU',
  name: 'the name',
  slug: 'the web address',
  description: 'the description',
  details: 'the details',
  category_id: 'the category',
  mrp: 'the MRP',
  sale_price: 'the selling price',
  min_sale_price: 'the lowest selling price',
  stock_quantity: 'the stock',
  gst_pct: 'the GST rate',
  hsn: 'the HSN code',
  barcode: 'the barcode',
  size_chart: 'the size chart',
  image_url: 'the image',
  images: 'the images',
  video_url: 'the video link',
  vendor_id: 'the vendor',
  vendor_name: 'the vendor',
  vendor_cost: 'the purchase price',
  b2b_price: 'the business price',
  b2b_min_qty: 'the least quantity for businesses',
  approval_status: 'the approval',
  is_active: 'active',
  size: 'the size',
  color: 'the colour',
  color_hex: 'the shade',
  variants: 'the variants',
}

/** A place in a record: `variants[2].mrp`, `images[0]`, `sale_price`. */
const place = /(?<![\w.])(?:(variants|images)\[(\d+)\](?:\.(\w+))?|(\w+))/g

/** A sentence about a record in the words of the page: "The selling price of variant 2 ₹620.00 is above …". */
export function inShopWords(sentence: string): string {
  const told = inPlainSentence(sentence).replace(place, (found, list, index, field, word, at) =>
    shopWord({ found, list, index, field, word, isFirst: at === 0 }),
  )
  return told.charAt(0).toUpperCase() + told.slice(1)
}

/** The same refusal in the words of the page; its field is still the record's. */
export function refusalInShopWords(error: unknown): unknown {
  return error instanceof AppError
    ? new AppError(error.code, inShopWords(error.message), error.details)
    : error
}

type Found = {
  found: string
  list: string | undefined
  index: string | undefined
  field: string | undefined
  word: string | undefined
  isFirst: boolean
}

function shopWord({ found, list, index, field, word, isFirst }: Found): string {
  if (list !== undefined) {
    const item = `${list === 'variants' ? 'variant' : 'image'} ${Number(index) + 1}`
    return field === undefined ? item : `${names[field] ?? field} of ${item}`
  }
  // Words that people use as well are names of fields only where a sentence begins with them.
  const isMeant = word !== undefined && (isFirst || word.includes('_') || word === 'mrp')
  return (isMeant ? names[word] : undefined) ?? found
}

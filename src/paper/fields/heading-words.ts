import { foldLabel } from '../rules/labels.ts'

/*
 * Finds keys of headings that no list has, by their words: "Article Description", "Amt Incl", "Rate / Gm". The first matching rule decides.
 */

/** All of `has` must match, and `lacks` must not. */
type Rule = { readonly key: string; readonly has: readonly RegExp[]; readonly lacks?: RegExp }

/** The most words of a heading. A longer text over a table is its title. */
const wordsMax = 5

const tax = /\b(?:tax|[cisu]?gst|utgst|vat|cess)\b/
const percent = /%|\b(?:rate|percent|pct|per cent)\b/
const amount = /\b(?:am(?:oun)?t|value|val)\b|₹/
const price = /\b(?:rate|price)\b/
const quantity = /\b(?:qty|quantity|qnty)\b/
const inclusive = /\b(?:incl(?:usive|uding|d)?|inc|with (?:tax|gst)|after tax)\b/
const exclusive = /\b(?:excl(?:usive|uding|d)?|before tax|without (?:tax|gst)|taxable|assessable)\b/
const unit =
  '(?:gms?|grams?|kgs?|mtrs?|met(?:er|re)s?|ltrs?|lit(?:er|re)s?|pcs?|pieces?|nos?|units?|box|bags?|tons?|mt|qtl|quintal|days?|hours?|hrs?|months?|sq ?ft|sft|rft)'

/** "C%" beside "S%". */
const halves = ['cgst', 'sgst', 'igst'].map((name): Rule => ({
  key: `${name}_rate`,
  has: [new RegExp(`^${name.charAt(0)} ?%$`)],
}))

const taxRules = ['cgst', 'sgst', 'igst', 'utgst', 'cess'].flatMap((name): Rule[] => [
  { key: `${name}_rate`, has: [new RegExp(`^${name}\\b`), percent], lacks: amount },
  { key: name, has: [new RegExp(`^${name}\\b`), amount] },
])

const rules: readonly Rule[] = [
  // "Article Code" over "Article Description": each line has a code above its name.
  { key: 'description', has: [/\b(?:code|no)\b/, /\b(?:description|desc|particulars|name)\b/] },
  { key: 'hsn', has: [/\b(?:hsn|sac)\b/], lacks: /\b(?:tax|amount|rate|value|description)\b/ },
  { key: 'hsn', has: [/^tariff (?:code|no|item|head\w*)$/] },
  ...taxRules,
  ...halves,
  { key: 'gst_rate', has: [tax, percent], lacks: amount },
  { key: 'mrp', has: [/\bm ?r ?p\b/], lacks: /\b(?:rate|price|value|total|incl\w*)\b/ },
  { key: 'rate_incl_tax', has: [price, inclusive] },
  { key: 'rate', has: [price, exclusive] },
  // "Qty + Free", "Qty / Fr": "10+2" contains both.
  { key: 'qty', has: [/^(?:qty|quantity)\b/, /\b(?:free|fr|sch)\b/] },
  { key: 'free_qty', has: [quantity, /\b(?:free|bonus|scheme|sch)\b/] },
  { key: 'qty', has: [quantity], lacks: /\b(?:rate|price|amount|total)\b/ },
  { key: 'taxable_value', has: [amount, exclusive] },
  { key: 'taxable_value', has: [/^(?:net )?(?:value|val) of (?:supply|supplies)\b/] },
  { key: 'taxable_value', has: [/\b(?:taxable|assessable|asses)\b/], lacks: percent },
  { key: 'total', has: [amount, inclusive] },
  {
    key: 'total',
    has: [/^(?:grand|gross|net|bill|invoice) (?:total|payable|amt|amount|value)$|^payable\b/],
  },
  {
    key: 'amount',
    has: [
      /^(?:goods|basic|item|line|product|ext|extended) (?:total|value|val|amt|amount)$|^total (?:net|ht)$/,
    ],
  },
  { key: 'tax_amount', has: [tax, amount] },
  { key: 'discount_pct', has: [/\bdisc(?:ount)?\b/, percent] },
  { key: 'discount_pct', has: [/^(?:d|dis|sc|sch|scheme|less|cd|td|spl)\b/, /%/] },
  { key: 'discount', has: [/\bdisc(?:ount)?\b|^(?:sch|scheme|cd|td|spl|cash|trade)\b/, amount] },
  {
    key: 'discount',
    has: [/^(?:total )?(?:disc|discounts?)\b|^(?:less|rebate|reduc(?:tion)?)$/],
    lacks: percent,
  },
  { key: 'rate', has: [price, new RegExp(String.raw`\b(?:per|in)? ?${unit}$`)] },
  {
    key: 'rate',
    has: [/\b(?:rate|price)$/],
    // A list price is seldom the price paid.
    lacks: /\b(?:tax|gst|[cisu]gst|vat|cess|disc\w*|mrp|m r p|list)\b|%/,
  },
  { key: 'rate', has: [/^(?:rate|price)(?: per)? (?:10|100|1000)$|^u p(?: net)?$/] },
  {
    key: 'unit',
    has: [
      /^(?:uom|unit) (?:name|code)$|^(?:kgs?|pcs|nos|ltrs?|doz)(?: (?:kgs?|pcs|nos|ltrs?|doz))+$/,
    ],
  },
  { key: 'date', has: [/^(?:day|on)$/] },
  { key: 'barcode', has: [/\b(?:upc|gtin|ean)\b/] },
  {
    key: 'item_code',
    has: [
      /\b(?:item|product|prod|material|matl|article|part|art|style|design|model|stock|cat|catalogue)\b/,
      /\b(?:code|no|number|num|id|cd)\b/,
    ],
  },
  {
    key: 'item_code',
    has: [/\bcode$/],
    lacks: /\b(?:hsn|sac|tariff|state|pin|bar|qr|tax|gst|bank|customer|party|vendor|dealer)\b/,
  },
  {
    key: 'product_name',
    has: [/\b(?:item|product|part|article|good|material|service|medicine)s?\b/, /\bname\b/],
  },
  {
    key: 'description',
    has: [
      /\b(?:details|nature|list|kind)\b.*\b(?:goods|items?|products?|services?|work|articles?|materials?)\b/,
    ],
  },
  {
    key: 'description',
    has: [/\b(?:description|desc|particulars)\b|^details of\b/],
    lacks:
      /\b(?:tax|bank|receiver|consignee|buyer|customer|payment|transport|invoice|order|party|seller|bill)\b/,
  },
]

/** The canonical key that the words of a heading suggest. Undefined if they suggest none for certain. */
export function keyByWords(label: string): string | undefined {
  const words = foldLabel(label.replaceAll(/[,;*|]+/g, ' '))
  if (words.split(' ').length > wordsMax) return undefined
  return rules.find(
    ({ has, lacks }) => has.every((one) => one.test(words)) && lacks?.test(words) !== true,
  )?.key
}

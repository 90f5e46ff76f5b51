import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery } from '../../client.ts'
import { isPhoneNumber } from '../../../services/storefront/customers/rules.ts'
import {
  requireNumber,
  unreadIn,
  withPlainDigits,
  type TypedNumber,
} from '../../components/number-field.tsx'
import { formatCount } from '../../components/values.tsx'
import { messageOf, Refusal } from '../../refusal.ts'

/** An article that the search found. Money is in paise. */
export type Article = AnswerOf<typeof articlesQuery>['items'][number]

/** The article's price now, with its offer if there is one, in paise. Undefined if nobody gave a price. */
export function priceOf({ salePrice, priceGiven, offer }: Article): number | undefined {
  return priceGiven ? (offer?.price ?? salePrice) : undefined
}

/** The article's price in rupees, as a field holds a price. */
export function typedPriceOf(article: Article): number | '' {
  const paise = priceOf(article)
  return paise === undefined ? '' : paise / 100
}

/** A line as typed, with prices in rupees. */
export type TypedLine = {
  /** Known to this form only. */
  key: string
  /** Null if the article is not in the catalogue: the user then types name, price and GST rate. */
  article: Article | null
  name: string
  quantity: TypedNumber
  price: TypedNumber
  gst: TypedNumber
}

/** Has the server's field names, so that a refusal finds its field. */
export type TypedOrder = {
  customer_name: string
  customer_phone: string
  customer_gstin: string
  shipping_address: string
  shipping_city: string
  shipping_state: string
  shipping_pincode: string
  /** Whether the customer agreed to be remembered. */
  remember_customer: boolean
  discount: TypedNumber
  lines: TypedLine[]
}

export const emptyOrder: TypedOrder = {
  customer_name: '',
  customer_phone: '',
  customer_gstin: '',
  shipping_address: '',
  shipping_city: '',
  shipping_state: '',
  shipping_pincode: '',
  remember_customer: false,
  discount: '',
  lines: [],
}

type NewOrder = Parameters<typeof api.orders.quote.post>[0]

export function articlesQuery(search: string) {
  return answerQuery(['articles', search], () => api.orders.articles.get({ query: { search } }))
}

/** The amounts of an order, by the server's own rules. Pass only the lines and the discount. */
function quoteQuery(order: NewOrder) {
  return queryOptions({
    queryKey: ['order quote', order],
    queryFn: () => ask(api.orders.quote.post(order)),
    // Prices and stock may change at any time.
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
    placeholderData: (before) => (order.items.length === 0 ? undefined : before),
  })
}

/** The name of a line. */
export function nameOf({ article, name }: TypedLine): string {
  if (article === null) return name.trim() === '' ? 'the new line' : name
  return article.variantLabel === null ? article.name : `${article.name}, ${article.variantLabel}`
}

function soldIn(lines: readonly TypedLine[], discount: TypedOrder['discount']): NewOrder {
  return { items: lines.map(itemOf), ...(typeof discount === 'number' ? { discount } : {}) }
}

/** Whether a line is complete, so that the server can price it. */
function isWholeLine(line: TypedLine): boolean {
  return Object.keys({ ...lineErrors(line), ...unreadIn(line) }).length === 0
}

/** The missing values of a line, by field. Says nothing of unreadable numbers: `unreadIn` finds them. */
export function lineErrors({ article, name, quantity, price, gst }: TypedLine): {
  [Field in 'name' | 'quantity' | 'price' | 'gst']?: string
} {
  const isFree = article === null
  const needsPrice = isFree || !article.priceGiven
  return {
    ...(isFree && name.trim() === '' ? { name: 'Say what it is.' } : {}),
    ...(typeof quantity !== 'number' ? { quantity: 'How many?' } : {}),
    ...(needsPrice && typeof price !== 'number' ? { price: 'What does one cost?' } : {}),
    ...(isFree && typeof gst !== 'number' ? { gst: 'Which rate?' } : {}),
  }
}

/** 560001 or 560 001. Allows an empty text. */
export function isPinCode(text: string): boolean {
  return /^(?:[1-9]\d{2} ?\d{3})?$/.test(withPlainDigits(text).trim())
}

const phoneRule =
  'A phone number has 10 digits. Write 0 before the area code of a landline, + before the code of another country.'

/** +91 98450 12345 · 080-2345 6789. Null if the text is a phone number or empty. */
export function phoneProblem(text: string): string | null {
  const written = withPlainDigits(text).trim()
  return written === '' || isPhoneNumber(written) ? null : phoneRule
}

/** With more pieces in one line, the form asks the user to confirm: hardly any shop sells more at once. */
const unaskedPiecesMax = 1_000

/** The number of pieces that the form asked about, by the line's key. */
export type AskedPieces = ReadonlyMap<string, number>

export function manyPieces(lines: readonly TypedLine[]): AskedPieces {
  return new Map(
    lines.flatMap(({ key, quantity }) =>
      typeof quantity === 'number' && quantity > unaskedPiecesMax ? [[key, quantity]] : [],
    ),
  )
}

/** The question about a large quantity. Null if the form asked already. */
export function askIfMeant({ key, quantity }: TypedLine, asked: AskedPieces): string | null {
  if (typeof quantity !== 'number' || quantity <= unaskedPiecesMax) return null
  return asked.get(key) === quantity
    ? null
    : `${formatCount(quantity)} pieces? Press again to confirm.`
}

/** Places the order, only once for each `attemptKey`. Throws Refusal. */
export function placeOrder(
  { lines, discount, ...customer }: TypedOrder,
  attemptKey: string,
): Promise<{ id: string }> {
  const order = {
    ...customer,
    customer_phone: withPlainDigits(customer.customer_phone),
    shipping_pincode: withPlainDigits(customer.shipping_pincode),
    ...soldIn(lines, discount),
  }
  return ask(api.orders.post(order, { headers: { 'idempotency-key': attemptKey } }))
}

/** Leaves out the catalogue's price, so that the server takes the price at the time of the order. */
function itemOf({ article, name, quantity, price, gst }: TypedLine): NewOrder['items'][number] {
  const count = requireNumber(quantity)
  if (article === null) {
    return {
      product_name: name.trim(),
      quantity: count,
      unit_price: requireNumber(price),
      gst_pct: requireNumber(gst),
    }
  }
  const isOwnPrice = typeof price === 'number' && price !== typedPriceOf(article)
  return { sku: article.sku, quantity: count, ...(isOwnPrice ? { unit_price: price } : {}) }
}

/** The pause in typing before the server prices the order, in milliseconds. */
const pauseMs = 250

/** The amounts of the order while the user types. */
export function useQuote(order: TypedOrder) {
  const [typed] = useDebouncedValue(order, pauseMs)
  // The lines that are complete enough to price.
  const whole = typed.lines.filter(isWholeLine)
  const input = soldIn(whole, typed.discount)
  const asked = input.items.length > 0
  const quote = useQuery({ ...quoteQuery(input), enabled: asked })
  const priced = new Map<string, number>()
  if (!quote.isPlaceholderData) {
    quote.data?.lines.forEach(({ lineTotal }, at) => {
      const line = whole[at]
      if (line !== undefined) priced.set(line.key, lineTotal)
    })
  }
  const short = new Map(quote.data?.short.map(({ sku, inStock }) => [sku, inStock]))
  const { error } = quote
  const isOfDiscount = error instanceof Refusal && error.field === 'discount'
  const message = error === null ? null : messageOf(error)
  const tooLarge = asked ? (quote.data?.discountProblem ?? null) : null
  return {
    amounts: asked ? quote.data : undefined,
    priced,
    short,
    discountError: isOfDiscount ? message : tooLarge,
    error: isOfDiscount ? null : message,
  }
}

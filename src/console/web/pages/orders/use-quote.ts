import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { messageOf, Refusal } from '../../refusal.ts'
import { isWholeLine, pricedPart, quoteQuery, readable, type TypedOrder } from './new-order.ts'

/** How long nobody types before the order is priced, in milliseconds. */
const pauseMs = 250

/** What the order comes to as it is typed. */
export function useQuote(order: TypedOrder) {
  const [typed] = useDebouncedValue(order, pauseMs)
  const input = pricedPart(typed)
  const asked = input.items.length > 0
  const quote = useQuery({ ...quoteQuery(input), enabled: asked })
  const whole = typed.lines.filter(isWholeLine)
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
  const message = error === null ? null : readable(messageOf(error), whole)
  const tooLarge = asked ? (quote.data?.discountProblem ?? null) : null
  return {
    amounts: asked ? quote.data : undefined,
    priced,
    short,
    discountError: isOfDiscount ? message : tooLarge && readable(tooLarge),
    error: isOfDiscount ? null : message,
  }
}

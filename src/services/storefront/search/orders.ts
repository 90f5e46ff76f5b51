import type { Compare } from './searched-products.ts'

/** `seq`s without what is gone, with what was added at its place: an order is never sorted anew. */
export function merged(
  order: Uint32Array,
  gone: ReadonlySet<number>,
  added: readonly number[],
  compare: Compare,
): Uint32Array {
  const staying = gone.size === 0 ? order : order.filter((seq) => !gone.has(seq))
  const result = new Uint32Array(staying.length + added.length)
  let from = 0
  let filled = 0
  for (const seq of added.toSorted(compare)) {
    const place = placeOf(seq, staying, compare)
    result.set(staying.subarray(from, place), filled)
    filled += place - from
    result[filled++] = seq
    from = place
  }
  result.set(staying.subarray(from), filled)
  return result
}

/** How many of `order` come before a product. */
function placeOf(seq: number, order: Uint32Array, compare: Compare): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = order[middle]
    if (other !== undefined && compare(other, seq) < 0) low = middle + 1
    else high = middle
  }
  return low
}

type Page = { descending: boolean; offset: number; limit: number }

/** A page of an order or its reverse. */
export function sliceOf(order: Uint32Array, { descending, offset, limit }: Page): number[] {
  if (!descending) return [...order.subarray(offset, offset + limit)]
  const end = Math.max(0, order.length - offset)
  return [...order.subarray(Math.max(0, end - limit), end)].toReversed()
}

/** A page of what is marked, in an order or its reverse. */
export function pageOf(
  order: Uint32Array,
  marks: Uint8Array,
  { descending, offset, limit }: Page,
): number[] {
  const seqs: number[] = []
  let skipped = 0
  for (let i = 0; i < order.length && seqs.length < limit; i++) {
    const seq = order[descending ? order.length - 1 - i : i]
    if (seq === undefined || marks[seq] !== 1) continue
    if (skipped < offset) skipped++
    else seqs.push(seq)
  }
  return seqs
}

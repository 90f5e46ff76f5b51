/** A page of a sorted list: which rows, and which way the list is sorted. */
type SortedPage = { isDescending: boolean; limit: number; offset: number }

/**
 * A page is read from the end of its list that is nearer: SQLite sorts what is in front of it, and no more. `isDescending` is
 * how it is to be sorted for that, and the rows come turned round then.
 */
export function nearerEnd({ isDescending, limit, offset }: SortedPage, total: number) {
  const rows = Math.max(0, Math.min(limit, total - offset))
  const behind = total - offset - rows
  const isTurned = behind < offset
  return {
    isDescending: isDescending !== isTurned,
    limit: rows,
    offset: isTurned ? Math.max(0, behind) : offset,
    inOrder: <Row>(found: Row[]): Row[] => (isTurned ? found.toReversed() : found),
  }
}

/** A page of a sorted list: which rows, and the direction of the sort. */
type SortedPage = { isDescending: boolean; limit: number; offset: number }

/**
 * Reads a page from the nearer end of its list: SQLite sorts only the rows before the page. `isDescending` is the direction to read in. If
 * it differs from the direction asked for, the rows are reversed afterwards.
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

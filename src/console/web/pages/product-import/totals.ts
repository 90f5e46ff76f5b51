const totalWords = /^(?:grand|sub|net|page)?[\s-]*totals?\s*[:.]?$/i

/** A number, as 85, ₹ 1,250.00, 10 Nos, (-)5, 4,250.00 Dr. */
const amount = /^\W*(?:rs\.?|inr)?\s*[\d,]+(?:\.\d+)?\W*[a-z.\s]{0,20}$/i

/** Whether a row adds up others: the first thing in it says so, and behind it there are numbers alone. */
export function isTotal(cells: readonly string[]): boolean {
  const [first, ...rest] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return first !== undefined && totalWords.test(first) && rest.every((cell) => amount.test(cell))
}

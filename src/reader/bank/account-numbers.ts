/* Account numbers as banks print them: whole, or with some digits hidden ("XXXXXXXX1234", "5010****1234"). */

/** Whether two numbers may belong to one account: the digits that both show agree. */
export function mayBeOneAccount(one: string, other: string): boolean {
  if (!isMasked(one) && !isMasked(other)) return withoutZeros(one) === withoutZeros(other)
  const [first, second] = [shownOf(one), shownOf(other)]
  return (
    (first.begin.startsWith(second.begin) || second.begin.startsWith(first.begin)) &&
    (first.end.endsWith(second.end) || second.end.endsWith(first.end))
  )
}

/** Of two numbers of one account, the number without hidden digits. */
export function wholeOf(one: string, other: string): string {
  return isMasked(one) && !isMasked(other) ? other : one
}

/** Banks print leading zeros in some places and leave them out in others. */
function withoutZeros(number: string): string {
  return number.replace(/^0+/, '')
}

function isMasked(number: string): boolean {
  return /\D/.test(number)
}

function shownOf(number: string): { begin: string; end: string } {
  const shown = number.split(/\D+/)
  return { begin: shown[0] ?? '', end: shown.at(-1) ?? '' }
}

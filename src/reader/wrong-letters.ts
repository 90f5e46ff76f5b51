/** A row of the distance table. It is reused, because a page is compared with labels a hundred thousand times. */
let row = new Uint16Array(256)

/** The number of wrong letters (Levenshtein distance). Stops with more than `max` as soon as the result is certain. */
export function wrongLetters(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  if (row.length <= b.length) row = new Uint16Array(2 * b.length)
  for (let column = 0; column <= b.length; column++) row[column] = column
  for (let index = 0; index < a.length; index++) {
    if (takeLetter(a[index] ?? '', index, b) > max) return max + 1
  }
  return row[b.length] ?? max + 1
}

/** Turns the row for the letters before into the row with this letter. Returns the least distance in it. */
function takeLetter(letter: string, index: number, b: string): number {
  let before = index
  let least = index + 1
  row[0] = least
  for (let column = 1; column <= b.length; column++) {
    const above = row[column] ?? 0
    const change = before + (letter === b[column - 1] ? 0 : 1)
    const distance = Math.min(change, above + 1, (row[column - 1] ?? 0) + 1)
    row[column] = distance
    least = Math.min(least, distance)
    before = above
  }
  return least
}

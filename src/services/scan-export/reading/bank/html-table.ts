/* Some banks call a table of a web page ".xls": its cells are all that is wanted. */

export function hasHtmlTable(text: string): boolean {
  return /<table[\s>]/i.test(text)
}

/** The rows of all tables, cells as texts; nothing in it is run or followed. */
export function htmlRows(text: string): string[][] {
  const rows: string[][] = []
  let isOpen = false
  for (const [, end, tag = '', content = ''] of text.matchAll(
    /<(\/?)([a-z][a-z\d]*)[^<>]*>([^<]*)/gi,
  )) {
    const name = tag.toLowerCase()
    if (end === '' && name === 'tr') rows.push([])
    else if (name === 'td' || name === 'th') {
      isOpen = end === ''
      if (isOpen) rows.at(-1)?.push(plain(content))
    } else if (isOpen) addTo(rows.at(-1), plain(content))
  }
  return rows
}

/** What stands in a cell behind a tag: "<b>Date</b>", "a<br>b". */
function addTo(row: string[] | undefined, text: string): void {
  if (row === undefined || text === '') return
  row.push(`${row.pop() ?? ''} ${text}`.trim())
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
}

function plain(text: string): string {
  return text
    .replaceAll(/&#(x?)([\da-f]{1,6});/gi, (_, hex: string, digits: string) =>
      character(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

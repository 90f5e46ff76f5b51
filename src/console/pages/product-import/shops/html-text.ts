/** Tags that end a line, and those that begin an entry of a list. */
const lineEnds = /<\s*br\s*\/?>|<\/\s*(?:p|div|h[1-6]|li|tr|ul|ol|table)\s*>/gi
const listEntries = /<\s*li[^>]*>/gi
const notText = /<\s*(script|style)[^>]*>.*?<\/\s*\1\s*>|<!--.*?-->/gis
const otherTags = /<\/?[a-z][^>]*>/gi

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  frac12: '½',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
}

/** The text of HTML, with lines for paragraphs and list entries. The shop's pages show text and never HTML. */
export function textOfHtml(html: string): string {
  const text = html
    .replaceAll(notText, '')
    // WooCommerce writes the end of a line as
    // in two characters.
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(lineEnds, '\n')
    .replaceAll(listEntries, '• ')
    .replaceAll(otherTags, '')
  return decoded(text)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]\w{1,9}));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}

import type { Column } from './columns.ts'

/*
 * Finds the column of item names, and the columns of codes and serial numbers. "Item" may stand over serial numbers or
 * names, "Material" over codes.
 */

/** A column's texts, line by line. '' means that the line has no text there. */
type Texts = readonly string[]

const nameKeys: readonly (string | undefined)[] = ['description', 'product_name']
/** The fewest letters of a name, on average. */
const lettersMin = 2
/** The share of lines that must agree. */
const mostMin = 0.7

export function withItemKeys(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const numbered = columns.map((column, index) => withoutName(column, index, columns, texts))
  const names = numbered.flatMap(({ key }, index) => (nameKeys.includes(key) ? [index] : []))
  if (names.length === 0) return numbered
  const best = names.reduce((a, b) => (lettersIn(texts[b]) > lettersIn(texts[a]) ? b : a))
  // If two columns have the same key, the one with more letters has the names.
  return numbered.map((column, index) =>
    index !== best && column.key !== undefined && column.key === numbered[best]?.key
      ? { ...column, key: undefined }
      : column,
  )
}

/** If no heading names the items, the column with the most letters has the names. */
export function withSomeName(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const hasNames = columns.some(({ key }) => nameKeys.includes(key) || key === 'narration')
  // Some shops sell by brand and print no other name.
  const unknown = columns.flatMap(({ key }, index) =>
    key === undefined || key === 'manufacturer' ? [index] : [],
  )
  const [first, ...others] = unknown
  if (hasNames || first === undefined) return [...columns]
  const best = others.reduce((a, b) => (lettersIn(texts[b]) > lettersIn(texts[a]) ? b : a), first)
  if (lettersIn(texts[best]) < lettersMin) return [...columns]
  return columns.map((column, index) =>
    index === best ? { ...column, key: 'description' } : column,
  )
}

/** Removes the name key from a column of serial numbers, or of codes beside a column of true names. */
function withoutName(
  column: Column,
  index: number,
  columns: readonly Column[],
  texts: readonly Texts[],
): Column {
  const own = texts[index] ?? []
  if (!nameKeys.includes(column.key)) return column
  const isFree = (key: string) => columns.every((other) => other.key !== key)
  if (isRunning(own)) return { ...column, key: isFree('sl_no') ? 'sl_no' : undefined }
  const hasNames = columns.some(
    ({ key }, other) =>
      other !== index &&
      (key === undefined || nameKeys.includes(key)) &&
      lettersIn(texts[other]) > lettersIn(own),
  )
  if (!hasNames || !areCodes(own)) return column
  return { ...column, key: isFree('item_code') ? 'item_code' : undefined }
}

/** 1, 2, 3 or 10, 20, 30, with or without leading zeros. */
function isRunning(texts: Texts): boolean {
  const first = Number(texts[0])
  return (
    first > 0 &&
    texts.every(
      (text, line) =>
        /^\d{1,6}[.)]?$/.test(text) && Number.parseInt(text, 10) === first * (line + 1),
    )
  )
}

function areCodes(texts: Texts): boolean {
  const filled = texts.filter((text) => text !== '')
  const codes = filled.filter((text) => /^(?=.*\d)[A-Z\d][A-Z\d./-]*$/i.test(text))
  return codes.length >= mostMin * filled.length
}

/** The number of letters in a line's words, on average. */
function lettersIn(texts: Texts = []): number {
  const letters = texts.map((text) => (text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).join('').length)
  return letters.reduce((sum, count) => sum + count, 0) / Math.max(1, texts.length)
}

import { foldText } from '../../platform/text.ts'

/** Financial years as numbers of papers write them: 2026-27, 26-27, 2026/27, 2026-2027, 2627 between separators. */
const financialYear = /(?<!\d)(?:20)?(\d{2})[-/.](?:20)?(\d{2})(?!\d)/g

/**
 * What the number of a paper comes to, however it is typed: without the financial year, separators, and zeros in front of
 * digits. `ST/0118/26-27`, `st-118` and `ST 118` are one. The whole number, folded, where no digit would be left.
 */
export function referenceKey(reference: string): string {
  return withoutYear(reference)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<![\d])0+(?=\d)/g, '')
    .replaceAll(' ', '')
}

/**
 * The last two of the digits that a number ends with, as it is printed, without zeros in front: whoever types it as the same
 * number has these together. `ST/0118/26-27` has 18, `INV-2026-5` has 5. Undefined for a number without digits.
 */
export function lastDigits(reference: string): string | undefined {
  const digits = /(\d+)\D*$/.exec(withoutYear(reference))?.[1]
  return digits?.replace(/^0+(?=\d)/, '').slice(-2)
}

/** Whether two numbers are the same paper's, as people type them. Two that are missing are not. */
export function sameReference(a: string, b: string): boolean {
  const key = referenceKey(a)
  return key !== '' && key === referenceKey(b)
}

/** Folded. What has no other digits than those of a year is numbered by them: `INV/12-13` and `INV/13-14` are two. */
function withoutYear(reference: string): string {
  const folded = foldText(reference)
  const bare = folded.replace(financialYear, (text, first: string, second: string) =>
    (Number(first) + 1) % 100 === Number(second) ? ' ' : text,
  )
  return /\d/.test(bare) ? bare : folded
}

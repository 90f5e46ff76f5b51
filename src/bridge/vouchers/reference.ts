import { foldText } from '../../platform/text.ts'

/** Financial years as numbers of papers print them: 2026-27, 26-27, 2026/27, 2026-2027. */
const financialYear = /(?<!\d)(?:20)?(\d{2})[-/.](?:20)?(\d{2})(?!\d)/g

/**
 * The key of a paper's number, the same for all spellings: without the financial year, separators and leading zeros. `ST/0118/26-27`,
 * `st-118` and `ST 118` have one key. If no digit would be left, the whole number, folded.
 */
export function referenceKey(reference: string): string {
  return withoutYear(reference)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(?<![\d])0+(?=\d)/g, '')
    .replaceAll(' ', '')
}

/**
 * The last two digits of the last run of digits in a number, without leading zeros. All spellings of a number share these digits.
 * `ST/0118/26-27` has 18, `INV-2026-5` has 5. Undefined for a number without digits.
 */
export function lastDigits(reference: string): string | undefined {
  const digits = /(\d+)\D*$/.exec(withoutYear(reference))?.[1]
  return digits?.replace(/^0+(?=\d)/, '').slice(-2)
}

/** Whether two numbers belong to the same paper, despite their spelling. Two missing numbers do not. */
export function sameReference(a: string, b: string): boolean {
  const key = referenceKey(a)
  return key !== '' && key === referenceKey(b)
}

/**
 * The folded number without the financial year. A number whose only digits are those of a year keeps them: `INV/12-13` and `INV/13-14` are
 * two numbers.
 */
function withoutYear(reference: string): string {
  const folded = foldText(reference)
  const bare = folded.replace(financialYear, (text, first: string, second: string) =>
    (Number(first) + 1) % 100 === Number(second) ? ' ' : text,
  )
  return /\d/.test(bare) ? bare : folded
}

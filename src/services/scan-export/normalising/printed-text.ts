import { normalised } from '../../../platform/text.ts'

// Where the ten digits of each script begin: Arabic, Persian and Urdu, then the Indian scripts.
const zeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
]

const westernDigits = new Map(
  zeros
    .flatMap((zero) =>
      Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)]),
    )
    .map(([printed = '', western = '']) => [printed, western] as const),
)

const beyondAscii = /[\u0080-\uffff]/

/**
 * A printed number or date in the form that the readers understand: NFKC, lower case, western digits, every dash a
 * hyphen, trimmed, runs of white space as one space.
 */
export function plainPrint(text: string): string {
  const western = beyondAscii.test(text) ? toWestern(text) : text
  return western.toLowerCase().trim().replace(/\s+/g, ' ')
}

function toWestern(text: string): string {
  return normalised(text, 'NFKC')
    .replace(/\p{Nd}/gu, (digit) => westernDigits.get(digit) ?? digit)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

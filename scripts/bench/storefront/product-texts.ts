/*
 * Names and descriptions of the benchmark's products, in English and Hindi. They depend on a product's number
 * alone, so every run measures the same shop.
 */

const nouns = [
  'kurta',
  'saree',
  'dupatta',
  'kettle',
  'lamp',
  'basket',
  'pickle',
  'teapot',
  'blanket',
  'notebook',
  'कुर्ता',
  'साड़ी',
  'दीपक',
  'चादर',
  'अचार',
  'टोकरी',
] as const

const adjectives = [
  'blue',
  'cotton',
  'large',
  'silk',
  'brass',
  'round',
  'soft',
  'woven',
  'लाल',
  'नया',
  'बड़ा',
  'हल्का',
] as const

const fillers = [
  'for',
  'daily',
  'use',
  'with',
  'two',
  'years',
  'of',
  'care',
  'made',
  'by',
  'hand',
  'in',
  'Jaipur',
  'washed',
  'before',
  'packing',
  'sold',
  'per',
  'piece',
  'घर',
  'के',
  'लिए',
  'रोज़',
  'उपयोग',
  'में',
  'अच्छा',
  'और',
  'टिकाऊ',
  'बाज़ार',
  'से',
] as const

/** Each of these words is in 6 % of the descriptions, and is part of no other word. */
export const frequentWords = [
  'waterproof',
  'vegetarian',
  'embroidered',
  'unbreakable',
  'fragrant',
  'reversible',
  'stainless',
  'festive',
  'मीठा',
  'शुद्ध',
  'पारंपरिक',
  'हस्तनिर्मित',
].map((word) => word.normalize('NFC'))

const frequentPercent = 6

/** The words between the frequent words. A description has about 180 characters. */
const fillersPerDescription = 34

/** This many products share a lot number. */
const productsPerLot = 4

export function productName(index: number): string {
  return `${pick(adjectives, index, 1)} ${pick(nouns, index, 2)} ${index}`.normalize('NFC')
}

export function description(index: number): string {
  const words = Array.from({ length: fillersPerDescription }, (_, at) =>
    pick(fillers, index, 3 + at),
  )
  const frequent = frequentWords.filter((_, at) => mixed(index, 50 + at) % 100 < frequentPercent)
  return [...words, ...frequent, lotWord(index)].join(' ').normalize('NFC')
}

/** A word that only a few products have. */
export function lotWord(index: number): string {
  return `lot${mixed(Math.floor(index / productsPerLot), 99).toString(36)}q`
}

/** A pseudo-random whole number that depends on the index. `salt` gives several numbers for one index. */
export function mixed(index: number, salt: number): number {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

function pick<T>(values: readonly [T, ...T[]], index: number, salt: number): T {
  return values[mixed(index, salt) % values.length] ?? values[0]
}

/*
 * A round letter is an O or a zero: only what stands beside it tells. No word begins with a zero before small letters but a
 * quantity with its unit, and shops' order numbers and the short forms of "number" begin with letters.
 */

const beforeLetters =
  /^0(?!(?:kgs?|gms?|g|mgs?|mls?|ltrs?|lt|mm|cms?|mtrs?|mts?|pcs?|nos?|box|boxes|bags?|doz|sets?|days?|th|hrs?)(?![a-z]))(?=[a-z]{2})/

const inOrderNumber = /^P0(?=[-/])/
const inNumber = /^N0(?=\.|s\b|$)/

/** A word with the zeros that can only be a letter as that: `0il`, `P0-942`, `N0.`. */
export function withLetterO(word: string): string {
  return word.replace(beforeLetters, 'O').replace(inOrderNumber, 'PO').replace(inNumber, 'NO')
}

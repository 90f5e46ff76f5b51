/*
 * An upright stroke is an l or an I: many typefaces print both alike, and then only the letters beside it tell. No English word
 * begins with a small l before a consonant and has a vowel after it, and none has a small l between capitals.
 */

const beforeConsonant = /^l(?=[b-df-hjkmnp-tv-xz][a-z]*[aeiou])/

/** Iodine and what is made with it: no other word begins so. */
const iodine = /^l(?=od[ei])/

const besideCapitals = /^l(?=[A-Z]{2})|(?<=[A-Z])l(?=[A-Z])/g

/** A word with the strokes that can only be a capital I as that: `lvory`, `lodised`, `lNDIA`. */
export function withCapitalI(word: string): string {
  return word.replace(beforeConsonant, 'I').replace(iodine, 'I').replaceAll(besideCapitals, 'I')
}

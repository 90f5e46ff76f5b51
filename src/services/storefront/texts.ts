import { toNfc, foldText } from '../../platform/text.ts'
import { once } from '../../platform/turns.ts'

/** The longest slug, in Unicode code points (source: decisions, "Products"). */
export const slugCharactersMax = 80

/** Separators between words of a slug: all characters except letters, marks and digits. */
const betweenWords = /[^\p{L}\p{M}\p{Nd}]+/gu

/** Joiners only shape the letters around them and do not end a word. */
const joiners = /[\u200c\u200d]/g

const graphemes = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/**
 * A text as a slug: lower-case letters, marks and digits of any script, with hyphens between, at most 80 characters,
 * cut between graphemes. Empty if nothing is left. The slug of a slug is the same slug.
 */
export function slugOf(text: string): string {
  const plain = toNfc(text.replace(joiners, '').toLowerCase())
  return cut(trimHyphens(plain.replace(betweenWords, '-')), slugCharactersMax)
}

/** The slug with a number after it, such as `-2`, within the length of a slug. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`
  return cut(slug, slugCharactersMax - suffix.length) + suffix
}

function cut(slug: string, charactersMax: number): string {
  // A code point has one or two units, so most slugs need no count.
  if (slug.length <= charactersMax) return slug
  let kept = ''
  let characters = 0
  for (const { segment } of graphemes().segment(slug)) {
    characters += Array.from(segment).length
    if (characters > charactersMax) break
    kept += segment
  }
  return trimHyphens(kept)
}

function trimHyphens(slug: string): string {
  return slug.replace(/^-+|-+$/g, '')
}

/** The form of names for sorting and searching: folded, without the joiners that only shape Indic letters. */
export function fold(text: string): string {
  return foldText(text.replace(/[\u200c\u200d]/g, ''))
}

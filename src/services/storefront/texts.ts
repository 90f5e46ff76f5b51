import { toNfc, foldText } from '../../platform/text.ts'

/** Length of a slug, in Unicode code points (source: decisions, "Products"). */
export const slugCharactersMax = 80

/** What stands between the words of a slug: everything that is no letter, mark or digit of some script. */
const betweenWords = /[^\p{L}\p{M}\p{Nd}]+/gu

/** Joiners only shape the letters around them: they end no word. */
const joiners = /[\u200c\u200d]/g

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A text as a slug: lower-case letters, marks and digits of any script, hyphens between, at most 80 characters, cut
 * between graphemes. Empty when nothing is left. The slug of a slug is the same.
 */
export function slugOf(text: string): string {
  const plain = toNfc(text.replace(joiners, '').toLowerCase())
  return cut(trimHyphens(plain.replace(betweenWords, '-')), slugCharactersMax)
}

/** The slug with a number behind it, `-2`, and no longer than a slug may be. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`
  return cut(slug, slugCharactersMax - suffix.length) + suffix
}

function cut(slug: string, charactersMax: number): string {
  // A code point is one or two units: most slugs need no count.
  if (slug.length <= charactersMax) return slug
  let kept = ''
  let characters = 0
  for (const { segment } of graphemes.segment(slug)) {
    characters += Array.from(segment).length
    if (characters > charactersMax) break
    kept += segment
  }
  return trimHyphens(kept)
}

function trimHyphens(slug: string): string {
  return slug.replace(/^-+|-+$/g, '')
}

/** The form in which names are sorted and searched: folded, and without the joiners that only shape Indic letters. */
export function fold(text: string): string {
  return foldText(text.replace(/[\u200c\u200d]/g, ''))
}

import { type Glyph, indic } from './glyphs.ts'
import { around, type Rectangle } from './rectangle.ts'

/** Characters that touch on an upright page, and the rectangle around them. */
type Run = { text: string; at: Rectangle }

/** A gap this wide separates two words, in heights of their line: half a narrow space. */
const gapMin = 0.12

/** The middles of two characters of a word may differ by this much in height, in heights: raised signs and small capitals do. */
const driftMax = 0.35

/** A letter that is painted twice to look bold stands this near to the first, in heights. */
const againWithin = 0.12

/** Measured in heights of the higher or the lower of the two. A word with a sign of another font is higher than its line. */
type Limits = { gap: number; overlap: number; of: 'higher' | 'lower' }

/** In the file, a letter may follow a letter that stands to its right. Vowel signs do. */
const ofLetters: Limits = { gap: gapMin, overlap: 1, of: 'higher' }

/** A PDF may draw part of an Indian sign without naming it. Such a gap is full of ink. */
const ofSigns: Limits = { gap: 0.6, overlap: 1, of: 'higher' }

/** Whether ink fills the space between two neighbouring places on the upright page. */
export type HasInk = (first: Rectangle, second: Rectangle) => boolean

/** Pieces of a word that were painted separately overlap little, in heights. */
const ofPieces: Limits = { gap: gapMin, overlap: 0.25, of: 'lower' }

/** The words of an upright page, in the file's order. */
export function joinGlyphs(glyphs: readonly Glyph[], hasInk: HasInk): Run[] {
  const runs: Run[] = []
  let current: Glyph[] = []
  const end = () => {
    if (current.length > 0) runs.push(runOf(current))
    current = []
  }
  for (const glyph of withoutRepeats(glyphs)) {
    const last = current.at(-1)
    if (isSpace(glyph) || (last !== undefined && !isNext(last, glyph, hasInk))) end()
    if (!isSpace(glyph)) current.push(glyph)
  }
  end()
  return joinPieces(runs)
}

function isSpace({ text }: Glyph): boolean {
  return /^[\s\u200B\uFEFF]$/.test(text)
}

function runOf(glyphs: readonly Glyph[]): Run {
  return { text: glyphs.map(({ text }) => text).join(''), at: around(glyphs.map(({ at }) => at)) }
}

/** Whether a letter continues the word of the letter before it. */
function isNext(last: Glyph, glyph: Glyph, hasInk: HasInk): boolean {
  if (goesOn(last.at, glyph.at, ofLetters)) return true
  const isIndic = indic.test(last.text) && indic.test(glyph.text)
  return isIndic && goesOn(last.at, glyph.at, ofSigns) && hasInk(last.at, glyph.at)
}

/** Whether the second rectangle begins where the first ends. */
function goesOn(first: Rectangle, second: Rectangle, limit: Limits): boolean {
  const heights = [heightOf(first), heightOf(second)]
  const height = limit.of === 'higher' ? Math.max(...heights) : Math.min(...heights)
  const gap = (second.left - first.right) / height
  const drift = Math.abs(middleOf(first) - middleOf(second)) / height
  return drift < driftMax && gap < limit.gap && gap > -limit.overlap
}

/** A file may paint the letters of a word in any order. Pieces that touch become one word, at the place of its first piece. */
function joinPieces(runs: readonly Run[]): Run[] {
  const joined = runs.map((run) => ({ ...run }))
  const lines = new Map<number, Run[]>()
  const swallowed = new Set<Run>()
  for (const run of joined.toSorted((one, other) => one.at.left - other.at.left)) {
    const line = lineOf(run)
    const near = [line - 1, line, line + 1].flatMap((key) => lines.get(key)?.slice(-2) ?? [])
    const before = near.find((other) => goesOn(other.at, run.at, ofPieces))
    if (before === undefined) {
      lines.set(line, [...(lines.get(line)?.slice(-1) ?? []), run])
      continue
    }
    before.text += run.text
    before.at = around([before.at, run.at])
    swallowed.add(run)
  }
  return joined.filter((run) => !swallowed.has(run))
}

function lineOf({ at }: Run): number {
  return Math.round(middleOf(at) / 4)
}

/** Removes letters that are painted a second time in the same place. */
function withoutRepeats(glyphs: readonly Glyph[]): Glyph[] {
  const seen = new Map<string, Glyph[]>()
  return glyphs.filter((glyph) => {
    const row = Math.round(glyph.at.top)
    const near = [row - 1, row, row + 1].flatMap((y) => seen.get(`${glyph.text} ${y}`) ?? [])
    if (near.some((other) => isAgain(other, glyph) || isPartOfSign(other, glyph))) return false
    const key = `${glyph.text} ${row}`
    seen.set(key, [...(seen.get(key) ?? []), glyph])
    return true
  })
}

function isAgain(first: Glyph, second: Glyph): boolean {
  const within = againWithin * heightOf(first.at)
  return (
    first.part !== second.part &&
    Math.abs(first.at.left - second.at.left) < within &&
    Math.abs(first.at.bottom - second.at.bottom) < within
  )
}

/** A PDF may paint an Indian letter in parts and give each part the letter's name. */
function isPartOfSign(first: Glyph, second: Glyph): boolean {
  const isWithin = second.at.left > first.at.left && second.at.right <= first.at.right
  return indic.test(second.text) && isWithin
}

function heightOf({ top, bottom }: Rectangle): number {
  return bottom - top
}

function middleOf({ top, bottom }: Rectangle): number {
  return (top + bottom) / 2
}

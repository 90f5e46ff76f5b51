import { normalised } from '../../platform/text.ts'
import type { Pdfium, Pointer } from './pdfium.ts'
import { type Place, placer } from './pdf-document.ts'
import type { Rectangle, Size, Turn } from './rectangle.ts'

/** A character and its place on the page as shown, in points from the top left corner. */
export type Glyph = {
  readonly text: string
  readonly at: Rectangle
  /** The text object that the character belongs to. Letters of one text object in the same place are a ligature. */
  readonly part: Pointer
  /** The clockwise turn of the character's line. Undefined for a line that runs askew, such as a watermark. */
  readonly turn: Turn | undefined
  /** `none` is text that scanners put under a picture. `white` text may stand on a dark ground or be hidden. */
  readonly ink: 'dark' | 'white' | 'none'
  /** Whether the file names this character: a font may come without a table of its characters. */
  readonly isKnown: boolean
  /** Whether the file names a Latin letter while the font draws a letter of an Indian script. */
  readonly isDisguised: boolean
}

/** A page of small print has fewer characters. A hostile page has millions. */
const glyphsMax = 40_000

/** A text that is neither filled nor stroked (source: ISO 32000-1, table 106). */
const invisibleMode = 3

/** A colour counts as white when each of its parts is at least this, of 255. */
const whiteFrom = 245

/** Lines may lean this much and still be read, in degrees. */
const leanMax = 10

/** The characters of a page in the file's order, without the spaces that PDFium guesses. */
export function readGlyphs(pdfium: Pdfium, page: Pointer, shown: Size): Glyph[] {
  const textPage = pdfium.function('FPDFText_LoadPage')(page)
  if (textPage === 0) return []
  const place = placer(pdfium, page, shown)
  const pageTurn = pdfium.function('FPDFPage_GetRotation')(page) * 90
  const isGuessed = pdfium.function('FPDFText_IsGenerated')
  const unicode = pdfium.function('FPDFText_GetUnicode')
  const isUnknown = pdfium.function('FPDFText_HasUnicodeMapError')
  const slopeAt = slopeReader(pdfium, textPage)
  const partAt = pdfium.function('FPDFText_GetTextObject')
  const inkAt = inkReader(pdfium, textPage)
  const boxAt = boxReader(pdfium, textPage, place)
  const isDisguisedAt = disguiseReader(pdfium, textPage)
  const glyphs: Glyph[] = []
  const count = Math.min(pdfium.function('FPDFText_CountChars')(textPage), glyphsMax)
  for (let index = 0; index < count; index++) {
    if (isGuessed(textPage, index) === 1) continue
    const code = unicode(textPage, index)
    const text = characterOf(code)
    const { angle, slant } = slopeAt(index)
    const turn = quarterTurn(angle + pageTurn)
    const part = partAt(textPage, index)
    glyphs.push({
      text,
      at: withoutSlant(boxAt(index, text, turn), slant, turn),
      part,
      turn,
      ink: inkAt(index),
      isKnown: isMeant(code) && isUnknown(textPage, index) !== 1,
      isDisguised: isDisguisedAt(index, part),
    })
  }
  pdfium.function('FPDFText_ClosePage')(textPage)
  return glyphs
}

/**
 * Font families from before Unicode that shops still use: Kruti Dev, DevLys, Shree-Lipi, Akruti, Chanakya, Shusha,
 * Shivaji, Kundli, APS, those of C-DAC (DV-TT, GJ-TT), and for Gujarati LMG, Gopika, Terafont and Harikrishna.
 */
const disguising =
  /(^|\+)(kruti[ -]?dev|dev[ -]?lys|shree[ -]?(dev|guj|lipi)|akruti|(walkman[ -]?)?chanakya|shusha|shivaji|kundli|aps-|(dv|gj)[bw]*-?tt|lmg|gopika|terafont|hari ?krishna)/i

/** Longer font names are cut, in bytes. */
const fontNameMax = 64

/** Whether a character's font is one of these families. All characters of a text object share one font. */
function disguiseReader(pdfium: Pdfium, textPage: Pointer) {
  const fontOf = pdfium.function('FPDFText_GetFontInfo')
  const known = new Map<Pointer, boolean>()
  const look = (index: number): boolean =>
    pdfium.withRoom(fontNameMax + 4, (room) => {
      fontOf(textPage, index, room, fontNameMax, room + fontNameMax)
      return disguising.test(new TextDecoder('latin1').decode(pdfium.bytes(room, fontNameMax)))
    })
  return (index: number, part: Pointer) => known.getOrInsertComputed(part, () => look(index))
}

/** `angle`: the clockwise turn of a character's line in degrees. `slant`: how far its strokes lean to the right, in heights. */
function slopeReader(pdfium: Pdfium, textPage: Pointer) {
  const matrixOf = pdfium.function('FPDFText_GetMatrix')
  return (index: number): { angle: number; slant: number } =>
    pdfium.withRoom(24, (room) => {
      if (matrixOf(textPage, index, room) === 0) return { angle: 0, slant: 0 }
      const view = pdfium.view()
      const [a = 1, b = 0, c = 0, d = 1] = [0, 4, 8, 12].map((at) =>
        view.getFloat32(room + at, true),
      )
      const slant = (a * c + b * d) / (a * d - b * c)
      return { angle: (-Math.atan2(b, a) * 180) / Math.PI, slant: slant > 0 ? slant : 0 }
    })
}

/** Slanted type reaches over the space behind it. Its box ends where an upright letter would end. */
function withoutSlant(at: Rectangle, slant: number, turn: Turn | undefined): Rectangle {
  if (slant === 0 || slant > slantMax || turn !== 0) return at
  return { ...at, right: Math.max(at.left, at.right - slant * (at.bottom - at.top)) }
}

/** A greater slant is no type. Programs that slant an upright font use a fifth to a third. */
const slantMax = 0.5

/** Letters of Indian scripts. */
export const indic = /[\u0900-\u0DFF]/

/** The box that is as wide as the character is set and as high as its line. A box around the ink alone would not show spaces. */
function boxReader(pdfium: Pdfium, textPage: Pointer, place: Place) {
  const looseBox = pdfium.function('FPDFText_GetLooseCharBox')
  const inkedBox = pdfium.function('FPDFText_GetCharBox')
  return (index: number, text: string, turn: Turn | undefined): Rectangle =>
    pdfium.withRoom(32, (room) => {
      looseBox(textPage, index, room)
      const view = pdfium.view()
      const loose = place([0, 4, 8, 12].map((at) => view.getFloat32(room + at, true)))
      if (!indic.test(text)) return loose
      // PDFium gives the first letter of an Indian sign the width of the whole sign, so the width comes from the ink.
      inkedBox(textPage, index, room, room + 16, room + 24, room + 8)
      const inked = place([0, 8, 16, 24].map((at) => view.getFloat64(room + at, true)))
      const isOnEnd = turn === 90 || turn === 270
      return isOnEnd
        ? { ...loose, top: inked.top, bottom: inked.bottom }
        : { ...loose, left: inked.left, right: inked.right }
    })
}

function quarterTurn(degrees: number): Turn | undefined {
  const quarters = Math.round(degrees / 90)
  if (Math.abs(degrees - quarters * 90) > leanMax) return undefined
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return 0
    case 1:
      return 90
    case 2:
      return 180
    default:
      return 270
  }
}

function inkReader(pdfium: Pdfium, textPage: Pointer) {
  const textObject = pdfium.function('FPDFText_GetTextObject')
  const mode = pdfium.function('FPDFTextObj_GetTextRenderMode')
  const fillColour = pdfium.function('FPDFText_GetFillColor')
  return (index: number): Glyph['ink'] => {
    const drawn = textObject(textPage, index)
    if (drawn !== 0 && mode(drawn) === invisibleMode) return 'none'
    return pdfium.withRoom(16, (room) => {
      if (fillColour(textPage, index, room, room + 4, room + 8, room + 12) === 0) return 'dark'
      const view = pdfium.view()
      const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 4, 8, 12].map((at) =>
        view.getUint32(room + at, true),
      )
      if (alpha === 0) return 'none'
      return Math.min(red, green, blue) >= whiteFrom ? 'white' : 'dark'
    })
  }
}

/** Codes of control characters and of the private-use area are numbers of a font's own signs. */
function isMeant(code: number): boolean {
  return code >= 32
    ? code < 0xe000 || code > 0xf8ff
    : code === lineHyphen || (code > 8 && code < 14)
}

/** PDFium's code for a hyphen at the end of a line. */
const lineHyphen = 2

function characterOf(code: number): string {
  if (code === lineHyphen || code === 0xad) return '-'
  // Half of a surrogate pair, or no character.
  if (code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD'
  const character = String.fromCodePoint(code)
  // Ligatures become the letters they join. Other forms stay as printed.
  return /[\uFB00-\uFB06]/.test(character) ? normalised(character, 'NFKC') : character
}

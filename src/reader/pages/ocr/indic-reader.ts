import { join } from 'node:path'
import { embeddedDir } from '../../../platform/embedded.ts'
import { readUnpacked } from '../../../platform/unpack.ts'
import { bytesAPixel, type Picture } from '../picture.ts'
import { lineHeight, lineOf, sampleLine } from './sample.ts'
import type { Strip } from './strip.ts'
import type { IndicLanguage } from './indic-languages.ts'
import type { LinePart } from './indic-parts.ts'

/** What one language's pack makes of a line, whatever script that is in. */
export type IndicReader = (picture: Picture, strip: Strip) => LinePart[]

/** How Tesseract calls the packs. */
const packs = { hi: 'hin', gu: 'guj' } as const satisfies Record<IndicLanguage, string>

/** White around a line, in pixels: Tesseract reads worse what touches the edge. */
const margin = 10

/** Tesseract with the pack of a language: 0.1 s and 60 MB. Only for a process of its own. */
export async function openIndic(language: IndicLanguage): Promise<IndicReader> {
  // Only here: it is large, and few pages need it.
  const { createOCREngine } = await import('tesseract-wasm')
  const wasmBinary = readUnpacked(join(embeddedDir('tesseract'), 'tesseract-core.wasm'))
  const tesseract = await createOCREngine({ wasmBinary })
  tesseract.loadModel(readPack(packs[language]))
  for (const [name, value] of Object.entries(variables)) tesseract.setVariable(name, value)
  return (picture, strip) => {
    const image = imageOf(picture, strip)
    tesseract.loadImage(image)
    // A new picture is a whole page again.
    tesseract.setVariable('tessedit_pageseg_mode', oneLine)
    const along = (x: number) => (x - margin) / (image.width - 2 * margin)
    return tesseract.getTextBoxes('word').map(({ text, rect, confidence }) => ({
      text: text.trim(),
      from: along(rect.left),
      to: along(rect.right),
      confidence,
    }))
  }
}

const variables = {
  // A line is dark on light here, so it is not read again the other way round.
  tessedit_do_invert: '0',
  // Known, so that it guesses none and says so.
  user_defined_dpi: '300',
}

/** Without its parameters: this Tesseract does not know all of them, says so, and needs none to read one line. */
function readPack(name: 'hin' | 'guj'): Uint8Array<ArrayBuffer> {
  const pack = readUnpacked(join(embeddedDir(`tesseract-${name}`), `${name}.traineddata.gz`))
  // How many parts it has, and where each begins; the parameters come first, -1 is for none (source: tessdatamanager.h).
  const view = new DataView(pack.buffer)
  const begins = Array.from({ length: view.getUint32(0, true) }, (_, part) =>
    Number(view.getBigInt64(4 + 8 * part, true)),
  )
  const [parameters = -1, ...others] = begins
  if (parameters < 0) return pack
  return pack.fill(newLine, parameters, Math.min(...others.filter((begin) => begin >= 0)))
}

const newLine = 0x0a

/** Tesseract's name for a picture that is one line of text (source: publictypes.h). */
const oneLine = '7'

/** A line in grey, its darkest black on white, with a margin. */
function imageOf(picture: Picture, strip: Strip) {
  const line = lineOf(strip)
  const planes = new Float32Array(3 * lineHeight * line.width)
  sampleLine(picture, line, planes, line.width)
  // Green alone: coloured ink and paper differ in it most.
  const green = planes.subarray(lineHeight * line.width, 2 * lineHeight * line.width)
  const { ground, ink } = shadesOf(green)
  const [width, height] = [line.width + 2 * margin, lineHeight + 2 * margin]
  const data = new Uint8Array(width * height * bytesAPixel).fill(255)
  for (const [index, value] of green.entries()) {
    const x = index % line.width
    const y = (index - x) / line.width
    const at = ((y + margin) * width + x + margin) * bytesAPixel
    const light = Math.min(1, Math.max(0, (value - ink) / (ground - ink)))
    data.fill(Math.round(255 * light), at, at + 3)
  }
  return { width, height, data }
}

/** The shade of the paper, and of what is printed on it: that differs most from it, specks aside. */
function shadesOf(values: Float32Array): { ground: number; ink: number } {
  const sorted = values.toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [darkest, ground, lightest] = [at(0.02), at(0.5), at(0.98)]
  const ink = ground - darkest >= lightest - ground ? darkest : lightest
  return { ground, ink: ink === ground ? ground - 1 : ink }
}

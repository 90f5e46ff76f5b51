import { join } from 'node:path'
import { embeddedDir, readUnpacked } from '../../../platform/embedded.ts'
import { bytesAPixel, type Picture } from '../picture.ts'
import { lineHeight, lineOf, sampleLine } from './sample.ts'
import type { Strip } from './strip.ts'
import type { IndicLanguage } from './indic-languages.ts'
import type { LinePart } from './indic-parts.ts'

/** Reads a line with one language's pack. The line may be in any script. */
export type IndicReader = (picture: Picture, strip: Strip) => LinePart[]

/** Tesseract's names of the packs. */
const packs = { hi: 'hin', gu: 'guj' } as const satisfies Record<IndicLanguage, string>

/** White margin around a line, in pixels. Tesseract reads text at the edge worse. */
const margin = 10

/** Starts Tesseract with a language's pack: 0.1 s and 60 MB. Use it only in a process of its own. */
export async function openIndic(language: IndicLanguage): Promise<IndicReader> {
  // Imported here because it is large and few pages need it.
  const { createOCREngine } = await import('tesseract-wasm')
  const wasmBinary = readUnpacked(join(embeddedDir('tesseract'), 'tesseract-core.wasm'))
  const tesseract = await createOCREngine({ wasmBinary })
  tesseract.loadModel(readPack(packs[language]))
  for (const [name, value] of Object.entries(variables)) tesseract.setVariable(name, value)
  return (picture, strip) => {
    const image = imageOf(picture, strip)
    tesseract.loadImage(image)
    // Each new picture resets the mode to a whole page.
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
  // The line is already dark on light. Tesseract need not try the inverse.
  tessedit_do_invert: '0',
  // Without a resolution Tesseract guesses one and prints a message.
  user_defined_dpi: '300',
}

/**
 * Reads a pack and blanks its parameters. This Tesseract does not know all of them and prints messages, and reading
 * one line needs none.
 */
function readPack(name: 'hin' | 'guj'): Uint8Array<ArrayBuffer> {
  const pack = readUnpacked(join(embeddedDir(`tesseract-${name}`), `${name}.traineddata.gz`))
  // The number of parts, then the offset of each. The parameters come first. -1 means no such part (source: tessdatamanager.h).
  const view = new DataView(pack.buffer)
  const begins = Array.from({ length: view.getUint32(0, true) }, (_, part) =>
    Number(view.getBigInt64(4 + 8 * part, true)),
  )
  const [parameters = -1, ...others] = begins
  if (parameters < 0) return pack
  return pack.fill(newLine, parameters, Math.min(...others.filter((begin) => begin >= 0)))
}

const newLine = 0x0a

/** Tesseract's number for a picture of one line (source: publictypes.h). */
const oneLine = '7'

/** A line in grey with a margin. Its ink becomes black, its ground white. */
function imageOf(picture: Picture, strip: Strip) {
  const line = lineOf(strip)
  const planes = new Float32Array(3 * lineHeight * line.width)
  sampleLine(picture, line, planes, line.width)
  // Only the green: coloured ink differs from paper most in green.
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

/** The shades of the paper and the ink. The ink is the shade furthest from the paper, without specks. */
function shadesOf(values: Float32Array): { ground: number; ink: number } {
  const sorted = values.toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [darkest, ground, lightest] = [at(0.02), at(0.5), at(0.98)]
  const ink = ground - darkest >= lightest - ground ? darkest : lightest
  return { ground, ink: ink === ground ? ground - 1 : ink }
}

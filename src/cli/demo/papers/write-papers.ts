import { writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { sheetsOf, type Sheet, type SheetText } from './sheet.ts'
import type { Category } from '../../../paper/categories.ts'
import type { RawDocument } from '../../../paper/rules/normalise.ts'
import { openPdf } from '../../../platform/pictures/pdf.ts'
import { pngOf } from '../../../platform/pictures/png.ts'

/** Fonts that every PDF reader has. They print the characters of Windows-1252. */
const standardFonts: PdfResources = {
  dictionary: `/Font << /F1 ${standardFont('Helvetica')} /F2 ${standardFont('Helvetica-Bold')} >>`,
}

/** The number of the resources' first object. The catalogue and the list of pages come before it. */
export const firstOwnObject = 3

/** The width of photos in pixels, without the counter around the paper: readable, and quick to make. */
const photoWidth = 800

/** The length of a damaged PDF in bytes. */
const damagedBytes = 400

/** A line of the sample shop's documents. `paper` describes its file, if it has one. */
export type ScanLine = {
  category: Category
  filename: string
  raw: RawDocument | null
  paper?: Paper
}

/** `printed`: the paper's content, where it differs from what was read. */
export type Paper = { printed?: RawDocument; fault?: Fault | 'damaged' | 'locked' }

/** Writes the papers' files into a folder, as PDF or photo according to their names. Returns the file of each line that has one. */
export async function writePapers(
  lines: readonly ScanLine[],
  folder: string,
): Promise<(string | undefined)[]> {
  const papers = lines.map(planOf)
  const planned = papers.filter((paper) => paper !== undefined)
  const pdfs = planned.filter(({ file }) => file.endsWith('.pdf'))
  for (const { file, sheets, fault } of pdfs) {
    const pdf = fault === 'locked' ? lockedPdf() : printSheets(sheets)
    // A damaged file begins like any other.
    writeFileSync(join(folder, file), fault === 'damaged' ? pdf.subarray(0, damagedBytes) : pdf)
  }
  const photos = planned.filter((paper) => !pdfs.includes(paper))
  await writePhotos(photos, folder)
  return papers.map((paper) => paper?.file)
}

/** `number` varies the light and noise of photos. */
type Plan = { number: number; sheets: Sheet[]; fault: Paper['fault']; file: string }

function planOf(line: ScanLine, number: number): Plan | undefined {
  const { paper, raw, category, filename } = line
  const printed = paper?.printed ?? raw
  if (paper === undefined || printed === null) return undefined
  const file = `paper-${number}${extname(filename)}`
  return { number, sheets: sheetsOf(printed, category), fault: paper.fault, file }
}

/** Prints all first pages as one PDF, so that only one has to be opened. */
async function writePhotos(plans: readonly Plan[], folder: string): Promise<void> {
  const document = await openPdf(printSheets(plans.flatMap(({ sheets }) => sheets.slice(0, 1))))
  const written = plans.map(async ({ number, fault, file }, index) => {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const size = {
      width: photoWidth,
      height: Math.round((photoWidth * originalHeight) / originalWidth),
    }
    const { data } = await page.render({ ...size, colorSpace: 'Gray' })
    const photo = await photograph(
      { ...size, grey: data },
      number,
      fault === 'damaged' || fault === 'locked' ? undefined : fault,
    )
    writeFileSync(join(folder, file), photo)
  })
  await Promise.all(written)
}

/** Helvetica has no ₹, so it is drawn as the letter R of a font of its own. */
const rupee = 'R'
const rupeeWidth = 556
const rupeeStrokes = [
  `${rupeeWidth} 0 0 -20 ${rupeeWidth} 740 d1 62 w`,
  '50 700 m 520 700 l S 50 545 m 520 545 l S',
  '50 700 m 210 700 l 440 690 440 400 210 390 c 60 390 l S',
  '150 390 m 430 0 l S',
].join('\n')

/** Maps the letter to ₹ for whoever copies or reads the text. */
const rupeeMeaning = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CMapName /Rupee def /CMapType 2 def',
  '1 begincodespacerange <00> <ff> endcodespacerange',
  `1 beginbfchar <${rupee.charCodeAt(0).toString(16)}> <20b9> endbfchar`,
  'endcmap CMapName currentdict /CMap defineresource pop end end',
].join('\n')

const resources = {
  dictionary: `/Font << /F1 ${latinFont('Helvetica')} /F2 ${latinFont('Helvetica-Bold')} /F3 ${firstOwnObject} 0 R >>`,
  objects: [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 -20 ${rupeeWidth} 740] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /rupee ${firstOwnObject + 1} 0 R >> /Encoding << /Type /Encoding /Differences [${rupee.charCodeAt(0)} /rupee] >> /FirstChar ${rupee.charCodeAt(0)} /LastChar ${rupee.charCodeAt(0)} /Widths [${rupeeWidth}] /ToUnicode ${firstOwnObject + 2} 0 R /Resources << >> >>`,
    streamOf(rupeeStrokes),
    streamOf(rupeeMeaning),
  ],
}

function streamOf(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function latinFont(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
}

/** Sheets as a PDF. Their texts must be `isPrintable`. */
export function printSheets(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  return pdfFile(sheets.map(printSheet), resources)
}

/** Whether the fonts of every PDF reader can print a text: Latin letters, and ₹. */
export function isPrintable(text: string): boolean {
  return /^[\x20-\x7e\xa0-\xff₹]*$/.test(text)
}

function printSheet({ width, height, texts, rules }: Sheet): PdfPage {
  const lines = rules.map(({ x1, y1, x2, y2 }) => `${x1} ${height - y1} m ${x2} ${height - y2} l S`)
  const words = texts.map((text) => printText(text, height))
  return { width, height, content: ['0.6 w', ...lines, 'BT', ...words, 'ET'].join('\n') }
}

function printText({ x, y, size, text, isBold }: SheetText, height: number): string {
  const font = isBold ? 'F2' : 'F1'
  const parts = text.split('₹').map((part) => `/${font} ${size} Tf (${escaped(part)}) Tj`)
  return `1 0 0 1 ${x.toFixed(2)} ${height - y} Tm ${parts.join(` /F3 ${size} Tf (${rupee}) Tj `)}`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)
}

/** A page: its size in points, and its drawing commands in PDF's language, one byte per character. */
type PdfPage = { width: number; height: number; content: string }

/** Resources of every page, such as fonts, in PDF's language. */
type PdfResources = { dictionary: string; objects?: readonly string[] }

function standardFont(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
}

/** An uncompressed PDF file (source: ISO 32000-1, 7.5). */
export function pdfFile(
  pages: readonly PdfPage[],
  { dictionary, objects = [] }: PdfResources = standardFonts,
): Uint8Array<ArrayBuffer> {
  const firstPage = firstOwnObject + objects.length
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ')
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...objects,
    ...pages.flatMap(({ width, height, content }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << ${dictionary} >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  return new Uint8Array(Buffer.from(withTable(bodies), 'latin1'))
}

/** A PDF that asks for a password. No password opens it, because its hashes are of none. */
export function lockedPdf(): Uint8Array<ArrayBuffer> {
  const hash = `<${'41'.repeat(32)}>`
  const text = Buffer.from(pdfFile([{ width: 100, height: 100, content: '' }])).toString('latin1')
  const encrypt = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ${hash} /U ${hash} >> /ID [${hash} ${hash}]`
  return new Uint8Array(Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`)))
}

/** The objects, and the table of their positions. */
function withTable(bodies: readonly string[]): string {
  let text = '%PDF-1.4\n'
  const starts = bodies.map((body, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return start
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  const size = bodies.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

/** A page in shades of grey: one byte per pixel, row by row. */
type GreyPage = { width: number; height: number; grey: Uint8Array }

/** What makes a photo unreadable. */
type Fault = 'blurred' | 'cut off' | 'too faint' | 'too dark' | 'no paper'

/** The quality of photos that phones send by WhatsApp. */
const jpegQuality = 62

/** The largest rotation of papers in radians, and the visible counter around them in pixels. */
const askewMax = 0.035
const counterPixels = 24

/** How far a photo is off the page's middle, in page widths: `cut off` loses the right side, `no paper` shows only the counter. */
const asides: Partial<Record<Fault, number>> = { 'cut off': 0.25, 'no paper': 3 }

/** The share of light in a store room. */
const darkShare = 0.12

/** How far a shaking hand blurs each point, in pixels. */
const blurPixels = 9

/** The share of print that is left on old thermal paper. */
const faintShare = 0.2

/** The range of a camera's noise at each point, in steps of 256. It is a bit mask, so a power of two minus one. */
const noiseMask = 15

/** How much darker the lower right is than the upper left. */
const shadow = 0.16

/** The colours of paper in a shop's light, and of the counter under it. */
const paper = { red: 250, green: 246, blue: 236 }
const counter = { red: 126, green: 94, blue: 66 }

/**
 * A page as a phone photographs it on the counter: rotated, in uneven light, with noise. The same page and number give the same photo.
 */
async function photograph(
  page: GreyPage,
  number: number,
  fault?: Fault,
): Promise<Uint8Array<ArrayBuffer>> {
  const width = page.width + 2 * counterPixels
  const height = page.height + 2 * counterPixels
  const seen = { ...page, grey: seenPrint(page, fault) }
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  const angle = askewMax * Math.sin(number * 2.7)
  const aside = fault === undefined ? 0 : (asides[fault] ?? 0)
  const middle = page.width / 2 - page.width * aside
  const lamp = fault === 'too dark' ? darkShare : 1
  for (let y = 0; y < height; y++) {
    const down = y - height / 2
    const start = {
      x: middle - (width / 2) * Math.cos(angle) - down * Math.sin(angle),
      y: page.height / 2 - (width / 2) * Math.sin(angle) + down * Math.cos(angle),
    }
    photographRow(pixels.subarray(4 * y * width, 4 * (y + 1) * width), seen, {
      start,
      step: { x: Math.cos(angle), y: Math.sin(angle) },
      light: lamp * (1 - (shadow * y) / (width + height)),
      darkening: (lamp * shadow) / (width + height),
      random: number * height + y,
    })
  }
  const png = pngOf({ width, height }, new Uint8Array(pixels.buffer))
  return new Uint8Array(await new Bun.Image(png).jpeg({ quality: jpegQuality }).bytes())
}

type Point = { x: number; y: number }

/** The row's start on the page, the step to the next pixel, its light, and the seed of its noise. */
type Row = { start: Point; step: Point; light: number; darkening: number; random: number }

/** Uses plain numbers for everything that changes: a photo has half a million pixels. */
function photographRow(
  pixels: Uint8ClampedArray,
  { width, height, grey }: GreyPage,
  { start, step, darkening, ...row }: Row,
): void {
  let { x, y } = start
  let { light, random } = row
  for (let at = 0; at < pixels.length; at += 4) {
    // A linear congruential generator as in C: fast, and good enough for noise.
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff
    const off = ((random >> 16) & noiseMask) - noiseMask / 2
    const isOnPage = x >= 0 && x < width && y >= 0 && y < height
    const colour = isOnPage ? paper : counter
    const share = isOnPage ? ((grey[(y | 0) * width + (x | 0)] ?? 0) * light) / 255 : light
    pixels[at] = colour.red * share + off
    pixels[at + 1] = colour.green * share + off
    pixels[at + 2] = colour.blue * share + off
    x += step.x
    y += step.y
    light -= darkening
  }
}

function seenPrint({ width, grey }: GreyPage, fault: Fault | undefined): Uint8Array {
  if (fault === 'too faint') return grey.map((light) => 255 - (255 - light) * faintShare)
  if (fault !== 'blurred') return grey
  const blurred = new Uint8Array(grey.length)
  for (let at = 0; at < grey.length; at++) {
    let sum = 0
    for (let spread = 0; spread < blurPixels; spread++)
      sum += grey[at + spread * (width + 1)] ?? 255
    blurred[at] = sum / blurPixels
  }
  return blurred
}

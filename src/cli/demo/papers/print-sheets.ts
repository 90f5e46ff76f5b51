import { firstOwnObject, pdfFile, type PdfPage } from './pdf-file.ts'
import type { Sheet, SheetText } from './sheet.ts'

/** Helvetica has no ₹: it is drawn, as the letter R of a font of its own. */
const rupee = 'R'
const rupeeWidth = 556
const rupeeStrokes = [
  `${rupeeWidth} 0 0 -20 ${rupeeWidth} 740 d1 62 w`,
  '50 700 m 520 700 l S 50 545 m 520 545 l S',
  '50 700 m 210 700 l 440 690 440 400 210 390 c 60 390 l S',
  '150 390 m 430 0 l S',
].join('\n')

/** What the letter says to who copies or reads it. */
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

/** Whether the fonts that every reader has print a text: Latin letters, and ₹. */
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

/** A page: its size in points, and what is drawn on it in PDF's own words, one byte a character. */
export type PdfPage = { width: number; height: number; content: string }

/** Resources that every page has, such as its fonts, in PDF's own words. */
export type PdfResources = { dictionary: string; objects?: readonly string[] }

/** The fonts that every reader has of its own, which print what Windows-1252 has. */
const standardFonts: PdfResources = {
  dictionary: `/Font << /F1 ${standardFont('Helvetica')} /F2 ${standardFont('Helvetica-Bold')} >>`,
}

function standardFont(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
}

/** The number of the first object of the resources' own: the two before it are the catalogue and the list of pages. */
export const firstOwnObject = 3

/** A PDF file, uncompressed (source: ISO 32000-1, 7.5). */
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

/** A PDF that wants a password to be opened: the hashes that it would be compared with are of none. */
export function lockedPdf(): Uint8Array<ArrayBuffer> {
  const hash = `<${'41'.repeat(32)}>`
  const text = Buffer.from(pdfFile([{ width: 100, height: 100, content: '' }])).toString('latin1')
  const encrypt = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ${hash} /U ${hash} >> /ID [${hash} ${hash}]`
  return new Uint8Array(Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`)))
}

/** The objects, and the table of where each begins. */
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

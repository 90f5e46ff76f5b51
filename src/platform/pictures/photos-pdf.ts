/**
 * A photo as a camera made it: a JPEG, its size in pixels, the clockwise turn in degrees that makes it upright, and its number of colours:
 * one is grey, four are for print.
 */
export type Photo = {
  jpeg: Uint8Array
  width: number
  height: number
  turn?: 0 | 90 | 180 | 270 | undefined
  colours?: 1 | 3 | 4
}

const colourSpaces = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const

/** The width of A4 in points: every page is this wide, and as high as its photo needs. */
const pageWidth = 595

/** The catalogue and the list of pages come before all photos. Each photo takes three objects. */
const firstPhotoObject = 3
const objectsPerPhoto = 3

/** Photos as the pages of a PDF, each photo byte for byte (source: ISO 32000-1, 7.5 and 8.9). */
export function photosPdf(photos: readonly Photo[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = []
  const starts: number[] = []
  let bytes = 0
  const write = (part: string | Uint8Array) => {
    const written = typeof part === 'string' ? new TextEncoder().encode(part) : part.slice()
    parts.push(written)
    bytes += written.length
  }
  const writeObject = (dictionary: string, stream?: Uint8Array) => {
    starts.push(bytes)
    write(`${starts.length} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      write('stream\n')
      write(stream)
      write('\nendstream\n')
    }
    write('endobj\n')
  }
  const pages = photos.map((_, at) => `${firstPhotoObject + objectsPerPhoto * at} 0 R`)
  write('%PDF-1.4\n')
  writeObject('<< /Type /Catalog /Pages 2 0 R >>')
  writeObject(`<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`)
  for (const photo of photos) writePhoto(photo, starts.length + 1, writeObject)
  const table = bytes
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  const size = starts.length + 1
  write(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`)
  write(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

/** `first` is the object number of its page. The page's content and the photo follow. */
function writePhoto(
  { jpeg, width, height, turn = 0, colours = 3 }: Photo,
  first: number,
  writeObject: (dictionary: string, stream?: Uint8Array) => void,
): void {
  const pageHeight = Math.round((pageWidth * height) / width)
  const content = new TextEncoder().encode(`${pageWidth} 0 0 ${pageHeight} 0 0 cm /Photo Do`)
  const photo = `/XObject << /Photo ${first + 2} 0 R >>`
  writeObject(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Rotate ${turn} /Resources << ${photo} >> /Contents ${first + 1} 0 R >>`,
  )
  writeObject(`<< /Length ${content.length} >>`, content)
  writeObject(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${colourSpaces[colours]} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
    jpeg,
  )
}

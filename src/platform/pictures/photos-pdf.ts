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

/** Markers of a JPEG's parts (source: ITU-T T.81, table B.1). */
const startOfScan = 0xda
const exifPart = 0xe1
/** Markers that begin a frame, except those for Huffman tables, arithmetic codes and the hierarchy. */
const isFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)

/** The tag of Exif for the camera's orientation (source: Exif 2.32, 4.6.4). */
const orientationTag = 0x0112

/** Clockwise turns in degrees, by that tag. Cameras mirror nothing. */
const turns: ReadonlyMap<number, Photo['turn']> = new Map([
  [3, 180],
  [6, 90],
  [8, 270],
])

/** The facts about a JPEG that a PDF needs. Undefined for a JPEG that is damaged before its picture begins. */
export function photoOf(jpeg: Uint8Array<ArrayBuffer>): Photo | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  let turn: Photo['turn'] = 0
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const mark = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (isFrame(mark)) {
      const frame = frameOf(view, at + 4)
      return frame.width * frame.height === 0 ? undefined : { jpeg, turn, ...frame }
    }
    if (mark === startOfScan) return undefined
    if (mark === exifPart) turn = turns.get(orientationOf(partOf(view, at + 4, length - 2))) ?? turn
    at += 2 + length
  }
  return undefined
}

/** Bits a sample, then height, width and the number of colours. */
function frameOf(view: DataView, at: number): Pick<Photo, 'width' | 'height' | 'colours'> {
  const colours = view.getUint8(at + 5)
  return {
    height: view.getUint16(at + 1),
    width: view.getUint16(at + 3),
    colours: colours === 1 || colours === 4 ? colours : 3,
  }
}

function partOf(view: DataView, at: number, length: number): DataView {
  const end = Math.min(view.byteLength, at + Math.max(0, length))
  return new DataView(view.buffer, view.byteOffset + at, end - at)
}

/** "Exif", two zeros, then a TIFF header and its first list of tags, 12 bytes each. 1 without the tag. */
function orientationOf(exif: DataView): number {
  const tiff = 6
  if (exif.byteLength < tiff + 8 || exif.getUint32(0) !== 0x45786966) return 1
  const isLittle = exif.getUint16(tiff) === 0x4949
  const list = tiff + exif.getUint32(tiff + 4, isLittle)
  const count = list + 2 <= exif.byteLength ? exif.getUint16(list, isLittle) : 0
  for (let tag = 0; tag < count; tag++) {
    const at = list + 2 + tag * 12
    if (at + 12 > exif.byteLength) return 1
    if (exif.getUint16(at, isLittle) === orientationTag) return exif.getUint16(at + 8, isLittle)
  }
  return 1
}

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

/** Photos as the pages of a PDF, each photo byte for byte. */
export function photosPdf(photos: readonly Photo[]): Blob {
  return picturesPdf(photos.map(photoPage))
}

function photoPage({ jpeg, width, height, turn = 0, colours = 3 }: Photo): PicturePage {
  const size = [pageWidth, Math.round((pageWidth * height) / width)] as const
  const entries = `/ColorSpace ${colourSpaces[colours]} /BitsPerComponent 8 /Filter /DCTDecode`
  const image = { width, height, entries, bytes: jpeg, place: [size[0], 0, 0, size[1], 0, 0] }
  return { size, turn, images: [image] }
}

/** A page of a PDF that shows images. `size` is in points, before the clockwise turn in degrees. */
export type PicturePage = {
  size: readonly [width: number, height: number]
  turn?: 0 | 90 | 180 | 270
  images: readonly PageImage[]
}

/**
 * An image: its size in pixels, its bytes, the entries of its dictionary that say how they are to be read, and its place on the page: where
 * the unit square goes, as a matrix.
 */
export type PageImage = {
  width: number
  height: number
  entries: string
  bytes: Uint8Array
  place: readonly number[]
}

/** Pages of images as a PDF (source: ISO 32000-1, 7.5 and 8.9). */
export function picturesPdf(shown: readonly PicturePage[]): Blob {
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
  let next = firstPageObject
  const pages = shown.map(({ images }) => {
    const page = `${next} 0 R`
    next += 2 + images.length
    return page
  })
  write('%PDF-1.4\n')
  writeObject('<< /Type /Catalog /Pages 2 0 R >>')
  writeObject(`<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`)
  for (const page of shown) writePage(page, starts.length + 1, writeObject)
  const table = bytes
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  const size = starts.length + 1
  write(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`)
  write(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}

/** The catalogue and the list of pages come before all pages. */
const firstPageObject = 3

/** `first` is the object number of the page. The page's content and its images follow. */
function writePage(
  { size: [across, down], turn = 0, images }: PicturePage,
  first: number,
  writeObject: (dictionary: string, stream?: Uint8Array) => void,
): void {
  const names = images.map((_, at) => `/I${at} ${first + 2 + at} 0 R`)
  const content = new TextEncoder().encode(
    images.map(({ place }, at) => `q ${place.join(' ')} cm /I${at} Do Q`).join('\n'),
  )
  writeObject(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Rotate ${turn} /Resources << /XObject << ${names.join(' ')} >> >> /Contents ${first + 1} 0 R >>`,
  )
  writeObject(`<< /Length ${content.length} >>`, content)
  for (const { width, height, entries, bytes } of images) {
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries} /Length ${bytes.length} >>`,
      bytes,
    )
  }
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

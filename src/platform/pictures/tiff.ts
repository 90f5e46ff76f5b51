import { deflateSync } from 'node:zlib'
import { openPdf } from './pdf.ts'
import { type PageImage, picturesPdf } from './photos-pdf.ts'

/*
 * TIFF, as fax servers and scanners write it (source: TIFF 6.0, and Technical Note 2 for JPEG in it). A PDF compresses pictures in the same
 * ways. So Daybook unpacks nothing itself: each page becomes a PDF, and PDFium unpacks that.
 */

/** The most pages that are looked for. A hostile file has endless ones. */
const pagesMax = 1000

/** The most strips or tiles of a page: an A3 page at 1,200 dpi with a strip for each row. */
const piecesMax = 20_000

/** The most numbers of a tag. The tables of a JPEG and a palette have some hundred, the places of strips as many as there are strips. */
const numbersMax = piecesMax

/** The most pixels of a page: an A3 page at 600 dpi. */
const pixelsMax = 75_000_000

/** The most pixels of a page whose pieces are joined: an A4 page at 300 dpi, twice. A larger page becomes smaller. */
const joinedPixelsMax = 17_500_000

/** Resolutions of scanners and faxes, in dots per inch. With any other, the paper counts as A4. */
const [dpiMin, dpiMax] = [50, 2400]

/** Points of an inch, and of the width of A4. */
const [inch, a4Width] = [72, 595]

/** Thrown for a TIFF that cannot be read. `rare TIFF`: of a kind that no usual scanner writes. */
export class BadTiff extends Error {
  readonly problem: 'broken' | 'rare TIFF' | 'too many pixels'

  constructor(problem: BadTiff['problem']) {
    super(`The TIFF cannot be read: ${problem}.`)
    this.name = 'BadTiff'
    this.problem = problem
  }
}

type Size = { width: number; height: number }

/** A page: its size in points, upright, and how its picture is stored. */
export type TiffPage = Size & { stored: Stored }

/** The size of a picture in pixels, before it is turned upright, and its tags. */
type Stored = Size & { tags: Tags }

/** The numbers of a tag (source: TIFF 6.0, section 8). */
type Tags = { all(name: TagName): number[]; first(name: TagName, otherwise: number): number }

type TagName = keyof typeof tagNumbers

const tagNumbers = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  meaning: 262,
  fillOrder: 266,
  stripStarts: 273,
  orientation: 274,
  samples: 277,
  stripRows: 278,
  stripLengths: 279,
  dpiAcross: 282,
  dpiDown: 283,
  planes: 284,
  faxOptions: 292,
  unit: 296,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileStarts: 324,
  tileLengths: 325,
  jpegTables: 347,
  jpegStart: 513,
  jpegLength: 514,
} as const

/** The pages of a TIFF, without the small copies and masks that some programs add. Throws BadTiff. */
export function tiffPages(bytes: Uint8Array): TiffPage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = bytes[0] === 0x49
  const pages: TiffPage[] = []
  const seen = new Set([0])
  let at = within(view, 4, 4).getUint32(4, isLittle)
  while (!seen.has(at) && seen.size <= pagesMax) {
    seen.add(at)
    const { tags, next } = readTags(view, at, isLittle)
    if ((tags.first('kind', 0) & 0b101) === 0) pages.push(pageOf(tags))
    at = next
  }
  if (pages.length === 0) throw new BadTiff('broken')
  return pages
}

/** The same view, if it holds these bytes. Throws BadTiff. */
function within(view: DataView, at: number, length: number): DataView {
  if (at + length > view.byteLength) throw new BadTiff('broken')
  return view
}

/** A list of tags: their number, 12 bytes for each, and where the next list is. */
function readTags(view: DataView, at: number, isLittle: boolean): { tags: Tags; next: number } {
  const end = at + 2 + within(view, at, 2).getUint16(at, isLittle) * 12
  const next = within(view, end, 4).getUint32(end, isLittle)
  const entries = new Map<number, number>()
  for (let entry = at + 2; entry < end; entry += 12) {
    entries.set(view.getUint16(entry, isLittle), entry)
  }
  const all = (name: TagName): number[] => {
    const entry = entries.get(tagNumbers[name])
    return entry === undefined ? [] : readNumbers(view, entry, isLittle)
  }
  return { tags: { all, first: (name, otherwise) => all(name)[0] ?? otherwise }, next }
}

/** Bytes of a number, by its type: byte, 16 bits, 32 bits, fraction, any byte. */
const typeBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 }

/** Numbers of at most four bytes stand in the tag itself, others where it says. Throws BadTiff. */
function readNumbers(view: DataView, entry: number, isLittle: boolean): number[] {
  const size = typeBytes[view.getUint16(entry + 2, isLittle)] ?? 0
  const length = size === 0 ? 0 : view.getUint32(entry + 4, isLittle)
  if (length > numbersMax) throw new BadTiff('rare TIFF')
  const start = size * length <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle)
  within(view, start, size * length)
  return Array.from({ length }, (_, index) => {
    const at = start + index * size
    if (size === 1) return view.getUint8(at)
    if (size === 2) return view.getUint16(at, isLittle)
    const number = view.getUint32(at, isLittle)
    return size === 4 ? number : number / view.getUint32(at + 4, isLittle)
  })
}

function pageOf(tags: Tags): TiffPage {
  const stored = { width: tags.first('width', 0), height: tags.first('height', 0), tags }
  const pixels = stored.width * stored.height
  if (pixels === 0) throw new BadTiff('broken')
  if (pixels > pixelsMax) throw new BadTiff('too many pixels')
  const perInch = tags.first('unit', 2) === 3 ? 2.54 : 1
  const dpi = [tags.first('dpiAcross', 0) * perInch, tags.first('dpiDown', 0) * perInch]
  const isMeasured = dpi.every((dots) => dots >= dpiMin && dots <= dpiMax)
  const dpiOfA4 = (stored.width * inch) / a4Width
  const [across = dpiOfA4, down = dpiOfA4] = isMeasured ? dpi : []
  const [width, height] = [(stored.width * inch) / across, (stored.height * inch) / down]
  const isOnItsSide = tags.first('orientation', 1) > 4
  return { ...(isOnItsSide ? { width: height, height: width } : { width, height }), stored }
}

/** A page as a PDF of one page, upright. Throws BadTiff. */
export async function tiffPagePdf(bytes: Uint8Array, page: TiffPage): Promise<Uint8Array> {
  const { stored } = page
  const colours = coloursOf(stored.tags)
  const pieces = piecesOf(bytes, stored).map((piece) => imageOf(piece, stored.tags, colours))
  const [first] = pieces
  // A tile may be larger than its page.
  const isWhole = first?.width === stored.width && first.height === stored.height
  const image = isWhole ? first : await joined(pieces, stored, colours)
  return await pdfOf(page, [{ ...image, place: placeOf(page) }])
}

async function pdfOf({ width, height }: Size, images: readonly PageImage[]): Promise<Uint8Array> {
  const pdf = picturesPdf([{ size: [width, height], images }])
  return new Uint8Array(await pdf.arrayBuffer())
}

/** Where the two axes of a stored picture go, by its orientation, from 1. Here y grows upwards. */
const axes: readonly (readonly [number, number, number, number])[] = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
]

/** The matrix that puts a stored picture upright on its page. */
function placeOf({ width, height, stored: { tags } }: TiffPage): number[] {
  const [a, b, c, d] = axes[tags.first('orientation', 1) - 1] ?? [1, 0, 0, 1]
  const [left, bottom] = [a + c < 0 ? width : 0, b + d < 0 ? height : 0]
  return [a * width, b * height, c * width, d * height, left, bottom]
}

/** What the samples of a pixel mean. */
const whiteIsZero = 0
const blackIsZero = 1
const rgb = 2
const palette = 3
const yCbCr = 6

/** How many samples a pixel has, by their meaning, and what a PDF calls such colours. The colours of a palette are in the file. */
const grey = '/DeviceGray'
const colourSpaces: Readonly<Record<number, readonly [samples: number, name: string]>> = {
  [whiteIsZero]: [1, grey],
  [blackIsZero]: [1, grey],
  [rgb]: [3, '/DeviceRGB'],
  [palette]: [1, ''],
  5: [4, '/DeviceCMYK'],
  [yCbCr]: [3, '/DeviceRGB'],
}

/** The colours as a PDF says them. Throws BadTiff if they are rare. */
function coloursOf(tags: Tags): string {
  const [bits, samples] = [tags.first('bits', 1), tags.first('samples', 1)]
  const meaning = tags.first('meaning', whiteIsZero)
  const [needed, name] = colourSpaces[meaning] ?? [0, '']
  const isRare =
    samples !== needed ||
    ![1, 2, 4, 8].includes(bits) ||
    tags.first('predictor', 1) > 2 ||
    (isFax(tags) && bits * samples > 1) ||
    (meaning === yCbCr && !isJpeg(tags)) ||
    (samples > 1 && tags.first('planes', 1) !== 1)
  if (isRare) throw new BadTiff('rare TIFF')
  return meaning === palette ? paletteOf(tags.all('palette'), 2 ** bits) : name
}

/** A palette has all reds, then all greens, then all blues, each of 16 bits. Throws BadTiff. */
function paletteOf(numbers: readonly number[], count: number): string {
  if (numbers.length < 3 * count) throw new BadTiff('broken')
  const bytes = Uint8Array.from({ length: 3 * count }, (_, at) => {
    const number = numbers[(at % 3) * count + Math.floor(at / 3)] ?? 0
    return number >> 8
  })
  return `[/Indexed /DeviceRGB ${count - 1} <${bytes.toHex()}>]`
}

/** A strip or a tile of a page: its place from the upper left corner and its size in pixels, and its bytes in the file. */
type Piece = Size & { x: number; y: number; bytes: Uint8Array }

/** Throws BadTiff. */
function piecesOf(bytes: Uint8Array, { width, height, tags }: Stored): Piece[] {
  const [jpegStart] = tags.all('jpegStart')
  if (jpegStart !== undefined && isJpeg(tags)) {
    const [length] = tags.all('jpegLength')
    return [{ x: 0, y: 0, width, height, bytes: partOf(bytes, jpegStart, length) }]
  }
  const tileWidth = tags.first('tileWidth', 0)
  const isTiled = tileWidth > 0
  const wide = isTiled ? tileWidth : width
  const high = isTiled ? tags.first('tileHeight', 0) : tags.first('stripRows', height)
  const across = Math.ceil(width / wide)
  const length = across * Math.ceil(height / high)
  if (!(length <= piecesMax)) throw new BadTiff('rare TIFF')
  const starts = tags.all(isTiled ? 'tileStarts' : 'stripStarts')
  const lengths = tags.all(isTiled ? 'tileLengths' : 'stripLengths')
  return Array.from({ length }, (_, at) => {
    const [x, y] = [(at % across) * wide, Math.floor(at / across) * high]
    const area = { x, y, width: wide, height: isTiled ? high : Math.min(high, height - y) }
    return { ...area, bytes: partOf(bytes, starts[at] ?? bytes.length, lengths[at]) }
  })
}

/** Throws BadTiff if the file ends before. */
function partOf(bytes: Uint8Array, start: number, length = bytes.length - start): Uint8Array {
  if (length <= 0 || start + length > bytes.length) throw new BadTiff('broken')
  return bytes.subarray(start, start + length)
}

/** A piece as an image of a PDF. Its place is still in pixels. */
type PieceImage = Omit<PageImage, 'place'> & { x: number; y: number }

/** Throws BadTiff. */
function imageOf(piece: Piece, tags: Tags, colours: string): PieceImage {
  const [bits, samples] = [tags.first('bits', 1), tags.first('samples', 1)]
  const filter = filterOf(piece, tags)
  const rowBytes = Math.ceil((piece.width * samples * bits) / 8)
  if (filter === '' && piece.bytes.length < rowBytes * piece.height) throw new BadTiff('broken')
  // The filter of a fax knows which colour is which.
  const isInverted = tags.first('meaning', whiteIsZero) === whiteIsZero && !isFax(tags)
  const decode = isInverted ? '/Decode [1 0]' : ''
  const entries = `/ColorSpace ${colours} /BitsPerComponent ${bits} ${decode} ${filter}`
  return { ...piece, entries, bytes: plainBytes(piece.bytes, tags) }
}

/** The bytes as the filters of a PDF take them. Throws BadTiff. */
function plainBytes(bytes: Uint8Array, tags: Tags): Uint8Array {
  if (!isJpeg(tags)) return tags.first('fillOrder', 1) === 2 ? bytes.map(reverseBits) : bytes
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new BadTiff('rare TIFF')
  // The tables are a JPEG without a picture: its end goes, and the beginning of the other.
  const tables = Uint8Array.from(tags.all('jpegTables'))
  return tables.length < 4 ? bytes : Buffer.concat([tables.subarray(0, -2), bytes.subarray(2)])
}

function reverseBits(byte: number): number {
  let reversed = 0
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit)
  return reversed
}

function isFax(tags: Tags): boolean {
  return [2, 3, 4].includes(tags.first('compression', 1))
}

function isJpeg(tags: Tags): boolean {
  return [6, 7].includes(tags.first('compression', 1))
}

/** The filter of a PDF for the compression (source: ISO 32000-1, 7.4). '' without a compression. Throws BadTiff. */
function filterOf({ width, height }: Size, tags: Tags): string {
  const meaning = tags.first('meaning', whiteIsZero)
  const fax = (kind: number, isAligned = false) =>
    `/Filter /CCITTFaxDecode /DecodeParms << /K ${kind} /Columns ${width} /Rows ${height} /EncodedByteAlign ${isAligned} /BlackIs1 ${meaning === blackIsZero} >>`
  const pixels = `/Colors ${tags.first('samples', 1)} /BitsPerComponent ${tags.first('bits', 1)} /Columns ${width}`
  const predicted = `/DecodeParms << /Predictor ${tags.first('predictor', 1)} ${pixels} >>`
  switch (tags.first('compression', 1)) {
    case 1:
      return ''
    case 2:
      return fax(0, true)
    case 3:
      return fax(tags.first('faxOptions', 0) & 1)
    case 4:
      return fax(-1)
    case 5:
      return `/Filter /LZWDecode ${predicted}`
    case 6:
    case 7:
      return `/Filter /DCTDecode /DecodeParms << /ColorTransform ${meaning === rgb ? 0 : 1} >>`
    case 8:
    case 32_946:
      return `/Filter /FlateDecode ${predicted}`
    case 32_773:
      return '/Filter /RunLengthDecode'
    default:
      throw new BadTiff('rare TIFF')
  }
}

/** The fastest compression of zlib: the image is read at once. */
const level = 1

/**
 * The pieces of a page as one image. When a page is drawn at another size, each of its images begins and ends at a whole pixel. So pieces
 * would break the letters between them.
 */
async function joined(
  pieces: readonly PieceImage[],
  page: Size,
  colours: string,
): Promise<Omit<PageImage, 'place'>> {
  const parts = Math.ceil(Math.sqrt((page.width * page.height) / joinedPixelsMax))
  const images = pieces.map(({ x, y, ...image }) => {
    const [left, bottom] = [x / parts, (page.height - y - image.height) / parts]
    return { ...image, place: [image.width / parts, 0, 0, image.height / parts, left, bottom] }
  })
  const size = { width: page.width / parts, height: page.height / parts }
  const document = await openPdf(await pdfOf(size, images))
  const isGrey = colours === grey
  const colorSpace = isGrey ? 'Gray' : 'BGRA'
  const { width, height, data } = await document.getPage(0).render({ scale: 1, colorSpace })
  document.destroy()
  const entries = `/ColorSpace ${isGrey ? grey : '/DeviceRGB'} /BitsPerComponent 8 /Filter /FlateDecode`
  return { width, height, entries, bytes: deflateSync(isGrey ? data : opaque(data), { level }) }
}

/** Red, green and blue, without alpha. */
function opaque(pixels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    bytes[to] = pixels[from] ?? 0
    bytes[to + 1] = pixels[from + 1] ?? 0
    bytes[to + 2] = pixels[from + 2] ?? 0
  }
  return bytes
}

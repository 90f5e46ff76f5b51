import { type ForeignKind, foreignKind, isTiff } from './kinds.ts'
import { hasCode } from '../errors.ts'
import type { FileStore } from './store.ts'

export const imageBytesMax = 5 * 1024 * 1024
const imagePixelsMax = 40_000_000

/** How many bytes at the start of a file decide its kind. */
export const imageHeadBytes = 12

/** How many bytes of a file that is no image are read to guess its kind. */
const guessedBytes = 4096

/** A ZIP archive ends with a record of 22 bytes and a comment of at most 65,535 (source: APPNOTE.TXT, 4.3.16). */
const zipEndBytesMax = 22 + 65_535

const kinds: Record<
  ImageExtension,
  { name: string; hex: RegExp; read(bytes: Uint8Array): ImageShape }
> = {
  jpg: { name: 'JPEG', hex: /^ffd8ff/, read: readJpeg },
  png: { name: 'PNG', hex: /^89504e470d0a1a0a/, read: readPng },
  webp: { name: 'WebP', hex: /^52494646.{8}57454250/, read: readWebp },
  gif: { name: 'GIF', hex: /^47494638(37|39)61/, read: readGif },
}

const extensions = ['jpg', 'png', 'webp', 'gif'] as const

type JudgedImage = { extension: ImageExtension } | { reason: string }

/**
 * Judges an image by its bytes, never by its name: its kind when the image is complete and within limits, otherwise the reason as a clause
 * ("is empty"). Nothing is unpacked, so a small file cannot take much memory.
 */
export function judgeImage(bytes: Uint8Array): JudgedImage {
  if (bytes.length === 0) return { reason: 'is empty' }
  if (bytes.length > imageBytesMax) {
    const shown = bytes.length.toLocaleString('en')
    return { reason: `has ${shown} bytes, more than the 5 MiB that are allowed` }
  }
  const extension = imageKind(bytes)
  if (extension === undefined) {
    return { reason: `is not a JPEG, PNG, WebP or GIF image${guessKind(bytes)}` }
  }
  const { name, read } = kinds[extension]
  const { width, height, end } = read(bytes)
  if (width * height > imagePixelsMax) {
    const shown = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
    return { reason: `has ${shown} pixels, more than the 40 megapixels that are allowed` }
  }
  if (end === undefined) return { reason: `is a ${name} image that is cut off or damaged` }
  if (width * height === 0) return { reason: `is a ${name} image without a pixel` }
  const hidden = hiddenBehind(bytes, end)
  return hidden === undefined
    ? { extension }
    : { reason: `is a ${name} image with ${hidden} behind it` }
}

/** The kind by the first bytes. Undefined when the file is no image. */
export function imageKind(head: Uint8Array): ImageExtension | undefined {
  const hex = head.subarray(0, imageHeadBytes).toHex()
  return extensions.find((extension) => kinds[extension].hex.test(hex))
}

/** Cameras and phones leave various data behind an image. Data that another program would open is refused. */
function hiddenBehind(bytes: Uint8Array, end: number): string | undefined {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset + end, bytes.length - end)
  const zipEnd = tail.subarray(Math.max(0, tail.length - zipEndBytesMax))
  if (zipEnd.includes('PK\x05\x06')) return 'a ZIP archive'
  const text = tail.toString('latin1', 0, guessedBytes).replace(/^[\s\0]+/, '')
  if (text.startsWith('%PDF-')) return 'a PDF document'
  return /^<[!?a-z]/i.test(text) ? 'a web page' : undefined
}

/** Files that are no images, although a sender of documents would not call them foreign. */
const guesses: readonly [kind: string, hex: RegExp][] = [
  ['a PDF document', /^255044462d/],
  ['a ZIP archive', /^504b0304/],
]

/** A guess at the kind of a file that is no image, to help the sender. */
function guessKind(bytes: Uint8Array): string {
  const hex = bytes.subarray(0, imageHeadBytes).toHex()
  const foreign = foreignKind(bytes)
  if (foreign !== undefined) return `: it seems to be ${foreign.name}${adviceOf(foreign)}`
  if (isTiff(bytes)) return ': it seems to be a TIFF image'
  const guess = guesses.find(([, pattern]) => pattern.test(hex))?.[0] ?? guessText(bytes)
  return guess === undefined ? '' : `: it seems to be ${guess}`
}

/** Without a full stop: the caller adds it. */
function adviceOf({ isPicture, advice }: ForeignKind): string {
  return isPicture === true ? `. ${advice.slice(0, -1)}` : ''
}

function guessText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, guessedBytes), { stream: true })
  if (/[\0\ufffd]/.test(text)) return undefined
  const tag = text.trimStart().startsWith('<')
    ? /<(svg|!doctype html|html|head|body|script)\b/i.exec(text)?.[1]
    : undefined
  if (tag === undefined) return 'text'
  return tag.toLowerCase() === 'svg' ? 'an SVG image' : 'a web page'
}

/** The path of images on every listener. */
export const imagesPath = '/images/'

/** The picture that replaces a missing image. */
export const placeholderFile = 'placeholder.png'

export const imageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
} as const

type ImageExtension = keyof typeof imageTypes

export type ImageFile = { hash: string; extension: ImageExtension }

/** Reads the name of a stored image, `HASH.EXT`; undefined for anything else. */
export function readImageName(name: string): ImageFile | undefined {
  const dot = name.indexOf('.')
  const [hash, extension] = [name.slice(0, dot), name.slice(dot + 1)]
  return /^[0-9a-f]{64}$/.test(hash) && isExtension(extension) ? { hash, extension } : undefined
}

function isExtension(text: string): text is ImageExtension {
  return Object.hasOwn(imageTypes, text)
}

/** The kind of a stored image, by its first bytes. Undefined when it is missing. */
export async function storedImageKind(
  store: FileStore,
  hash: string,
): Promise<ImageExtension | undefined> {
  try {
    return imageKind(await Bun.file(store.path('images', hash)).slice(0, imageHeadBytes).bytes())
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}

/**
 * A neutral picture: a frame with hills, light grey, 400 × 400 pixels, PNG. Caches keep it for good, so another picture needs another name
 * (see placeholderFile).
 */
export const placeholderPng = Uint8Array.fromBase64(`
iVBORw0KGgoAAAANSUhEUgAAAZAAAAGQAQMAAAC6caSPAAAABlBMVEXx8/XDydDKhymhAAAB9klEQVR42u3ZTU7FIB
iF4RJMGHYJdSdsyR20S6s7aeIGOpMBAftvQA3fIbl61fMOTZ6BUmj5bBrGGGOMMcYYY4wxxhhjjP2J2vhFM8mPkhn7
OQkJCcnVA07ihBIdHUraGFDSxYgSG+MAkj7GESTLCT7dnKjjPXFbohfi/i8xC/H8i93dY/k9W6xm71ecMBXnWMVpWX
EmV5z8yPvlEX+LPeHEwUR5mOgAExNh0m6PFkS67QGGiN1XHSF9emORkP1gQYjaj2KELOdXAMl64oNkvcYNGFm2fLIw
AmKP8wsgfXaVFJAY04Upk/X0ThamTNbXSrIwZWK2ezFE9tv1gJBuIyNC7EYmhPT5Hb9M9rGAA4jaiQeI3kkAiDkGFg
A5hx7LwgxC0h1kbNQoJPYgU6MnIemv4YuZheSc17imdTKiTuKbzsuIPklobJARc02Slt9KRt5nUcO5aUqku8jzuWlK
xF7k5dw0JdJf5PXcNCWSzNKchKiEeAnRCQkSYtIpn4RkI8JBQLqUjAJiUyL56us/mVgWSDbkFHyOqoz4MtEZEXwnm3
z8WiYfJrflb/4uJ+Wbhc3JhJMZJw4nHicBJ7GCDDgZcTLhZMaJw4nHScBJrCADTkacTDiZceJw4jm1JvkHhP/hvUvC
GGOMMcYYY4wxxhhjjLFf1RsJrEE+to1XjAAAAABJRU5ErkJggg==`)

/** The shape of an image by its bytes. A size of 0 means that the bytes do not give one. */
type ImageShape = {
  /** In pixels. For an animation, the largest of its frames. */
  width: number
  height: number
  /** The end of the image, in bytes. Undefined: the image is cut off or damaged. */
  end: number | undefined
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const signatureBytes = 8
const headerBytes = 13
/** Length, type and checksum around the data of a chunk. */
const aroundChunkBytes = 12

const ihdr = 0x49484452
const idat = 0x49444154
const iend = 0x49454e44

/** Walks the chunks of a PNG with their checksums, without unpacking them (source: RFC 2083). */
function readPng(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  let hasPixels = false
  for (let at = signatureBytes; at + aroundChunkBytes <= bytes.length;) {
    const length = view.getUint32(at)
    const type = view.getUint32(at + 4)
    const checksumAt = at + 8 + length
    const isHeader = at === signatureBytes
    if (isHeader !== (type === ihdr) || checksumAt + 4 > bytes.length) return shape
    if (isHeader) {
      if (length !== headerBytes) return shape
      shape.width = view.getUint32(at + 8)
      shape.height = view.getUint32(at + 12)
    }
    if (Bun.hash.crc32(bytes.subarray(at + 4, checksumAt)) !== view.getUint32(checksumAt)) {
      return shape
    }
    if (type === idat) hasPixels = true
    at = checksumAt + 4
    if (type === iend) return hasPixels ? { ...shape, end: at } : shape
  }
  return shape
}

/** Signature and logical screen descriptor. */
const gifHeadBytes = 13
/** An image descriptor with its introducer, and the code size after it. */
const descriptorBytes = 10

const extension = 0x21
const imageDescriptor = 0x2c
const trailer = 0x3b

/** Walks the blocks of a GIF to its trailer (source: the GIF89a specification). */
function readGif(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  if (bytes.length < gifHeadBytes) return shape
  shape.width = view.getUint16(6, true)
  shape.height = view.getUint16(8, true)
  let hasPixels = false
  let at = gifHeadBytes + paletteBytes(view.getUint8(10))
  while (at < bytes.length) {
    switch (bytes[at]) {
      case trailer:
        return hasPixels ? { ...shape, end: at + 1 } : shape
      case extension:
        at = endOfBlocks(bytes, at + 2)
        break
      case imageDescriptor: {
        if (at + descriptorBytes > bytes.length) return shape
        shape.width = Math.max(shape.width, view.getUint16(at + 5, true))
        shape.height = Math.max(shape.height, view.getUint16(at + 7, true))
        hasPixels = true
        at = endOfBlocks(bytes, at + descriptorBytes + paletteBytes(view.getUint8(at + 9)) + 1)
        break
      }
      default:
        return shape
    }
  }
  return shape
}

/** The bytes of the colour table that a descriptor's flags announce. */
function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Blocks consist of a length and that many bytes. A length of 0 ends them. */
function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return bytes.length
}

const startOfScan = 0xda
const endOfImage = 0xd9

/** Walks the segments and scans of a JPEG to its end marker (source: ITU-T T.81, annex B). */
function readJpeg(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  let hasPixels = false
  for (let at = 2; bytes[at] === 0xff;) {
    // Any number of bytes 0xff may stand before a marker.
    while (bytes[at] === 0xff) at++
    const marker = bytes[at] ?? 0
    at++
    if (marker === endOfImage) return hasPixels ? { ...shape, end: at } : shape
    if (standsAlone(marker)) continue
    if (marker === 0 || at + 2 > bytes.length) return shape
    const length = view.getUint16(at)
    if (length < 2 || at + length > bytes.length) return shape
    if (isFrame(marker) && length >= 8) {
      shape.height = Math.max(shape.height, view.getUint16(at + 3))
      shape.width = Math.max(shape.width, view.getUint16(at + 5))
    }
    at += length
    if (marker !== startOfScan) continue
    if (shape.width === 0) return shape
    hasPixels = true
    at = endOfScan(bytes, at)
  }
  return shape
}

/** The position of the next marker. In a scan 0xff is followed by 0, or by the number of a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return bytes.length
}

function standsAlone(marker: number): boolean {
  return marker === 1 || isRestart(marker)
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** SOF0 to SOF15. The tables between them (DHT, JPG, DAC) are no frames. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** `RIFF`, a length, `WEBP`. */
const webpHeadBytes = 12
/** The name and the length of a chunk. */
const chunkHeadBytes = 8

type Size = { width: number; height: number }

/** Walks the chunks of a WebP file up to the length in its header (source: RFC 9649). */
function readWebp(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  if (bytes.length < webpHeadBytes) return shape
  const end = chunkHeadBytes + view.getUint32(4, true)
  let hasPixels = false
  let at = webpHeadBytes
  while (at + chunkHeadBytes <= Math.min(end, bytes.length)) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const start = at + chunkHeadBytes
    const size = sizeOf(name, viewOf(bytes.subarray(start, start + length)))
    shape.width = Math.max(shape.width, size?.width ?? 0)
    shape.height = Math.max(shape.height, size?.height ?? 0)
    if (size !== undefined && name !== 'VP8X') hasPixels = true
    // Chunks of an odd length have one byte of padding.
    at = start + length + (length % 2)
  }
  return hasPixels && at === end && end <= bytes.length ? { ...shape, end } : shape
}

function sizeOf(name: string, view: DataView): Size | undefined {
  if (view.byteLength < (leastBytes[name] ?? Number.POSITIVE_INFINITY)) return undefined
  switch (name) {
    case 'VP8 ':
      return lossySize(view)
    case 'VP8L':
      return losslessSize(view)
    case 'VP8X':
      return { width: 1 + uint24(view, 4), height: 1 + uint24(view, 7) }
    case 'ANMF':
      return { width: 1 + uint24(view, 6), height: 1 + uint24(view, 9) }
    default:
      return undefined
  }
}

/** How many bytes of a chunk are needed to read the size. */
const leastBytes: Record<string, number> = { 'VP8 ': 10, VP8L: 5, VP8X: 10, ANMF: 16 }

/** A frame tag, a start code, then fourteen bits each (source: RFC 6386, 9.1). */
function lossySize(view: DataView): Size | undefined {
  if (view.getUint8(3) !== 0x9d || view.getUint16(4, true) !== 0x2a01) return undefined
  return {
    width: view.getUint16(6, true) & 0x3fff,
    height: view.getUint16(8, true) & 0x3fff,
  }
}

/** A signature, then fourteen bits each, less one. */
function losslessSize(view: DataView): Size | undefined {
  if (view.getUint8(0) !== 0x2f) return undefined
  const packed = view.getUint32(1, true)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

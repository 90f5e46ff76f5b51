import { type ForeignKind, foreignKind } from './kinds.ts'
import { readGif, type ImageShape, readJpeg, readPng, readWebp } from './image-shapes.ts'
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
  ['a TIFF image', /^(49492a00|4d4d002a)/],
  ['a ZIP archive', /^504b0304/],
]

/** A guess at the kind of a file that is no image, to help the sender. */
function guessKind(bytes: Uint8Array): string {
  const hex = bytes.subarray(0, imageHeadBytes).toHex()
  const foreign = foreignKind(bytes)
  if (foreign !== undefined) return `: it seems to be ${foreign.name}${adviceOf(foreign)}`
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

import { deflateSync } from 'node:zlib'

/*
 * TIFF files, made of nothing but the arguments, compressed as fax servers and scanners do (sources: TIFF 6.0, ITU-T T.4 and T.6).
 */

/** A picture of one bit a pixel: 1 is black. */
export type Bitmap = { width: number; height: number; isBlack: (x: number, y: number) => boolean }

/** A page: its tags by number, and its strips or tiles, which `placesTag` and `lengthsTag` tell. */
export type TiffSheet = {
  tags: Readonly<Record<number, readonly number[]>>
  pieces: readonly Uint8Array[]
  isTiled?: boolean
}

/** Tags whose numbers take 16 bits are written so, resolutions as fractions, all others with 32 bits. */
const fractions = [282, 283]
const bytesTag = 347

/** `isLittle`: the byte order. `next`: where the last list of tags says that another is, for files that never end. */
export function tiffFile(
  sheets: readonly TiffSheet[],
  { isLittle = true, next = 0 }: { isLittle?: boolean; next?: number } = {},
): Uint8Array<ArrayBuffer> {
  const bytes: number[] = isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]
  const put32 = (value: number, at = bytes.length) => {
    for (let byte = 0; byte < 4; byte++) {
      bytes[at + byte] = (value >>> (8 * (isLittle ? byte : 3 - byte))) & 255
    }
  }
  const put16 = (value: number) => {
    const pair = [value & 255, value >>> 8]
    bytes.push(...(isLittle ? pair : pair.toReversed()))
  }
  put32(0)
  let link = 4
  for (const { tags, pieces, isTiled = false } of sheets) {
    const places = pieces.map((piece) => {
      const at = bytes.length
      for (const byte of piece) bytes.push(byte)
      return at
    })
    const [placesTag, lengthsTag] = isTiled ? [324, 325] : [273, 279]
    const lengths = pieces.map(({ length }) => length)
    const all = { [placesTag]: places, [lengthsTag]: lengths, ...tags }
    const stored = Object.entries(all).map(([tag, values]) => {
      const at = bytes.length
      const isFraction = fractions.includes(Number(tag))
      const isBytes = Number(tag) === bytesTag
      for (const value of values) {
        if (isBytes) bytes.push(value)
        else put32(isFraction ? Math.round(value * 100) : value)
        if (isFraction) put32(100)
      }
      return { tag: Number(tag), type: isFraction ? 5 : isBytes ? 7 : 4, values, at }
    })
    put32(bytes.length, link)
    put16(stored.length)
    for (const { tag, type, values, at } of stored) {
      put16(tag)
      put16(type)
      put32(values.length)
      put32(type === 4 && values.length === 1 ? (values[0] ?? 0) : at)
    }
    link = bytes.length
    put32(next)
  }
  return Uint8Array.from(bytes)
}

/** The tags of a page that is one piece at 72 dpi, so that a pixel is a point. */
export function tagsOf(
  { width, height }: { width: number; height: number },
  compression: number,
  meaning: number,
  more: TiffSheet['tags'] = {},
): TiffSheet['tags'] {
  const size = { 256: [width], 257: [height], 278: [height] }
  return { ...size, 259: [compression], 262: [meaning], 282: [72], 283: [72], ...more }
}

/** Rows of whole bytes. 1 is black. */
export function bitsOf({ width, height, isBlack }: Bitmap): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => rowOf(width, (x) => isBlack(x, y)))
  return packed(rows.map((row) => row.padEnd(Math.ceil(width / 8) * 8, '0')).join(''))
}

/** Some rows of a picture. */
export function stripOf(whole: Bitmap, from: number, height: number): Bitmap {
  return { width: whole.width, height, isBlack: (x, y) => whole.isBlack(x, y + from) }
}

function rowOf(width: number, isBlack: (x: number) => boolean): string {
  return Array.from({ length: width }, (_, x) => (isBlack(x) ? '1' : '0')).join('')
}

/** Text of 0 and 1 as bytes. */
function packed(bits: string): Uint8Array {
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

export function reversedBits(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    let reversed = 0
    for (let bit = 0; bit < 8; bit++) reversed += ((byte >> bit) % 2) * 2 ** (7 - bit)
    return reversed
  })
}

export function deflated(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes)
}

/** Runs of at most 128 equal bytes, and all others one by one. */
export function packBits(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let at = 0; at < bytes.length;) {
    let equal = 1
    while (equal < 128 && bytes[at + equal] === bytes[at]) equal++
    out.push(equal === 1 ? 0 : 257 - equal, bytes[at] ?? 0)
    at += equal
  }
  return Uint8Array.from(out)
}

const clearCode = 256
const endCode = 257
const codesMax = 4093

/** Codes grow one early, as TIFF has them. */
export function lzw(bytes: Uint8Array): Uint8Array {
  let bits = ''
  let known = new Map<string, number>()
  const widthNow = () => Math.max(9, (endCode + 1 + known.size).toString(2).length)
  const put = (code: number) => {
    bits += code.toString(2).padStart(widthNow(), '0')
  }
  const codeOf = (text: string) => known.get(text) ?? text.charCodeAt(0)
  put(clearCode)
  let word = ''
  for (const byte of bytes) {
    const letter = String.fromCharCode(byte)
    if (word === '' || known.has(word + letter)) {
      word += letter
      continue
    }
    put(codeOf(word))
    known.set(word + letter, endCode + 1 + known.size)
    word = letter
    if (known.size + endCode + 1 > codesMax) {
      put(clearCode)
      known = new Map()
    }
  }
  if (word !== '') put(codeOf(word))
  known.set('end', 0)
  put(endCode)
  return packed(bits)
}

/* Codes of runs: 0 to 63 pixels, then 64, 128 … 1728 (source: ITU-T T.4, tables 2 and 3). */
const white = `
  00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100
  110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011
  0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100
  00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100
  00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000
  01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 11011 10010 010111
  0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101
  011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010
  011011011 010011000 010011001 010011010 011000 010011011
`
  .trim()
  .split(/\s+/)
const black = `
  0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100
  00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100
  00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100
  000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011
  000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010
  000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101
  000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000
  000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111
  0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101
  0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101
  0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111
  0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011
  0000001100100 0000001100101
`
  .trim()
  .split(/\s+/)
const endOfLine = '000000000001'

function run(length: number, isBlack: boolean): string {
  const codes = isBlack ? black : white
  const rest = codes[length % 64] ?? ''
  return length < 64 ? rest : `${codes[63 + Math.floor(length / 64)] ?? ''}${rest}`
}

/** A row in one dimension: runs of white and black by turns. */
function runsOf(row: string): string {
  let code = ''
  let isBlack = false
  for (let at = 0; at < row.length; isBlack = !isBlack) {
    const end = changeAfter(row, at - 1, isBlack)
    code += run(end - at, isBlack)
    at = end
  }
  return code
}

/** The first pixel behind `at` that has another colour than this, or the end of the row. */
function changeAfter(row: string, at: number, isBlack: boolean): number {
  const found = row.indexOf(isBlack ? '0' : '1', at + 1)
  return found < 0 ? row.length : found
}

/** Codes for a change that is so many pixels beside the change above. */
const vertical: Readonly<Record<number, string>> = {
  0: '1',
  1: '011',
  2: '000011',
  3: '0000011',
  [-1]: '010',
  [-2]: '000010',
  [-3]: '0000010',
}

/** A row in two dimensions: as differences to the row above (source: ITU-T T.6, 2.2). */
function differencesOf(row: string, above: string): string {
  let code = ''
  let at = -1
  let isBlack = false
  while (at < row.length) {
    const change = changeAfter(row, at, isBlack)
    const aboveChange = oppositeAbove(above, at, isBlack)
    const aboveNext = changeAfter(above, aboveChange, !isBlack)
    const shift = vertical[change - aboveChange]
    if (aboveNext < change) {
      code += '0001'
      at = aboveNext
    } else if (shift !== undefined) {
      code += shift
      at = change
      isBlack = !isBlack
    } else {
      const next = changeAfter(row, change, !isBlack)
      code += `001${run(change - Math.max(0, at), isBlack)}${run(next - change, !isBlack)}`
      at = next
    }
  }
  return code
}

/** The first pixel of the row above, behind `at`, where another colour begins that is not this one. */
function oppositeAbove(above: string, at: number, isBlack: boolean): number {
  const [mine, other] = isBlack ? ['1', '0'] : ['0', '1']
  for (let x = at + 1; x < above.length; x++) {
    const before = x === 0 ? '0' : above[x - 1]
    if (above[x] === other && before === mine) return x
  }
  return above.length
}

function rowsOf({ width, height, isBlack }: Bitmap): string[] {
  return Array.from({ length: height }, (_, y) => rowOf(width, (x) => isBlack(x, y)))
}

/** Group 3 without ends of lines: each row begins with a byte. */
export function fax1(bitmap: Bitmap): Uint8Array {
  const rows = rowsOf(bitmap).map((row) => [...packed(runsOf(row))])
  return Uint8Array.from(rows.flat())
}

/** Group 3 in one dimension, or in both: then each second row says how it differs from the row above. */
export function fax3(bitmap: Bitmap, isBoth = false): Uint8Array {
  const rows = rowsOf(bitmap)
  const coded = rows.map((row, y) => {
    if (!isBoth) return `${endOfLine}${runsOf(row)}`
    const isFirst = y % 2 === 0
    return `${endOfLine}${isFirst ? `1${runsOf(row)}` : `0${differencesOf(row, rows[y - 1] ?? '')}`}`
  })
  return packed(coded.join(''))
}

/** Group 4. */
export function fax4(bitmap: Bitmap): Uint8Array {
  const rows = rowsOf(bitmap)
  const above = '0'.repeat(bitmap.width)
  const coded = rows.map((row, y) => differencesOf(row, rows[y - 1] ?? above))
  return packed(`${coded.join('')}${endOfLine}${endOfLine}`)
}

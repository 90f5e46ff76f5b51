import type { Random } from '../demo/random.ts'

/** Bytes with which readers go wrong: ends, signs, openings. */
const tellingBytes = [0, 1, 0x20, 0x25, 0x28, 0x2d, 0x2f, 0x30, 0x3c, 0x5b, 0x7f, 0x80, 0xfe, 0xff]

/** Numbers with which they go wrong: sizes, counts and places that cannot be. */
const tellingNumbers = [
  '0',
  '-1',
  '1',
  '65535',
  '65536',
  '2147483647',
  '4294967295',
  '-2147483648',
  '1e30',
  '99999999999',
]

/** How many changes a mutant has at most: with more of them it is soon no file of its kind any more. */
const changesMax = 12

/** The longest piece that is taken out or put in again elsewhere, in bytes. */
const pieceMax = 4096

type Change = (bytes: Buffer, random: Random, other: Buffer) => Buffer

/** A file of the same kind that nothing made on purpose; `other` is another one, parts of which may get into it. */
export function mutantOf(file: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let bytes: Buffer = Buffer.from(file)
  for (let change = random.int(1, changesMax); change > 0; change--) {
    bytes = random.pick(changes)(bytes, random, Buffer.from(other))
  }
  return bytes
}

const changes: readonly Change[] = [
  flipBit,
  putByte,
  putByte,
  changeNumber,
  changeNumber,
  changeReference,
  takeOut,
  repeat,
  cutOff,
  splice,
]

function flipBit(bytes: Buffer, random: Random): Buffer {
  const at = placeIn(bytes, random)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7))
  return bytes
}

function putByte(bytes: Buffer, random: Random): Buffer {
  bytes[placeIn(bytes, random)] = random.pick(tellingBytes)
  return bytes
}

/** Of text formats: in a picture, some bytes that look like digits. */
function changeNumber(bytes: Buffer, random: Random): Buffer {
  return replaceOne(bytes, random, /\d{1,10}/g, random.pick(tellingNumbers))
}

/** A PDF's objects refer to one another: now they do in circles. */
function changeReference(bytes: Buffer, random: Random): Buffer {
  return replaceOne(bytes, random, /\d+ 0 R/g, `${random.int(0, 12)} 0 R`)
}

function replaceOne(bytes: Buffer, random: Random, what: RegExp, by: string): Buffer {
  const text = bytes.toString('latin1')
  const found = Array.from(text.matchAll(what))
  if (found.length === 0) return bytes
  const { index, 0: match } = random.pick(found)
  return Buffer.from(text.slice(0, index) + by + text.slice(index + match.length), 'latin1')
}

function takeOut(bytes: Buffer, random: Random): Buffer {
  const [from, to] = pieceOf(bytes, random)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

function repeat(bytes: Buffer, random: Random): Buffer {
  const [from, to] = pieceOf(bytes, random)
  const at = placeIn(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)])
}

/** Rarely: most of what is cut off is soon refused. */
function cutOff(bytes: Buffer, random: Random): Buffer {
  return random.chance(0.3) ? bytes.subarray(0, placeIn(bytes, random) + 1) : bytes
}

function splice(bytes: Buffer, random: Random, other: Buffer): Buffer {
  const [from, to] = pieceOf(other, random)
  const at = placeIn(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)])
}

function placeIn(bytes: Buffer, random: Random): number {
  return random.int(0, Math.max(0, bytes.length - 1))
}

function pieceOf(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = placeIn(bytes, random)
  return [from, Math.min(bytes.length, from + random.int(1, pieceMax))]
}

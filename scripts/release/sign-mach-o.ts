// Signs a macOS executable "ad hoc": with hashes of its pages, without a name. Apple silicon starts no program without a signature.
// In the program for Intel, Bun leaves its own program's signature, which is then wrong. The signature has the form that
// Apple's and Go's linkers write (sources: Apple's cs_blobs.h and loader.h, Go's cmd/internal/codesign).

/** Load commands. */
const segment64 = 0x19
const codeSignature = 0x1d

const magic64 = 0xfeedfacf
const superBlobMagic = 0xfade0cc0
const codeDirectoryMagic = 0xfade0c02

/** The only kind of blob in the signature. */
const codeDirectorySlot = 0
const superBlobHeadBytes = 20

/** New systems require this version. It says where the program's code lies. */
const codeDirectoryVersion = 0x20400
const codeDirectoryHeadBytes = 88

/** CS_ADHOC and CS_LINKER_SIGNED: a signer with a name may replace this signature. */
const flags = 0x20002
const mainBinary = 1n

const sha256 = 2
const hashBytes = 32
const pageBits = 12
const pageBytes = 1 << pageBits

/** The size of a memory page on Apple silicon. */
const memoryPageBytes = 0x4000

const headBytes = 32

type Segment = { at: number; offset: number; bytes: number }

/** Where the signed parts of the program and the signature lie, in bytes of the file. */
type Layout = { text: Segment; linkEdit: Segment; signature: Segment }

/** Replaces the executable's signature. Throws for any file but a 64-bit executable with a signature. */
export function signMachO(file: Uint8Array, identifier: string): Uint8Array<ArrayBuffer> {
  const { text, linkEdit, signature } = layoutOf(file)
  const limit = signature.offset
  const name = new TextEncoder().encode(`${identifier}\0`)
  const pages = Math.ceil(limit / pageBytes)
  const directoryBytes = codeDirectoryHeadBytes + name.byteLength + pages * hashBytes
  const signed = new Uint8Array(limit + superBlobHeadBytes + directoryBytes)
  signed.set(file.subarray(0, limit))
  resize(signed, linkEdit, signature)
  const blob = new DataView(signed.buffer, limit)
  writeNumbers(blob, 0, [superBlobMagic, superBlobHeadBytes + directoryBytes, 1])
  writeNumbers(blob, 12, [codeDirectorySlot, superBlobHeadBytes])
  const directory = new DataView(signed.buffer, limit + superBlobHeadBytes)
  const hashesAt = codeDirectoryHeadBytes + name.byteLength
  writeNumbers(directory, 0, [codeDirectoryMagic, directoryBytes, codeDirectoryVersion, flags])
  writeNumbers(directory, 16, [hashesAt, codeDirectoryHeadBytes, 0, pages, limit])
  directory.setUint32(36, (hashBytes << 24) | (sha256 << 16) | pageBits)
  directory.setBigUint64(64, BigInt(text.offset))
  directory.setBigUint64(72, BigInt(text.bytes))
  directory.setBigUint64(80, mainBinary)
  const written = limit + superBlobHeadBytes
  signed.set(name, written + codeDirectoryHeadBytes)
  // The page hashes come last, because the first page says where the signature is.
  for (const [number, hash] of pageHashes(signed, limit)) {
    signed.set(hash, written + hashesAt + number * hashBytes)
  }
  return signed
}

export type Signature = { identifier: string; pages: number; wrongPages: number }

/** Reads an executable's signature and compares every page. Throws if the signature does not cover the file to its end. */
export function readSignature(file: Uint8Array): Signature {
  const { linkEdit, signature } = layoutOf(file)
  const end = file.byteLength
  if (linkEdit.offset + linkEdit.bytes !== end || signature.offset + signature.bytes !== end) {
    throw new Error('The signature does not end with the file.')
  }
  const blob = viewOf(file, signature.offset)
  if (blob.getUint32(0) !== superBlobMagic) throw new Error('There is no signature.')
  const at = signature.offset + blob.getUint32(16)
  const directory = viewOf(file, at)
  const [hashesAt = 0, nameAt = 0, , pages = 0, limit = 0] = [16, 20, 24, 28, 32].map((offset) =>
    directory.getUint32(offset),
  )
  if (directory.getUint32(0) !== codeDirectoryMagic || limit !== signature.offset) {
    throw new Error('The signature is about another file.')
  }
  let wrongPages = 0
  for (const [number, hash] of pageHashes(file, limit)) {
    const said = at + hashesAt + number * hashBytes
    if (!Bun.deepEquals(hash, file.slice(said, said + hashBytes))) wrongPages++
  }
  const name = file.subarray(at + nameAt, file.indexOf(0, at + nameAt))
  return { identifier: new TextDecoder().decode(name), pages, wrongPages }
}

function* pageHashes(file: Uint8Array, limit: number): Generator<[number, Uint8Array]> {
  for (let number = 0; number * pageBytes < limit; number++) {
    const page = file.subarray(number * pageBytes, Math.min((number + 1) * pageBytes, limit))
    yield [number, new Uint8Array(new Bun.CryptoHasher('sha256').update(page).digest())]
  }
}

/** The signature ends the file. It also ends the segment that holds the data for linking, so that segment's size changes too. */
function resize(signed: Uint8Array<ArrayBuffer>, linkEdit: Segment, signature: Segment): void {
  const view = viewOf(signed, 0)
  const bytes = signed.byteLength - linkEdit.offset
  const inMemory = Math.ceil(bytes / memoryPageBytes) * memoryPageBytes
  view.setUint32(signature.at + 12, signed.byteLength - signature.offset, true)
  view.setBigUint64(linkEdit.at + 32, BigInt(inMemory), true)
  view.setBigUint64(linkEdit.at + 48, BigInt(bytes), true)
}

function layoutOf(file: Uint8Array): Layout {
  const view = viewOf(file, 0)
  if (view.getUint32(0, true) !== magic64) throw new Error('This is no executable for macOS.')
  const found = new Map<string, Segment>()
  let at = headBytes
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const kind = view.getUint32(at, true)
    if (kind === segment64) found.set(segmentName(file, at), segmentAt(view, at))
    if (kind === codeSignature) found.set('signature', signatureAt(view, at))
    at += view.getUint32(at + 4, true)
  }
  const [text, linkEdit, signature] = ['__TEXT', '__LINKEDIT', 'signature'].map((name) =>
    found.get(name),
  )
  if (text && linkEdit && signature) return { text, linkEdit, signature }
  throw new Error('The executable has no place for a signature.')
}

function segmentName(file: Uint8Array, at: number): string {
  const bytes = file.subarray(at + 8, at + 24)
  return new TextDecoder().decode(bytes).replace(/\0.*/, '')
}

function segmentAt(view: DataView, at: number): Segment {
  const number = (offset: number) => Number(view.getBigUint64(at + offset, true))
  return { at, offset: number(40), bytes: number(48) }
}

function signatureAt(view: DataView, at: number): Segment {
  return { at, offset: view.getUint32(at + 8, true), bytes: view.getUint32(at + 12, true) }
}

function writeNumbers(view: DataView, at: number, numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) view.setUint32(at + 4 * index, number)
}

function viewOf(bytes: Uint8Array, from: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + from)
}

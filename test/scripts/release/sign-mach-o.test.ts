import { expect, test } from 'bun:test'
import { readSignature, signMachO } from '../../../scripts/release/sign-mach-o.ts'

const pageBytes = 4096

/** Two pages and a bit of code, then what the system links by, then a signature of somebody else. */
function executable({ signature = new Uint8Array(100) } = {}): Uint8Array {
  const textBytes = 2 * pageBytes + 160
  const linkEditBytes = 320
  const limit = textBytes + linkEditBytes
  const file = new Uint8Array(limit + signature.byteLength)
  file.fill(7, 200, textBytes)
  file.fill(9, textBytes, limit)
  file.set(signature, limit)
  const view = new DataView(file.buffer)
  view.setUint32(0, 0xfeedfacf, true)
  view.setUint32(16, 3, true)
  writeSegment(view, 32, '__TEXT', 0, textBytes)
  writeSegment(view, 104, '__LINKEDIT', textBytes, linkEditBytes + signature.byteLength)
  for (const [index, number] of [0x1d, 16, limit, signature.byteLength].entries()) {
    view.setUint32(176 + 4 * index, number, true)
  }
  return file
}

function writeSegment(view: DataView, at: number, name: string, offset: number, bytes: number) {
  view.setUint32(at, 0x19, true)
  view.setUint32(at + 4, 72, true)
  new TextEncoder().encodeInto(name, new Uint8Array(view.buffer, at + 8, 16))
  view.setBigUint64(at + 40, BigInt(offset), true)
  view.setBigUint64(at + 48, BigInt(bytes), true)
}

test('a signed executable carries the hash of each of its pages, to its end', () => {
  const signed = signMachO(executable(), 'daybook')
  expect(readSignature(signed)).toEqual({ identifier: 'daybook', pages: 3, wrongPages: 0 })
})

test.each([
  ['the first page, where the signature is named', 1, 8],
  ['code', 1, pageBytes + 5],
  ['what the system links by', 1, 2 * pageBytes + 200],
])('a change in %s is noticed', (_, wrongPages, at) => {
  const signed = signMachO(executable(), 'daybook')
  signed[at] = 1
  expect(readSignature(signed).wrongPages).toBe(wrongPages)
})

test('an executable that is signed twice is the same as one that is signed once', () => {
  const once = signMachO(executable(), 'daybook')
  expect(signMachO(once, 'daybook')).toEqual(once)
  const longer = executable({ signature: new Uint8Array(900).fill(3) })
  expect(signMachO(longer, 'daybook')).toEqual(once)
})

test("a signature of other bytes is not taken for the file's own", () => {
  expect(() => readSignature(executable())).toThrow('There is no signature.')
  const longer = new Uint8Array([...signMachO(executable(), 'daybook'), 0])
  expect(() => readSignature(longer)).toThrow('does not end with the file')
})

test('what is no executable for macOS is refused', () => {
  expect(() => signMachO(new Uint8Array(400), 'daybook')).toThrow('no executable for macOS')
})

import { email, foreignKind } from '../../platform/files/kinds.ts'
import { imageKind } from '../../platform/files/images.ts'
import { type ReadingProblem, Unread } from './problems.ts'

/** The kind of a file by its bytes: pages to read, a picture, or data. */
export type Kind = 'pdf' | 'picture' | 'data'

/** The first bytes that show a file's kind. A PDF may begin late (source: ISO 32000-1, Annex H). */
const headBytes = 1024

/** Kinds of files that Daybook does not read. `problems` says what to do instead. */
const refused: readonly [problem: ReadingProblem, hex: RegExp][] = [
  ['tiff', /^(49492a00|4d4d002a|49492b00|4d4d002b)/],
  ['heic', /^.{8}66747970(6865|6d696631|6d736631|61766966)/],
  ['program', /^(4d5a|7f454c46|cafebabe|feedfac[ef]|c[ef]faedfe)/],
  ['archive', /^(52617221|377abcaf271c|1f8b|425a68|fd377a585a)/],
]

const zip = /^504b0304/
const oldOffice = /^d0cf11e0a1b11ae1/

/** `bytes` is the whole file. Throws Unread for a file that cannot be read. */
export function kindOf(bytes: Uint8Array): Kind {
  if (bytes.length === 0) throw new Unread('empty')
  const hex = bytes.subarray(0, 32).toHex()
  if (imageKind(bytes) !== undefined || isBitmap(hex)) return 'picture'
  const problem = refused.find(([, start]) => start.test(hex))
  if (problem !== undefined) throw new Unread(problem[0])
  if (foreignKind(bytes) === email) throw new Unread('e-mail')
  if (zip.test(hex)) return zipKind(bytes)
  if (oldOffice.test(hex)) return oldOfficeKind(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  if (head.includes('%PDF-')) return 'pdf'
  if (isText(bytes.subarray(0, headBytes))) return 'data'
  throw new Unread('unknown')
}

function isBitmap(hex: string): boolean {
  // Bytes 2 to 13: the file's size, four zero bytes, and the offset of the pixels.
  return /^424d.{8}00000000.{4}0000/.test(hex)
}

/** A workbook is an archive with a part of this name. */
function zipKind(bytes: Uint8Array): Kind {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (text.includes('xl/workbook.')) return 'data'
  throw new Unread(/^(word|ppt)\//.test(partName(bytes)) || isOffice(text) ? 'office' : 'archive')
}

function partName(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(30, 60))
}

function isOffice(text: Buffer): boolean {
  const parts = ['word/document.xml', 'ppt/presentation.xml', 'content.xml', 'Index/Document.iwa']
  return parts.some((part) => text.includes(part))
}

/** An old workbook has a stream of this name, in UTF-16. */
function oldOfficeKind(bytes: Uint8Array): Kind {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isWorkbook = ['Workbook', 'Book'].some((name) =>
    text.includes(Buffer.from(`${name}\0`, 'utf16le')),
  )
  if (isWorkbook) return 'data'
  throw new Unread('office')
}

/** Whether the bytes are text, with one or two bytes a character. */
function isText(head: Uint8Array): boolean {
  const hasMark = /^(fffe|feff)/.test(head.toHex())
  const strange = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))
  return hasMark || strange.length === 0
}

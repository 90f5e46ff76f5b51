import { isUtf8 } from 'node:buffer'
import { archiveKind, type ForeignKind, foreignKind } from './foreign-kinds.ts'

/** How many bytes at the start of a file decide its kind. */
const headBytes = 4096

/** How many entries of a ZIP archive are read: the entries that identify a workbook are among the first. */
const zipEntriesMax = 1_000

/** A ZIP archive ends with a record of 22 bytes and a comment of at most 65,535 (source: APPNOTE.TXT, 4.3.16). */
const zipEndBytes = 22
const zipCommentBytesMax = 65_535

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const signatures: readonly [contentType: string, hex: string][] = [
  ['application/pdf', '255044462d'],
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/gif', '47494638'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  // An OLE container (.xls).
  ['application/vnd.ms-excel', 'd0cf11e0a1b11ae1'],
]

/** The verdict on a file: its content type, or why it is refused. `known` is the actual kind, when that can be told. */
type Judged = { contentType: string } | { contentType: undefined; known?: ForeignKind }

/**
 * Judges a document by its bytes, never by its name: PDF, JPEG, PNG, WebP, GIF, TIFF, Excel, or text (CSV, TXT, JSON). Text is UTF-8, or
 * what banks and Excel also write: UTF-16 with its mark, or Windows-1252. The content type names any character set other than UTF-8. Web
 * pages and SVG are refused, because a browser would run them. The exception: the tables that some banks call ".xls".
 */
export function judgeDocument(bytes: Uint8Array): Judged {
  const head = bytes.subarray(0, headBytes)
  const hex = head.subarray(0, 16).toHex()
  const foreign = foreignKind(bytes)
  if (foreign !== undefined) return { contentType: undefined, known: foreign }
  const signed = signatures.find(([, signature]) => hex.startsWith(signature))
  if (signed !== undefined) return { contentType: signed[0] }
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') {
    return { contentType: 'image/webp' }
  }
  if (hex.startsWith('504b0304')) return judgeZip(zipNames(bytes))
  const charset = charsetOf(bytes, head)
  if (charset === undefined) return { contentType: undefined }
  const text = new TextDecoder(charset).decode(head)
  if (markup.test(text) && !isTable(bytes)) return { contentType: undefined, known: webPage }
  return { contentType: charset === 'utf-8' ? 'text/plain' : `text/plain; charset=${charset}` }
}

const webPage: ForeignKind = {
  name: 'a web page or an SVG image',
  advice: 'Open it in a browser and print it as PDF, then send the PDF.',
}

const markup = /^\s*(<\?xml[^>]*>\s*)?<(html|!doctype|svg|script)\b/i

/** The largest statement in the form of a web page, in bytes. */
const tableBytesMax = 4 * 1024 * 1024

/** A table without anything that runs. It is stored and shown only as text. */
function isTable(bytes: Uint8Array): boolean {
  if (bytes.length > tableBytesMax) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return (
    /<table[\s>]/i.test(text) && !/<(?:script|svg|iframe|object|embed)\b|\son[a-z]+\s*=/i.test(text)
  )
}

function judgeZip(names: readonly string[]): Judged {
  const isOffice = names.includes('[Content_Types].xml')
  if (isOffice && names.some((name) => name.startsWith('xl/'))) return { contentType: xlsx }
  return { contentType: undefined, known: archiveKind(names) }
}

/** Names from the archive's directory at its end. Empty without a complete directory. */
function zipNames(bytes: Uint8Array): string[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tail = Math.max(0, view.length - zipEndBytes - zipCommentBytesMax)
  const end = view.subarray(tail).lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + tail
  if (end < tail || end + zipEndBytes > view.length) return []
  const names: string[] = []
  let entry = view.readUInt32LE(end + 16)
  // Each entry: a signature, the lengths of name, extra field and comment at 28, the name at 46 (4.3.12).
  while (names.length < zipEntriesMax && entry + 46 <= end) {
    if (view.toString('latin1', entry, entry + 4) !== 'PK\x01\x02') break
    const nameLength = view.readUInt16LE(entry + 28)
    names.push(view.toString('latin1', entry + 46, entry + 46 + nameLength))
    entry += 46 + nameLength + view.readUInt16LE(entry + 30) + view.readUInt16LE(entry + 32)
  }
  return names
}

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

function charsetOf(bytes: Uint8Array, head: Uint8Array): Charset | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return ifPlain('utf-16le', head)
  if (head[0] === 0xfe && head[1] === 0xff) return ifPlain('utf-16be', head)
  if (head.length === 0 || head.includes(0)) return undefined
  // A file that was cut short may end within a character: then it is not valid UTF-8, but its head is.
  if (isUtf8(bytes) || /\P{ASCII}/u.test(decode('utf-8', head) ?? '')) return 'utf-8'
  return ifPlain('windows-1252', head)
}

/** Control characters that occur in no text: all except tabs, line ends and page ends. */
const control = /[^\P{Cc}\t\n\f\r]/u
/** DOS ends a text file with this character. */
const dosEnd = '\u001a'

/** In these character sets nearly any bytes could be text, so the decoded text has to look like text. */
function ifPlain(charset: Charset, head: Uint8Array): Charset | undefined {
  const text = decode(charset, head)
  return text === undefined || control.test(text.replaceAll(dosEnd, '')) ? undefined : charset
}

function decode(charset: Charset, head: Uint8Array): string | undefined {
  // `stream`: a character that the cut divides is no error.
  try {
    return new TextDecoder(charset, { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

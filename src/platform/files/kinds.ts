import { isUtf8 } from 'node:buffer'

// Kinds of files that people send but Daybook does not accept: the name of each kind, and a sentence that says what to do instead. A file's
// bytes alone decide its kind.

export type ForeignKind = {
  readonly name: string
  readonly advice: string
  readonly isPicture?: true
}

/** How many bytes at a file's beginning are looked at. */
const headBytes = 4096

const asJpeg = 'Save it as JPEG or PNG.'
const asPdf = 'Open it and save it as PDF, then send the PDF.'
const iPhone =
  'On the iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG.'
const attached = 'Save the bill that is attached to it, and send that file.'
const unpacked = 'Unpack it, and send what is in it.'
const exported = 'Export it as PDF, then send the PDF.'

const heic: ForeignKind = { name: 'a HEIC photo', advice: iPhone, isPicture: true }
const picture = (name: string): ForeignKind => ({ name, advice: asJpeg, isPicture: true })
const word = { name: 'a Word document', advice: asPdf }
const presentation = { name: 'a PowerPoint presentation', advice: asPdf }
export const email: ForeignKind = { name: 'an e-mail', advice: attached }

/** By their first bytes, in hexadecimal (source: ISO/IEC 23008-12 for HEIC). */
const foreignSignatures: readonly [kind: ForeignKind, hex: RegExp][] = [
  [heic, /^.{8}66747970(6865|6d6966|6d7366)/],
  [picture('an AVIF image'), /^.{8}66747970617669/],
  [picture('a BMP image'), /^424d.{8}00000000/],
  [picture('an icon'), /^00000100/],
  [{ name: 'a text document with formats (RTF)', advice: asPdf }, /^7b5c727466/],
  [{ name: 'a RAR archive', advice: unpacked }, /^526172211a07/],
  [{ name: 'a 7z archive', advice: unpacked }, /^377abcaf271c/],
  [{ name: 'a gzip archive', advice: unpacked }, /^1f8b08/],
]

/** Archives, by the names of the files in them. */
const archives: readonly [kind: ForeignKind, name: RegExp][] = [
  [word, /^word\//],
  [presentation, /^ppt\//],
  [
    { name: 'a document of Pages, Numbers or Keynote', advice: exported },
    /^Index\/.*\.iwa$|^Index\.zip$/,
  ],
  [{ name: 'an OpenDocument file (.odt, .ods, .odp)', advice: asPdf }, /^META-INF\/manifest\.xml$/],
]

/** Old office files and messages, by the names of their streams in UTF-16. */
const streams: readonly [kind: ForeignKind, stream: string][] = [
  [word, 'WordDocument'],
  [presentation, 'PowerPoint Document'],
  [email, '__substg1.0_'],
]

const oldOffice = 'd0cf11e0a1b11ae1'

/** Header lines of an e-mail. Each e-mail has several. */
const emailHeads =
  /^(received|return-path|delivered-to|message-id|mime-version|from|to|subject|date|content-type):/gim
const emailHeadsMin = 4

/** The kind of a file that Daybook does not accept. Undefined for files that it may accept, and for unknown ones. */
export function foreignKind(bytes: Uint8Array): ForeignKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const hex = head.subarray(0, 16).toString('hex')
  const signed = foreignSignatures.find(([, start]) => start.test(hex))?.[0]
  if (signed !== undefined) return signed
  if (hex.startsWith(oldOffice)) return oldOfficeKind(bytes)
  return isEmail(head.toString('latin1')) ? email : undefined
}

/** The kind of a ZIP archive, by the names of its entries. */
function archiveKind(names: readonly string[]): ForeignKind {
  const found = archives.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0]
  return found ?? { name: 'a ZIP archive', advice: unpacked }
}

function oldOfficeKind(bytes: Uint8Array): ForeignKind | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return streams.find(([, stream]) => content.includes(Buffer.from(stream, 'utf16le')))?.[0]
}

/** Headers stand before the first empty line. */
function isEmail(head: string): boolean {
  const [heads = ''] = head.split(/\r?\n\r?\n/)
  return new Set(heads.match(emailHeads)?.map((name) => name.toLowerCase())).size >= emailHeadsMin
}

/** How many entries of a ZIP archive are read: the entries that identify a workbook are among the first. */
const zipEntriesMax = 1_000

/** A ZIP archive ends with a record of 22 bytes and a comment of at most 65,535 (source: APPNOTE.TXT, 4.3.16). */
const zipEndBytes = 22
const zipCommentBytesMax = 65_535

/** The kinds of documents that Daybook accepts, for people. */
export const acceptedKinds = 'PDF, JPEG, PNG, WebP, GIF, TIFF, Excel, CSV, TXT or JSON'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const tiff = /^(49492a00|4d4d002a)/

/** Accepted files by their first bytes, in hexadecimal, and the ending that their names get. */
const signatures: readonly [contentType: string, ending: string, hex: RegExp][] = [
  ['application/pdf', '.pdf', /^255044462d/],
  ['image/jpeg', '.jpg', /^ffd8ff/],
  ['image/png', '.png', /^89504e470d0a1a0a/],
  ['image/gif', '.gif', /^47494638/],
  ['image/webp', '.webp', /^52494646.{8}57454250/],
  ['image/tiff', '.tif', tiff],
  // An OLE container.
  ['application/vnd.ms-excel', '.xls', /^d0cf11e0a1b11ae1/],
]

/** The ending of a file's name, by its content type. Text files have several. */
export const fileEndings: ReadonlyMap<string, string> = new Map([
  ...signatures.map(([contentType, ending]) => [contentType, ending] as const),
  [xlsx, '.xlsx'],
])

export function isTiff(bytes: Uint8Array): boolean {
  return tiff.test(bytes.subarray(0, 4).toHex())
}

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
  const signed = signatures.find(([, , start]) => start.test(hex))
  if (signed !== undefined) return { contentType: signed[0] }
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

// Kinds of files that people send but Daybook does not accept: the name of each kind, and a sentence that says what to do instead. A file's
// bytes alone decide its kind.

export type ForeignKind = {
  readonly name: string
  readonly advice: string
  readonly isPicture?: true
}

/** How many bytes at a file's beginning decide whether it is an e-mail or a web page. */
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
const signatures: readonly [kind: ForeignKind, hex: RegExp][] = [
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
  const signed = signatures.find(([, start]) => start.test(hex))?.[0]
  if (signed !== undefined) return signed
  if (hex.startsWith(oldOffice)) return oldOfficeKind(bytes)
  return isEmail(head.toString('latin1')) ? email : undefined
}

/** The kind of a ZIP archive, by the names of its entries. */
export function archiveKind(names: readonly string[]): ForeignKind {
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

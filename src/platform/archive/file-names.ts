import { toNfc } from '../text.ts'

// File names that every disk accepts: Windows, FAT, SMB and NFS shares, macOS. Disks count bytes or UTF-16 units. A name is limited in
// bytes of UTF-8, because it never has fewer bytes of UTF-8 than UTF-16 units.

/** How many characters of a longer text are looked at: no name has room for more. */
const lookedAtMax = 400

/** What Windows and FAT reserve (source: "Naming Files, Paths, and Namespaces"), slashes, and the ends of lines. */
const reservedSigns = /[<>:"/\\|?*\p{Zl}\p{Zp}]/gu

/** Control and formatting characters, which reverse a name or hide its end. Joiners of Indic letters are allowed. */
const invisible = /(?!\u200c|\u200d|\t|\n|\r)\p{C}/gu

/** Device names of Windows: with any extension they are no files. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/iu

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * A text as part of a file name, of at most `bytesMax` bytes of UTF-8. '' when nothing of the text is allowed. A letter with its vowel
 * signs is kept or dropped as a whole.
 */
export function safeName(text: string, bytesMax: number): string {
  const plain = toNfc(text.slice(0, lookedAtMax).toWellFormed())
    .replaceAll(invisible, '')
    .replaceAll(reservedSigns, '-')
    .replaceAll(/\s+/g, ' ')
  const name = trimmed(beginningOf(trimmed(plain), bytesMax))
  return devices.test(name) ? trimmed(beginningOf(`_${name}`, bytesMax)) : name
}

/** Windows cuts off dots and spaces at the end. At the beginning they hide a file, as `~$` does. */
function trimmed(name: string): string {
  return name.replaceAll(/^(?:[\s.~$]|\u200c|\u200d)+|(?:[\s.]|\u200c|\u200d)+$/gu, '')
}

function beginningOf(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  let bytes = 0
  let length = 0
  for (const { segment } of letters.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > bytesMax) break
    length += segment.length
  }
  return text.slice(0, length)
}

/** `name`, `name (2)`, `name (3)`. */
export function numberedName(name: string, number: number): string {
  return number === 1 ? name : `${name} (${number})`
}

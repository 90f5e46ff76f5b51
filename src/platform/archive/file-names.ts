import { toNfc } from '../text.ts'

/*
 * Names of files that every disk takes: Windows, FAT, SMB and NFS shares, macOS. A disk knows bytes or UTF-16 units, so a
 * name is bounded in bytes of UTF-8, of which there are never fewer.
 */

/** Of a longer text only the beginning is looked at, in characters: no name has room for more. */
const lookedAtMax = 400

/** What Windows and FAT reserve (source: "Naming Files, Paths, and Namespaces"), slashes, and the ends of lines. */
const reservedSigns = /[<>:"/\\|?*\p{Zl}\p{Zp}]/gu

/** Control and formatting characters, which turn a name around or hide its end; but for those that join Indic letters. */
const invisible = /(?!\u200c|\u200d|\t|\n|\r)\p{C}/gu

/** Devices of Windows: with any extension they are no files. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/iu

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * A text as a part of a file's name, at most so many bytes of UTF-8; '' where nothing of it can stand in one. A letter with its
 * vowel signs is left out whole, or not at all.
 */
export function safeName(text: string, bytesMax: number): string {
  const plain = toNfc(text.slice(0, lookedAtMax).toWellFormed())
    .replaceAll(invisible, '')
    .replaceAll(reservedSigns, '-')
    .replaceAll(/\s+/g, ' ')
  const name = trimmed(beginningOf(trimmed(plain), bytesMax))
  return devices.test(name) ? trimmed(beginningOf(`_${name}`, bytesMax)) : name
}

/** Dots and spaces at the end are cut off by Windows; at the beginning they hide a file, as `~$` does. */
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

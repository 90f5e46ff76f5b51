import { toNfc } from '../text.ts'
import { constants } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCsv, textOfCell, writeCsv } from '../csv.ts'
import { AppError, hasCode } from '../errors.ts'
import { openPlain, putFile, textContent } from './put-file.ts'
import { once } from '../turns.ts'

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

const letters = once(() => new Intl.Segmenter('und', { granularity: 'grapheme' }))

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
  for (const { segment } of letters().segment(text)) {
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

/** The largest index, in bytes. A month of a busy shop has a hundredth of it: a larger file is no index of ours. */
const indexBytesMax = 64 * 1024 * 1024

/** The most files of one month that are named like an index. */
const indexesMax = 100

const lineFeed = 0x0a
const byteOrderMark = /^\uFEFF/

/** How many columns at the end identify a line: its page, the document, and the version of its facts. */
const keyCells = 3

type Line = readonly string[]

type Index = { folder: string; month: string; columns: readonly string[]; mode: number }

/**
 * Adds lines to the end of the month's index and syncs them, each once, even after a crash in the middle of one. A file of that name that
 * is no index of ours stays unchanged, and the next name is taken.
 */
export async function appendLines(index: Index, lines: readonly Line[]): Promise<void> {
  const { folder, month, columns, mode } = index
  for (let number = 1; number <= indexesMax; number++) {
    const name = `${numberedName(`index-${month}`, number)}.csv`
    const before = await readIndex(join(folder, name), columns)
    if (before === 'foreign') continue
    if (before === undefined) {
      const text = csvOf([columns, ...lines])
      if (await putFile(folder, name, textContent(text), mode)) return
      continue
    }
    const missing = lines.filter((line) => !before.keys.has(keyOf(line)))
    if (missing.length > 0) await append(join(folder, name), before, missing)
    return
  }
  throw new AppError('conflict', `${folder} has too many files that are called index-${month}.`)
}

type Before = { delimiter: string; keys: ReadonlySet<string>; tail: Buffer }

/** `tail`: an incomplete line at the end, as a full disk leaves it. Undefined without a file. */
async function readIndex(
  file: string,
  columns: readonly string[],
): Promise<Before | 'foreign' | undefined> {
  const found = await lstat(file).catch((error: unknown) => {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  })
  if (found === undefined) return undefined
  if (!found.isFile() || found.size > indexBytesMax) return 'foreign'
  await using handle = await openPlain(file)
  const bytes = await handle.readFile()
  const whole = bytes.lastIndexOf(lineFeed) + 1
  return indexOf(bytes.subarray(0, whole), columns, bytes.subarray(whole))
}

function indexOf(whole: Buffer, columns: readonly string[], tail: Buffer): Before | 'foreign' {
  const table = readCsv(whole.toString('utf8').replace(byteOrderMark, ''))
  if (typeof table === 'string') return 'foreign'
  const [header, ...rows] = table.rows.map(({ cells }) => cells)
  if (header === undefined || !Bun.deepEquals(header, [...columns])) return 'foreign'
  const keys = new Set(rows.map(keyOf))
  return { delimiter: table.delimiter, keys, tail }
}

/**
 * Completes the incomplete line when it is the beginning of the first new line. Otherwise the incomplete line stays as a line of its own.
 */
async function append(
  file: string,
  { delimiter, tail }: Before,
  lines: readonly Line[],
): Promise<void> {
  const text = Buffer.from(csvOf(lines, delimiter).replace(byteOrderMark, ''))
  const isBeginning = text.subarray(0, tail.length).equals(tail)
  const rest = isBeginning ? text.subarray(tail.length) : Buffer.concat([Buffer.from('\r\n'), text])
  const handle = await openPlain(file, constants.O_RDWR | constants.O_APPEND)
  try {
    await handle.writeFile(rest)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Negative amounts stay numbers. */
function csvOf(rows: readonly Line[], delimiter?: string): string {
  return writeCsv(rows, delimiter, { hasNumbers: true })
}

function keyOf(cells: Line): string {
  return cells.slice(-keyCells).map(textOfCell).join('\n')
}

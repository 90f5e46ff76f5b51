import { constants } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCsv, textOfCell, writeCsv } from '../csv.ts'
import { AppError, hasCode } from '../errors.ts'
import { numberedName } from './file-names.ts'
import { openPlain, putFile, textContent } from './put-file.ts'

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
  const handle = await openPlain(file)
  try {
    const bytes = await handle.readFile()
    const whole = bytes.lastIndexOf(lineFeed) + 1
    return indexOf(bytes.subarray(0, whole), columns, bytes.subarray(whole))
  } finally {
    await handle.close()
  }
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

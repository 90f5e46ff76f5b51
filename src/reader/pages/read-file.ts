import { statSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { openEngines, type Engines, readPdfPage, readPhoto } from './read-page.ts'
import { type IndicLanguage, indicLanguages } from './ocr/indic-languages.ts'
import { countPages, openPdf, withPage, type PdfDocument } from './pdf-document.ts'
import { openPdfium } from './pdfium.ts'
import { Unread, type ReadingProblem } from './problems.ts'
import type { ReadFile, ReadPage, ReadSheet } from '../page.ts'
import type { Workbook } from 'hucre/xlsx'
import { isZip, textsOfSheet } from '../../platform/xlsx.ts'
import { email, foreignKind, isTiff } from '../../platform/files/kinds.ts'
import { imageKind } from '../../platform/files/images.ts'
import { BadTiff, tiffPagePdf, tiffPages } from '../../platform/pictures/tiff.ts'

/** Larger files are not documents, in bytes. */
const fileBytesMax = 100 * 1024 * 1024

/** More pages are a book. A small shop's statement for a year has fewer. */
const pagesMax = 50

/** The most memory that PDFium may use, in bytes. */
const pdfiumBytesMax = 320 * 1024 * 1024

/** Listeners for the progress of reading. */
export type Progress = {
  /** Called before each page, from 1. */
  readonly onPage?: (page: number, of: number) => void
  /** Called before each step of the work, many times a page. */
  readonly onStep?: () => void
}

export type ReadingOptions = Progress & {
  /** Passwords to try on a locked PDF. */
  readonly passwords?: readonly string[]
  /** The languages to read in pictures beside English. Default: all. */
  readonly languages?: readonly IndicLanguage[]
}

/**
 * Reads the words and codes of a file's pages, and the files attached to it. A data file, such as JSON, XML, CSV or a
 * workbook, has no pages and is its own only attachment. A hostile file may take over this process or never end, so
 * use it only in a process of its own. Throws Unread.
 */
export async function readFile(path: string, options: ReadingOptions = {}): Promise<ReadFile> {
  if (statSync(path).size > fileBytesMax) throw new Unread('too large')
  const bytes = readFileSync(path)
  const started = openEngines(options.languages ?? indicLanguages, options.onStep)
  switch (kindOf(bytes)) {
    case 'workbook':
      return { ...dataFile(path, bytes), sheets: await readSheets(bytes) }
    case 'data':
      return dataFile(path, bytes)
    case 'picture':
      options.onPage?.(1, 1)
      return { pages: [await readPhoto(bytes, started)], attachments: [] }
    case 'pdf':
      return await readPdf(bytes, started, options).catch(refuse)
    case 'tiff':
      return await readTiff(bytes, started, options).catch(refuse)
  }
}

/** A file that crashes PDFium is damaged or hostile. */
function refuse(error: unknown): never {
  if (error instanceof BadTiff) throw new Unread(error.problem, error)
  throw error instanceof WebAssembly.RuntimeError ? new Unread('broken', error) : error
}

function dataFile(path: string, bytes: Uint8Array): ReadFile {
  return { pages: [], attachments: [{ name: basename(path), bytes }] }
}

async function readPdf(
  bytes: Uint8Array,
  started: Engines,
  { passwords = [], onPage, onStep }: ReadingOptions,
): Promise<ReadFile> {
  const file = openPdf(await openPdfium(pdfiumBytesMax), bytes, passwords)
  const total = countPages(file)
  if (total === 0) throw new Unread('broken')
  if (total > pagesMax) throw new Unread('too many pages')
  const pages: ReadPage[] = []
  for (let index = 0; index < total; index++) {
    onPage?.(index + 1, total)
    pages.push(await withPage(file, index, (page) => readPdfPage(page, index + 1, started)))
  }
  onStep?.()
  const { openedBy } = file
  const attachments = readAttachments(file)
  return { pages, attachments, ...(openedBy !== undefined && { openedBy }) }
}

/** Reads each page as a PDF of its own: all pages together could take more memory than PDFium may use. */
async function readTiff(
  bytes: Uint8Array,
  started: Engines,
  { onPage }: ReadingOptions,
): Promise<ReadFile> {
  const stored = tiffPages(bytes)
  if (stored.length > pagesMax) throw new Unread('too many pages')
  const pages: ReadPage[] = []
  for (const [index, page] of stored.entries()) {
    onPage?.(index + 1, stored.length)
    const pdf = await tiffPagePdf(bytes, page)
    // Frees the memory of the page before, and that in which the strips of this page were joined.
    Bun.gc(true)
    const file = openPdf(await openPdfium(pdfiumBytesMax), pdf)
    pages.push(await withPage(file, 0, (shown) => readPdfPage(shown, index + 1, started)))
  }
  return { pages, attachments: [] }
}

/** The visible cells of a workbook's sheets. Throws Unread. */
export async function readSheets(bytes: Uint8Array): Promise<ReadSheet[]> {
  try {
    const { sheets } = await readWorkbook(bytes)
    return sheets.map((sheet) => ({ name: sheet.name, rows: textsOfSheet(sheet) }))
  } catch (error) {
    throw new Unread('broken', error)
  }
}

async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const { readXls, readXlsx } = await import('hucre/xlsx')
  if (!isZip(bytes)) return await readXls(bytes)
  return await readXlsx(bytes, {
    readStyles: true,
    sheets: ({ hidden = false, veryHidden = false }) => !hidden && !veryHidden,
  })
}

type Attachment = ReadFile['attachments'][number]

/** An invoice carries one or two files of a few hundred kilobytes. */
const attachmentsMax = 20
const attachmentBytesMax = 8 * 1024 * 1024

/** Longer names are cut, in bytes. */
const nameBytesMax = 1024

/** The files attached to a PDF, such as the data of an e-invoice. Larger files are left out. */
function readAttachments({ pdfium, document }: PdfDocument): Attachment[] {
  const total = pdfium.function('FPDFDoc_GetAttachmentCount')(document)
  const get = pdfium.function('FPDFDoc_GetAttachment')
  return Array.from({ length: Math.min(total, attachmentsMax) }, (_, index) =>
    get(document, index),
  ).flatMap((attachment) => {
    const bytes = contentOf({ pdfium, document }, attachment)
    return bytes === undefined ? [] : [{ name: nameOf({ pdfium, document }, attachment), bytes }]
  })
}

function nameOf({ pdfium }: PdfDocument, attachment: number): string {
  const getName = pdfium.function('FPDFAttachment_GetName')
  return pdfium.withRoom(nameBytesMax, (room) => {
    const length = Math.min(getName(attachment, room, nameBytesMax), nameBytesMax)
    const text = new TextDecoder('utf-16le').decode(pdfium.bytes(room, length))
    return text.replaceAll('\0', '')
  })
}

function contentOf({ pdfium }: PdfDocument, attachment: number): Uint8Array | undefined {
  const getFile = pdfium.function('FPDFAttachment_GetFile')
  const length = pdfium.withRoom(4, (size) => {
    const isThere = getFile(attachment, 0, 0, size) !== 0
    return isThere ? pdfium.view().getUint32(size, true) : 0
  })
  if (length === 0 || length > attachmentBytesMax) return undefined
  return pdfium.withRoom(length + 4, (room) => {
    const isRead = getFile(attachment, room + 4, length, room) !== 0
    return isRead ? pdfium.bytes(room + 4, length).slice() : undefined
  })
}

/** The kind of a file by its bytes: pages to read, a picture, a workbook of Excel today or before 2007, or other data. */
type Kind = 'pdf' | 'tiff' | 'picture' | 'workbook' | 'data'

/** The first bytes that show a file's kind. A PDF may begin late (source: ISO 32000-1, Annex H). */
const headBytes = 1024

/** Kinds of files that Daybook does not read. `problems` says what to do instead. */
const refused: readonly [problem: ReadingProblem, hex: RegExp][] = [
  // BigTIFF, for files of more than 4 GB.
  ['rare TIFF', /^(49492b00|4d4d002b)/],
  ['heic', /^.{8}66747970(6865|6d696631|6d736631|61766966)/],
  ['program', /^(4d5a|7f454c46|cafebabe|feedfac[ef]|c[ef]faedfe)/],
  ['archive', /^(52617221|377abcaf271c|1f8b|425a68|fd377a585a)/],
]

const oldOffice = /^d0cf11e0a1b11ae1/

/** `bytes` is the whole file. Throws Unread for a file that cannot be read. */
function kindOf(bytes: Uint8Array): Kind {
  if (bytes.length === 0) throw new Unread('empty')
  const hex = bytes.subarray(0, 32).toHex()
  if (imageKind(bytes) !== undefined || isBitmap(hex)) return 'picture'
  if (isTiff(bytes)) return 'tiff'
  const problem = refused.find(([, start]) => start.test(hex))
  if (problem !== undefined) throw new Unread(problem[0])
  if (foreignKind(bytes) === email) throw new Unread('e-mail')
  if (isZip(bytes)) return zipKind(bytes)
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
  if (text.includes('xl/workbook.')) return 'workbook'
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
  const isSheets = ['Workbook', 'Book'].some((name) =>
    text.includes(Buffer.from(`${name}\0`, 'utf16le')),
  )
  if (isSheets) return 'workbook'
  throw new Unread('office')
}

/** Whether the bytes are text, with one or two bytes a character. */
function isText(head: Uint8Array): boolean {
  const hasMark = /^(fffe|feff)/.test(head.toHex())
  const strange = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))
  return hasMark || strange.length === 0
}

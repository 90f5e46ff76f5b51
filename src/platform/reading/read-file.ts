import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { readFileSync } from 'node:fs'
import { readAttachments } from './attachments.ts'
import { engines, type Engines } from './engines.ts'
import { kindOf } from './kinds.ts'
import { type IndicLanguage, indicLanguages } from './ocr/indic-languages.ts'
import { countPages, openPdf, withPage } from './pdf-document.ts'
import { openPdfium } from './pdfium.ts'
import { readPdfPage, readPhoto } from './read-page.ts'
import { Unread } from './problems.ts'
import { isWorkbook, readSheets } from './sheets.ts'
import type { ReadFile, ReadPage } from './words.ts'

/** Larger files are no documents, in bytes. */
const fileBytesMax = 100 * 1024 * 1024

/** More pages are a book: a year's statement of a small shop has fewer. */
const pagesMax = 50

/** Memory that PDFium may take, in bytes. */
const pdfiumBytesMax = 320 * 1024 * 1024

/** Who hears how the reading gets on. */
export type Progress = {
  /** Called before each page, from 1. */
  readonly onPage?: (page: number, of: number) => void
  /** Called before each step of the work, many times a page. */
  readonly onStep?: () => void
}

export type ReadingOptions = Progress & {
  /** What may open a locked PDF. */
  readonly passwords?: readonly string[]
  /** What is read in pictures beside English: all there is unless it says which. */
  readonly languages?: readonly IndicLanguage[]
}

/**
 * The words and codes of a file's pages, and the files in it. A file that is data itself, such as JSON, XML, CSV or a workbook, has
 * no pages and is its own only attachment. What it opens may be made to do harm, and may never end: only for a process of
 * its own. Throws Unread.
 */
export async function readFile(path: string, options: ReadingOptions = {}): Promise<ReadFile> {
  if (statSync(path).size > fileBytesMax) throw new Unread('too large')
  const bytes = readFileSync(path)
  const started = engines(options.languages ?? indicLanguages, options.onStep)
  switch (kindOf(bytes)) {
    case 'data':
      return {
        pages: [],
        attachments: [{ name: basename(path), bytes }],
        ...(await sheetsOf(bytes)),
      }
    case 'picture':
      options.onPage?.(1, 1)
      return { pages: [await readPhoto(bytes, started)], attachments: [] }
    case 'pdf':
      return await readPdf(bytes, started, options).catch(refuse)
  }
}

/** What made PDFium fall over is damaged, or made to do that. */
function refuse(error: unknown): never {
  throw error instanceof WebAssembly.RuntimeError ? new Unread('broken', error) : error
}

async function sheetsOf(bytes: Uint8Array): Promise<Pick<ReadFile, 'sheets'>> {
  return isWorkbook(bytes) ? { sheets: await readSheets(bytes) } : {}
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

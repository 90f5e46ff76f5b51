import { expect, test } from 'bun:test'
import { lockedPdf, pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import { problems, type ReadingProblem } from '../../../src/reader/pages/problems.ts'
import { encrypted } from '../../support/encrypted.ts'
import { jpeg, png, pngThatSays } from '../../support/pictures.ts'
import { problemOf, readContent } from '../../support/reading.ts'
import { tagsOf, tiffFile } from '../../support/tiff.ts'
import { zipOf } from '../../support/zip.ts'

const page = { width: 300, height: 300, content: '' }
const dot = { tags: tagsOf({ width: 8, height: 1 }, 1, 0), pieces: [new Uint8Array(1)] }
const rare = { ...dot, tags: tagsOf({ width: 8, height: 1 }, 34_712, 0) }

const refused: [what: string, problem: ReadingProblem, content: () => Uint8Array | string][] = [
  ['has no byte', 'empty', () => ''],
  ['is a PDF that is cut off', 'broken', () => pdfFile([page]).subarray(0, 200)],
  ['only says that it is a PDF', 'broken', () => '%PDF-1.7\nand no more'],
  ['is locked', 'password', lockedPdf],
  ['has 10,000 pages', 'too many pages', () => pdfFile(Array.from({ length: 10_000 }, () => page))],
  [
    'says that it is 30,000 pixels wide and high',
    'too many pixels',
    () => pngThatSays(30_000, 30_000),
  ],
  ['is a picture whose data ends at once', 'broken', () => pngThatSays(2000, 2000)],
  ['is a photo that is cut off', 'broken', () => jpeg(300, 300).subarray(0, 40)],
  ['is a dot', 'too small', () => png(9, 9)],
  ['is an iPhone photo', 'heic', () => Uint8Array.fromHex('0000002466747970686569630000')],
  ['is a TIFF without a page', 'broken', () => Uint8Array.fromHex('49492a0008000000')],
  [
    'is a TIFF for files of many gigabytes',
    'rare TIFF',
    () => Uint8Array.fromHex('49492b0008000000'),
  ],
  [
    'is a TIFF of 51 pages',
    'too many pages',
    () => tiffFile(Array.from({ length: 51 }, () => dot)),
  ],
  ['is a TIFF that is packed in a rare way', 'rare TIFF', () => tiffFile([rare])],
  ['is a program', 'program', () => Uint8Array.fromHex('4d5a90000300000004000000ffff')],
  ['is noise', 'unknown', () => Uint8Array.fromHex('00010203deadbeef000102030405')],
  ['is a letter', 'office', () => zipOf(['word/document.xml'])],
  ['is a document of Pages', 'office', () => zipOf(['Index/Document.iwa'])],
  [
    'is an e-mail',
    'e-mail',
    () => 'From: a@b.c\r\nTo: d@e.f\r\nSubject: Bill\r\nDate: Mon\r\n\r\nDear Sir',
  ],
  ['is an archive', 'archive', () => zipOf(['bill.txt'])],
]

test.each(refused)('a file that %s is told as %s', async (_what, problem, content) => {
  expect(await problemOf(content())).toBe(problem)
})

test('a larger file than any document is not opened', async () => {
  expect(await problemOf(new Uint8Array(101 * 1024 * 1024))).toBe('too large')
})

test('a wrong password is told from none', async () => {
  expect(await problemOf(lockedPdf(), { passwords: ['guessed'] })).toBe('wrong password')
})

test('a locked PDF is opened by the first of several passwords that does', async () => {
  const content = 'BT /F1 14 Tf 60 100 Td (Bill of Ganesh Traders for rice and oil) Tj ET'
  const locked = await encrypted(pdfFile([{ ...page, content }]), 'right')
  const { pages, openedBy } = await readContent(locked, { passwords: ['x', 'right', 'y'] })
  expect([pages.length, openedBy]).toEqual([1, 1])
})

test('each problem is a sentence that says what to do', () => {
  for (const sentence of Object.values(problems)) expect(sentence).toMatch(/^[A-Z].+[.)]$/)
})

const data: [what: string, content: string][] = [
  ['JSON', '{"Irn":"abc"}'],
  ['XML', '<?xml version="1.0"?><Invoice/>'],
  ['CSV', 'Date,Amount\n01/04/2026,100\n'],
]

test.each(data)('a file that is %s is handed on as it is', async (_what, content) => {
  const { pages, attachments } = await readContent(content, { name: 'statement' })
  expect(pages).toEqual([])
  expect(attachments.map(({ name }) => name)).toEqual(['statement'])
  expect(new TextDecoder().decode(attachments[0]?.bytes)).toBe(content)
})

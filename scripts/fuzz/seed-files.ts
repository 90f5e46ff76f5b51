import { pdfFile } from '../../src/cli/demo/papers/write-papers.ts'
import { composeStatement } from '../bench/reading/compose/statement.ts'
import { password } from '../bench/reading/degrade/degradations.ts'
import { lockedPdf } from '../bench/reading/degrade/files.ts'
import { bankFiles } from '../bench/reading/files/statement-files.ts'
import { kitOf } from '../bench/reading/kit.ts'
import { pngOf } from '../../src/platform/pictures/png.ts'
import { fax4, tagsOf, tiffFile } from '../../test/support/tiff.ts'

/** Files from which others are made, by kind: small, with what each kind can hold. */
export async function seedFiles() {
  const papers = await seedPapers()
  return {
    papers,
    tiff: [faxedTiff()],
    bank: await seedBankFiles(),
    locked: [await lockedPdf(billPdf(), password)],
  }
}

/** Statements as banks give them to programs. */
async function seedBankFiles(): Promise<Uint8Array[]> {
  const made = bankFiles.map(({ name, make }) => {
    const kit = kitOf(name, 'tuning', 1)
    return make(kit, composeStatement(kit.random, 'SBIN', [4, 6]))
  })
  return (await Promise.all(made)).map(({ bytes }) => bytes)
}

async function seedPapers(): Promise<Uint8Array[]> {
  const picture = drawnPicture()
  const photo = await new Bun.Image(picture).jpeg({ quality: 70 }).bytes()
  const webp = await new Bun.Image(picture).webp({ quality: 70 }).bytes()
  return [
    billPdf(),
    billPdf(),
    scannedPdf(photo),
    carryingPdf(),
    photo,
    picture,
    webp,
    invoiceXml(),
  ]
}

const fonts =
  '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>'

function billPdf(): Uint8Array {
  const content = [
    line('Tax Invoice No. SGT/25-26/0417 Dated 04/10/2026', 380),
    line('GSTIN 27AAPFU0939F1ZV Shree Ganesh Traders, Pune', 360),
    line('Basmati Rice 25 kg 10063020 2 1,250.00 2,500.00', 320),
    line('Grand Total 2,625.00', 280),
    '40 300 300 0.5 re f 40 340 300 0.5 re f',
  ].join('\n')
  return pdfFile([
    { width: 400, height: 400, content },
    { width: 400, height: 400, content },
  ])
}

function line(text: string, y: number): string {
  return `BT /F1 10 Tf 40 ${y} Td (${text}) Tj ET`
}

function scannedPdf(photo: Uint8Array): Uint8Array {
  const stream = Buffer.from(photo).toString('latin1')
  const image = `<< /Type /XObject /Subtype /Image /Width 320 /Height 160 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${photo.length} >>\nstream\n${stream}\nendstream`
  const page = { width: 160, height: 80, content: 'q 160 0 0 80 0 0 cm /Im Do Q' }
  return pdfFile([page], { dictionary: `/XObject << /Im 3 0 R >>`, objects: [image] })
}

/** With a form, a note, a script, a shading, a pattern and a file in it. */
function carryingPdf(): Uint8Array {
  const tile = '0 0 2 2 re f'
  const objects = [
    `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << ${fonts} >> /Length 45 >>\nstream\nBT /F1 9 Tf 5 5 Td (Total payable 118.00) Tj ET\nendstream`,
    `<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 4 4] /XStep 4 /YStep 4 /Resources << >> /Length ${tile.length} >>\nstream\n${tile}\nendstream`,
    '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 99 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>',
    '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 7 0 R >> >>',
    '<< /Type /EmbeddedFile /Length 10 >>\nstream\n<Invoice/>\nendstream',
    '<< /Type /Annot /Subtype /FreeText /Rect [9 9 90 40] /Contents (Paid) /DA (/F1 9 Tf) >>',
  ]
  const dictionary = `${fonts} /XObject << /Fm 3 0 R >> /Pattern << /P 4 0 R >> /Shading << /Sh 5 0 R >>`
  const content =
    'q /Fm Do Q q /Pattern cs /P scn 100 100 80 80 re f Q q 0 200 99 20 re W n /Sh sh Q BT /F1 12 Tf 20 300 Td (Invoice of a shop, total 118.00) Tj ET'
  const text = Buffer.from(
    pdfFile([{ width: 300, height: 340, content }], { dictionary, objects }),
  ).toString('latin1')
  const catalogue =
    '/Type /Catalog /Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >> /OpenAction << /S /JavaScript /JS (app.alert(1)) >>'
  const annotated = text
    .replace('/Type /Catalog', catalogue)
    .replace('/Type /Page /', '/Type /Page /Annots [8 0 R] /')
  return Buffer.from(annotated, 'latin1')
}

const [width, height] = [320, 160]

/** Bars and squares, as letters have them. */
function isInk(x: number, y: number): boolean {
  return Math.floor(y / 12) % 2 === 0 && (x * 7 + Math.floor(y / 24) * 13) % 11 < 5
}

function drawnPicture(): Uint8Array {
  const pixels = new Uint8Array(4 * width * height).fill(255)
  for (let at = 0; at < width * height; at++) {
    if (isInk(at % width, Math.floor(at / width))) pixels.fill(30, 4 * at, 4 * at + 3)
  }
  return pngOf({ width, height }, pixels)
}

/** A fax of two pages, the second not compressed. */
function faxedTiff(): Uint8Array {
  const page = { width, height, isBlack: isInk }
  const plain = new Uint8Array((width / 8) * height).fill(0x5a)
  return tiffFile([
    { tags: tagsOf(page, 4, 0), pieces: [fax4(page)] },
    { tags: tagsOf(page, 1, 0), pieces: [plain] },
  ])
}

function invoiceXml(): Uint8Array {
  return Buffer.from(
    '<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>7</ID><IssueDate>2026-10-04</IssueDate></Invoice>',
  )
}

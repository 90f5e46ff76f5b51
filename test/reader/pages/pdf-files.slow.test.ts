import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import { problemOf, readContent, readOnePage, textsOf } from '../../support/reading.ts'
import { jpeg } from '../../support/pictures.ts'
import { zipOf } from '../../support/zip.ts'

const fonts = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
const print = 'BT /F1 12 Tf 40 300 Td (Tax invoice of a shop in Pune) Tj ET'
const printed = ['Tax', 'invoice', 'of', 'a', 'shop', 'in', 'Pune']
const page = { width: 400, height: 400, content: print }

function stream(dictionary: string, content: string): string {
  return `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** A PDF with other words in its catalogue or its page than it was made with. */
function changed(pdf: Uint8Array, from: string, to: string): Uint8Array {
  return Buffer.from(Buffer.from(pdf).toString('latin1').replace(from, to), 'latin1')
}

test('the data that a PDF carries comes with it', async () => {
  const xml = '<CrossIndustryInvoice/>'
  const objects = [
    '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 4 0 R >> >>',
    stream('/Type /EmbeddedFile', xml),
  ]
  const names = '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 3 0 R] >> >>'
  const plain = pdfFile([page], { dictionary: fonts, objects })
  const pdf = changed(plain, '/Type /Catalog', `/Type /Catalog ${names}`)
  const { attachments, pages } = await readContent(pdf)
  expect(pages).toHaveLength(1)
  expect(attachments.map(({ name }) => name)).toEqual(['factur-x.xml'])
  expect(new TextDecoder().decode(attachments[0]?.bytes)).toBe(xml)
})

test('what somebody filled into a form is read', async () => {
  const filled = 'BT /F1 12 Tf 2 6 Td (Paid by cheque 482910) Tj ET'
  const objects = [
    `<< /Type /Annot /Subtype /FreeText /F 4 /Rect [40 200 240 220] /Contents (Paid) /AP << /N 4 0 R >> >>`,
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << ${fonts} >>`, filled),
  ]
  const plain = pdfFile([page], { dictionary: fonts, objects })
  const read = await readOnePage(changed(plain, '/Type /Page /', '/Type /Page /Annots [3 0 R] /'))
  expect(textsOf(read)).toEqual([...printed, 'Paid', 'by', 'cheque', '482910'])
})

test('scripts and actions of a PDF do nothing, and its text is read', async () => {
  const action =
    '/OpenAction << /S /Launch /F (calc.exe) /Next << /S /JavaScript /JS (for(;;){}) >> >>'
  const pdf = changed(pdfFile([page]), '/Type /Catalog', `/Type /Catalog ${action}`)
  expect(textsOf(await readOnePage(pdf))).toEqual(printed)
})

test('a PDF with something else before it is read', async () => {
  const pdf = Buffer.concat([Buffer.from('From the scanner\r\n'), pdfFile([page])])
  expect(textsOf(await readOnePage(pdf))).toEqual(printed)
})

test('content that is packed three times over is unpacked once, and read past', async () => {
  const zeros = deflateSync(Buffer.alloc(8 * 1024 * 1024, ' '))
  const packed = deflateSync(deflateSync(zeros)).toString('latin1')
  const filters = '/Filter [/FlateDecode /FlateDecode /FlateDecode]'
  const bomb = pdfFile([{ ...page, content: `/Fm Do ${print}` }], {
    dictionary: `${fonts} /XObject << /Fm 3 0 R >>`,
    objects: [stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${filters}`, packed)],
  })
  expect(textsOf(await readOnePage(bomb))).toEqual(printed)
})

test('a form that draws itself twice is a damaged file, and not a page without an end', async () => {
  const loop = pdfFile([{ ...page, content: `/Fm Do ${print}` }], {
    dictionary: `${fonts} /XObject << /Fm 3 0 R >>`,
    objects: [
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Fm 3 0 R >> >>',
        '/Fm Do /Fm Do',
      ),
    ],
  })
  expect(await problemOf(loop)).toBe('broken')
})

test('pages that are their own parents are a damaged file', async () => {
  expect(await problemOf(changed(pdfFile([page]), '/Kids [3 0 R]', '/Kids [2 0 R 2 0 R]'))).toBe(
    'broken',
  )
})

test('a font whose letters are written in itself does not read for ever', async () => {
  const font = `/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 4 0 R >> /Resources << /Font << /F9 3 0 R >> >>`
  const letter = '9 0 0 0 9 9 d1 BT /F9 9 Tf (aaaa) Tj ET'
  const loop = pdfFile([{ ...page, content: `${print} BT /F9 9 Tf 20 9 Td (aa) Tj ET` }], {
    dictionary: fonts.replace('/Font <<', '/Font << /F9 3 0 R'),
    objects: [`<< ${font} >>`, stream('', letter)],
  })
  expect(textsOf(await readOnePage(loop)).slice(0, printed.length)).toEqual(printed)
})

test('a file that is two kinds at once is read as the one that its beginning says, and as nothing else', async () => {
  const pdf = pdfFile([page])
  const archive = zipOf(['bill.txt'])
  expect(textsOf(await readOnePage(Buffer.concat([pdf, archive])))).toEqual(printed)
  expect(await problemOf(Buffer.concat([archive, pdf]))).toBe('archive')
  expect(await problemOf(Buffer.concat([Buffer.from('MZ'), pdf]))).toBe('program')
  expect(await problemOf(Buffer.concat([jpeg(9, 9), pdf]))).toBe('too small')
})

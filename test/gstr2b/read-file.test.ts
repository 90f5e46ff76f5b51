import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { Value } from '@sinclair/typebox/value'
import { readPortalFiles } from '../../src/gstr2b/portal/read-file.ts'
import {
  fileBytesMax,
  filesMax,
  portalMonth,
  rowsMax,
  type PortalRow,
} from '../../src/gstr2b/portal/row.ts'
import {
  bytesOf,
  filedDocument,
  portalFile,
  portalRow,
  shopGstin,
  supplier,
} from './portal-file.ts'

async function read(text: string) {
  return await readPortalFiles([{ name: '2b.json', bytes: bytesOf(text) }])
}

async function readOne(document: Record<string, unknown>) {
  return await read(portalFile({ b2b: [supplier({ inv: [filedDocument(document)] })] }))
}

async function rowsIn(docdata: Record<string, unknown>, about = {}): Promise<PortalRow[]> {
  const month = await read(portalFile(docdata, about))
  if (typeof month === 'string') throw new Error(month)
  return month.rows
}

async function refusalOf(...files: Uint8Array[]) {
  return await readPortalFiles(files.map((bytes) => ({ name: 'a', bytes })))
}

function part(inum: string, about = {}) {
  return { ...fileOf([inum], about), name: `${inum}.json` }
}

function fileOf(numbers: readonly string[], about = {}) {
  const inv = numbers.map((inum) => filedDocument({ inum }))
  return { name: 'more.json', bytes: bytesOf(portalFile({ b2b: [supplier({ inv })] }, about)) }
}

describe('the portal’s JSON', () => {
  test('is read with amounts at the document', async () => {
    const text = portalFile({ b2b: [supplier({ inv: [filedDocument()] })] })
    expect(await read(text)).toEqual({
      gstin: shopGstin,
      period: '2026-07',
      generatedOn: '2026-08-14',
      rows: [portalRow()],
    })
  })

  test('of before late 2024 is read with amounts for each rate, also in one file with others', async () => {
    const { txval: _1, cgst: _2, sgst: _3, igst: _4, cess: _5, ...old } = filedDocument()
    const items = [
      { num: 1, rt: 5, txval: 600, igst: 0, cgst: 15, sgst: 15, cess: 0 },
      { num: 2, rt: 5, txval: 400, igst: 0, cgst: 10, sgst: 10, cess: 0 },
    ]
    const inv = [{ ...old, items }, filedDocument({ inum: 'ST/119' })]
    expect(await rowsIn({ b2b: [supplier({ inv })] })).toEqual([
      portalRow(),
      portalRow({ number: 'ST/119' }),
    ])
  })

  test('of before late 2024 adds up what its rates add and take away', async () => {
    const items = [
      { txval: -100, cgst: -2.5, sgst: -2.5 },
      { txval: 10, cgst: 0.25, sgst: 0.25 },
    ]
    const nt = [{ ntnum: 'C1', dt: '03-07-2026', typ: 'C', val: -94.5, items }]
    expect(await rowsIn({ cdnr: [supplier({ nt })] })).toMatchObject([
      { value: 9_450, taxable: 9_000, cgst: 225, sgst: 225 },
    ])
  })

  test('has notes, amendments, distributors, customs and marketplaces', async () => {
    const note = {
      ntnum: 'CN/1',
      typ: 'C',
      dt: '05-07-2026',
      val: 105,
      txval: 100,
      cgst: 2.5,
      sgst: 2.5,
      itcavl: 'N',
      rsn: 'P',
    }
    const rows = await rowsIn({
      b2ba: [supplier({ inv: [filedDocument({ oinum: 'ST/18', oidt: '03-06-2026' })] })],
      cdnr: [supplier({ nt: [note, { ...note, ntnum: 'DN/1', typ: 'D' }] })],
      cdnra: [supplier({ nt: [{ ...note, ontnum: 'CN/0', ontdt: '01-06-2026', onttyp: 'C' }] })],
      isd: [
        supplier({
          doclist: [
            {
              doctyp: 'ISDI',
              docnum: 'I1',
              docdt: '03-07-2026',
              igst: 0,
              cgst: 2,
              sgst: 2,
              cess: 0,
              itcelg: 'Y',
            },
          ],
        }),
      ],
      ecom: [supplier({ inv: [filedDocument()] })],
      impg: [
        {
          refdt: '28-07-2026',
          portcode: 'INNSA1',
          boenum: '2566282',
          boedt: '18-07-2026',
          txval: 123.02,
          igst: 22.14,
          cess: 0.5,
        },
      ],
      impgsez: [
        supplier({
          boe: [
            { portcode: 'INNSA1', boenum: '7', boedt: '18-07-2026', txval: 1, igst: 1, cess: 0 },
          ],
        }),
      ],
    })
    expect(rows).toMatchObject([
      { section: 'b2ba', number: 'ST/118', originalNumber: 'ST/18', originalDay: '2026-06-03' },
      {
        section: 'cdnr',
        kind: 'credit_note',
        number: 'CN/1',
        value: 10_500,
        itc: 'no',
        reason: 'P',
      },
      { section: 'cdnr', kind: 'debit_note', number: 'DN/1' },
      { section: 'cdnra', kind: 'credit_note', originalNumber: 'CN/0' },
      { section: 'ecom', number: 'ST/118' },
      { section: 'isd', number: 'I1', value: 400, itc: 'yes' },
      { section: 'impg', kind: 'bill_of_entry', gstin: '', number: '2566282', value: 14_566 },
      { section: 'impgsez', kind: 'bill_of_entry', number: '7' },
    ])
  })

  test('tells what the shop rejected, and what is available only for a time', async () => {
    const rows = await rowsIn(
      { b2b: [supplier({ inv: [filedDocument({ itcavl: 'T', rev: 'Y' })] })] },
      { docRejdata: { b2b: [supplier({ inv: [filedDocument({ inum: 'R1' })] })] } },
    )
    expect(rows).toMatchObject([
      { itc: 'later', isReverse: true, isRejected: false },
      { number: 'R1', isRejected: true },
    ])
  })

  test('of several files of a month is one month, and of two months none', async () => {
    expect(await readPortalFiles([part('A'), part('B')])).toMatchObject({
      rows: [{ number: 'A' }, { number: 'B' }],
    })
    expect(await readPortalFiles([part('A'), part('B', { rtnprd: '082026' })])).toContain(
      'B.json: It is of another month',
    )
  })

  test('that were downloaded twice are refused: each document would count twice', async () => {
    const [one, again] = [part('A'), { ...part('A'), name: 'A (1).json' }]
    expect(await readPortalFiles([one, again])).toBe(
      'A (1).json: It has the same documents as A.json, which would count twice. Drop one of them.',
    )
    const both = fileOf(['A', 'B'])
    const refusal = 'It has the same documents as'
    expect(await readPortalFiles([one, both])).toContain(refusal)
    expect(await readPortalFiles([both, one])).toContain(refusal)
    const later = fileOf(['B', 'C'], { gendt: '20-08-2026' })
    expect(await readPortalFiles([both, later])).toContain(refusal)
    const empty = { name: 'empty.json', bytes: bytesOf(portalFile({})) }
    expect(await readPortalFiles([empty, one])).toMatchObject({ rows: [{ number: 'A' }] })
  })
})

describe('a file that is no GSTR-2B', () => {
  test.each([
    ['no JSON', '{"data":', 'cut off, or is no JSON'],
    ['a PDF of letters alone', '%PDF-1.4 \n%%EOF', 'neither JSON nor an Excel workbook'],
    ['an empty file', '', 'cut off, or is no JSON'],
    ['a list', '[]', 'This is no GSTR-2B'],
    ['a GSTR-1 or 2A', '{"gstin":"27AAPFU0939F1ZV","fp":"072026","b2b":[]}', 'GSTR-1 or GSTR-2A'],
    [
      'only the summary',
      '{"data":{"gstin":"27AAPFU0939F1ZV","rtnprd":"072026","itcsumm":{}}}',
      'only the summary',
    ],
    [
      'without a period',
      '{"data":{"gstin":"27AAPFU0939F1ZV","rtnprd":"132026","docdata":{}}}',
      'no GSTR-2B',
    ],
    ['of nobody', '{"data":{"gstin":5,"rtnprd":"072026","docdata":{}}}', 'no GSTR-2B'],
  ])('as %s is refused with a sentence', async (_, text, said) => {
    expect(await read(text)).toContain(said)
  })

  test('as a picture, a broken workbook, too large or too many is refused too', async () => {
    expect(await refusalOf(Uint8Array.of(0xff, 0xd8, 0xff))).toContain('neither JSON nor')
    expect(await refusalOf(Uint8Array.of(0x50, 0x4b, 3, 4, 5))).toContain('cannot be read')
    expect(await refusalOf(new Uint8Array(fileBytesMax + 1))).toContain('more than 30 MiB')
    expect(
      await refusalOf(...Array.from({ length: filesMax + 1 }, () => new Uint8Array())),
    ).toContain('at most 20 files')
    expect(await refusalOf()).toBe('No file was given.')
    const inv = Array.from({ length: rowsMax + 1 }, () => ({ inum: 'A' }))
    expect(await read(portalFile({ b2b: [supplier({ inv })] }))).toContain(
      'at most 20000 are taken',
    )
  })

  test('with an amount that cannot be read is refused, with its document; where nothing stands it is ₹0', async () => {
    expect(await readOne({ cgst: '25,x' })).toBe(
      '2b.json: The central tax of ST/118 of Shree Traders cannot be read as an amount. Download the file again, and drop it as it comes.',
    )
    const items = [{ txval: 600 }, { txval: 'four hundred' }]
    expect(await readOne({ items })).toContain('The taxable value of ST/118')
    expect(await readOne({ val: [1050] })).toContain('The value of ST/118')
    expect(await read(portalFile({ impg: [{ boenum: '7', igst: 'x' }] }))).toContain(
      'The integrated tax of 7 cannot be read',
    )
    expect(await readOne({ cess: 1e12 })).toContain('The cess of ST/118')
    expect(
      await readOne({ items: Array.from({ length: 200 }, () => ({ txval: 1e11 })) }),
    ).toContain('The taxable value of ST/118')
    expect(await readOne({ cgst: '₹ 1,025.50', sgst: '', cess: null, igst: '-' })).toMatchObject({
      rows: [{ cgst: 102_550, sgst: 0, cess: 0, igst: 0 }],
    })
  })

  test('whatever stands in it, never throws, and what is read fits what is stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (inv, docdata) => {
        const month = await read(portalFile({ b2b: [supplier({ inv })], cdnr: docdata, impg: inv }))
        expect(typeof month === 'string' || Value.Check(portalMonth, month)).toBe(true)
        expect(typeof (await read(JSON.stringify({ data: docdata })))).toBe('string')
      }),
    )
  })
})

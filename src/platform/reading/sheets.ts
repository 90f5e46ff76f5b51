import type { Workbook } from 'hucre/xlsx'
import { isZip, textsOfSheet } from '../xlsx.ts'
import { Unread } from './problems.ts'
import type { ReadSheet } from './words.ts'

/** Whether a file is a workbook, of Excel today or before 2007. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return isZip(bytes) || bytes.subarray(0, 8).toHex() === 'd0cf11e0a1b11ae1'
}

/** The cells of a workbook's sheets that can be seen. Throws Unread. */
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

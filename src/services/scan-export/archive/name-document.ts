import { safeName } from '../../../platform/archive/file-names.ts'
import type { ShownHead } from '../scans/shown-head.ts'

/*
 * What a document's files are called in the archive. Lengths in bytes of UTF-8: with number, version and ending a name stays
 * below 200, of the 255 that file systems take.
 */
const nameBytesMax = 150
const sellerBytesMax = 80
const numberBytesMax = 45

/** Digits of an account's number that tell it from the shop's others. */
const accountDigits = 4

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/tiff': '.tif',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
}

/** What texts are called that another program knows; every other text is `.txt`. */
const textEnding = /\.(?:csv|tsv|txt|json|xml)$/i

/** `Seller – number – total`, or the name of the file where seller or number is not known. */
export function nameOfDocument(head: ShownHead, filename: string): string {
  const [seller, number, amount] =
    head.account === null
      ? [head.seller, head.invoiceNo, head.total?.toFixed(2)]
      : statementParts(head.account)
  const first = safeName(seller ?? '', sellerBytesMax)
  const second = safeName(number ?? '', numberBytesMax)
  const parts = [first, second, ...(amount === undefined ? [] : [amount])]
  const name = first === '' || second === '' ? stemOf(filename) : parts.join(' – ')
  const safe = safeName(name, nameBytesMax)
  return safe === '' ? 'document' : safe
}

/** The ending of an original, by what its bytes are. */
export function endingOf(contentType: string, filename: string): string {
  const ending = endings[contentType]
  if (ending !== undefined) return ending
  return textEnding.exec(filename)?.[0].toLowerCase() ?? '.txt'
}

/** The month in which a document came in, by this computer's calendar: `2026-11`. */
export function monthOf(time: number): string {
  const date = new Date(time)
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

function statementParts({ bank, number, from, to }: NonNullable<ShownHead['account']>) {
  const account = number === null ? null : `XX${number.slice(-accountDigits)}`
  const days = [from, to].filter((day) => day !== null).join(' to ')
  return [bank, account, days === '' ? undefined : days] as const
}

function stemOf(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/i, '')
}

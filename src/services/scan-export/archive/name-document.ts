import { safeName } from '../../../platform/archive/index-file.ts'
import type { ShownHead } from '../scans/shown-head.ts'

/*
 * Names of a document's files in the archive. Lengths are bytes of UTF-8. With number, version and ending, a name stays
 * below 200 bytes; file systems take 255.
 */
const nameBytesMax = 150
const sellerBytesMax = 80
const numberBytesMax = 45

/** The last digits of an account number. They tell the shop's accounts apart. */
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

/** Endings of text files that other programs know. Every other text becomes `.txt`. */
const textEnding = /\.(?:csv|tsv|txt|json|xml)$/i

/** `Seller – number – total`. The name of the file where the seller or the number is unknown. */
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

/** The ending of an original, from its content type. */
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

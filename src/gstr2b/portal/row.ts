import { Type, type Static } from '@sinclair/typebox'

/* What a GSTR-2B of the GST portal says, in whichever file it came. Pages read the file; the server checks the result. */

/** The most bytes of a file: some 60,000 documents. */
export const fileBytesMax = 30 * 1024 * 1024

/** The most files of one month. The portal splits months with many documents. */
export const filesMax = 20

/** The most documents of one month. */
export const rowsMax = 20_000

/** Characters of a document's number, and of a name or a reason. */
const numberMax = 50
const textMax = 200

/** The tables of a GSTR-2B. Those that end with `a` amend an earlier month. */
export const sections = [
  'b2b',
  'b2ba',
  'cdnr',
  'cdnra',
  'ecom',
  'ecoma',
  'isd',
  'isda',
  'impg',
  'impga',
  'impgsez',
  'impgseza',
] as const

export type Section = (typeof sections)[number]

const day = Type.String({ pattern: String.raw`^(?:\d{4}-\d\d-\d\d)?$`, expected: 'a day or ""' })

/** The largest amount of a document, in paise. */
export const amountMax = 1e15

/** In paise, never below zero. `kind` tells credit notes apart. */
const amount = Type.Integer({ minimum: 0, maximum: amountMax })

const shortText = Type.String({ maxLength: textMax })

/**
 * One document as a supplier filed it. `gstin`: the supplier's, '' for goods through customs. `pos`: a state's code, '' where not stated.
 * `itc`: whether the portal gives the credit; `later`: only for a time. `reason`: in the portal's letters (P, C) or words. `isRejected`:
 * the shop rejected the document in the portal's Invoice Management System.
 */
const portalRow = Type.Object({
  section: Type.Unsafe<Section>(Type.Union(sections.map((section) => Type.Literal(section)))),
  gstin: Type.String({ maxLength: 15 }),
  name: shortText,
  kind: Type.Union([
    Type.Literal('invoice'),
    Type.Literal('credit_note'),
    Type.Literal('debit_note'),
    Type.Literal('bill_of_entry'),
  ]),
  number: Type.String({ maxLength: numberMax }),
  day,
  /** The document that an amendment changes. */
  originalNumber: Type.String({ maxLength: numberMax }),
  originalDay: day,
  pos: Type.String({ pattern: String.raw`^(?:\d\d)?$`, expected: 'two digits or ""' }),
  isReverse: Type.Boolean(),
  value: amount,
  taxable: amount,
  igst: amount,
  cgst: amount,
  sgst: amount,
  cess: amount,
  itc: Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('later')]),
  reason: shortText,
  isRejected: Type.Boolean(),
  /** When the supplier filed the document. */
  filedOn: day,
})

export type PortalRow = Static<typeof portalRow>

/** A month's statement. `gstin`: whose it is. `period`: yyyy-mm. `generatedOn`: when the portal made it, '' where unknown. */
export const portalMonth = Type.Object({
  gstin: Type.String({ minLength: 15, maxLength: 15, expected: 'a GSTIN of 15 characters' }),
  period: Type.String({
    pattern: String.raw`^20\d\d-(?:0[1-9]|1[0-2])$`,
    expected: 'a month such as 2026-07',
  }),
  generatedOn: day,
  rows: Type.Array(portalRow, { maxItems: rowsMax }),
})

export type PortalMonth = Static<typeof portalMonth>

import { stateCodeOf } from '../../../../platform/gst/gst.ts'
import { isBlank, type Field } from '../../../../platform/record/field.ts'
import { flag, label } from '../../../../platform/record/kinds.ts'
import type { Values } from '../../../../platform/record/read.ts'
import { toNfc } from '../../../../platform/text.ts'

/* Declares the shop's details on invoices once. The GSTIN and the name are those of the organisation. */

/** Lengths of texts, in characters. */
const lineMax = 200
const addressMax = 500
const termsMax = 1_000

/** An invoice number has at most 16 characters with the year and the running number (CGST rule 46(b)). */
const prefixMax = 3

export const sellerFields = {
  legalName: label({ key: 'legalName', label: 'Legal name', max: lineMax }),
  address: lines({ key: 'address', label: 'Address', max: addressMax }),
  state: fitting(label({ key: 'state', label: 'State', max: lineMax }), {
    fits: (text) => stateCodeOf(text) !== undefined,
    allowed: 'a state or union territory of India',
  }),
  phone: label({ key: 'phone', label: 'Phone number', max: lineMax }),
  email: label({ key: 'email', label: 'E-mail', max: lineMax }),
  isComposition: flag({ key: 'isComposition', label: 'Composition scheme', initial: false }),
  prefix: fitting(label({ key: 'prefix', label: 'Prefix', max: prefixMax }), {
    fits: (text) => /^[A-Z0-9]*$/.test(text),
    allowed: `at most ${prefixMax} capital letters or digits`,
  }),
  creditPrefix: fitting(
    label({ key: 'creditPrefix', label: 'Prefix of credit notes', max: prefixMax }),
    {
      fits: (text) => /^[A-Z0-9]*$/.test(text),
      allowed: `at most ${prefixMax} capital letters or digits`,
    },
  ),
  roundsOff: flag({ key: 'roundsOff', label: 'Round to whole rupees', initial: false }),
  bank: label({ key: 'bank', label: 'Bank and branch', max: lineMax }),
  account: label({ key: 'account', label: 'Account number', max: lineMax }),
  ifsc: fitting(label({ key: 'ifsc', label: 'IFSC', max: lineMax }), {
    fits: (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text),
    allowed: 'an IFSC such as SBIN0001234',
  }),
  upiId: fitting(label({ key: 'upiId', label: 'UPI ID', max: lineMax }), {
    fits: (text) => /^[\w.-]{2,}@[a-z][a-z0-9.-]+$/i.test(text),
    allowed: 'a UPI ID such as shop@okbank',
  }),
  terms: lines({ key: 'terms', label: 'Terms', max: termsMax }),
}

/** The shop's stored invoice settings. */
export type SellerSettings = Values<typeof sellerFields>

/** A trimmed text of several lines. */
function lines<const Key extends string>(about: {
  key: Key
  label: string
  max: number
}): Field<Key, string, string> {
  const { max } = about
  return {
    ...label(about),
    cell: 'text',
    read(value, at, reading) {
      const text = typeof value === 'string' ? toNfc(value).trim() : undefined
      if (text !== undefined && text.length <= max && !/[^\P{Cc}\r\n]/u.test(text)) return text
      return reading.refuse({ rule: 'text', max, field: at, got: value })
    },
  }
}

/** A text that must have a given form, or be blank. */
function fitting<const Key extends string>(
  declared: Field<Key, string, string>,
  { fits, allowed }: { fits(text: string): boolean; allowed: string },
): Field<Key, string, string> {
  return {
    ...declared,
    read(value, at, reading) {
      const text = declared.read(value, at, reading)
      if (text === undefined || isBlank(text) || fits(text)) return text
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
  }
}

import { type Static, Type } from '@sinclair/typebox'
import { findOrganisation } from '../../../../accounts/queries.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { stateCodeOf, stateNameOf } from '../../../../platform/gst/rates-and-states.ts'
import type { JsonObject } from '../../../../platform/json/json.ts'
import type { AppError } from '../../../../platform/errors.ts'
import {
  Reading,
  type Values,
  initialValues,
  readFields,
  recordSchema,
  refusedAs,
} from '../../../../platform/record/read.ts'
import { fieldAt, say } from '../../../../platform/record/sentence.ts'
import { declareSetting, readSetting, writeSetting } from '../../../../platform/settings.ts'
import { recordHistory } from '../../history.ts'
import { type Field, isBlank } from '../../../../platform/record/field.ts'
import { flag, label } from '../../../../platform/record/kinds.ts'
import { toNfc } from '../../../../platform/text.ts'

/** Lengths of texts, in characters. */
const lineMax = 200
const addressMax = 500
const termsMax = 1_000

/** An invoice number has at most 16 characters with the year and the running number (CGST rule 46(b)). */
const prefixMax = 3

/** The shop's details on invoices. The GSTIN and the name are those of the organisation. */
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
  prefix: prefix({ key: 'prefix', label: 'Prefix' }),
  creditPrefix: prefix({ key: 'creditPrefix', label: 'Prefix of credit notes' }),
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
type SellerSettings = Values<typeof sellerFields>

// Settings stored before a field existed do not contain it.
const { creditPrefix: _later, ...kept } = sellerFields
const required = Object.keys(kept)

/** The shop's details on its invoices. */
export const sellerSetting = declareSetting({
  name: 'invoices.seller',
  schema: Type.Unsafe<Omit<SellerSettings, 'creditPrefix'> & Partial<SellerSettings>>(
    recordSchema(sellerFields, { required }),
  ),
  default: { ...initialValues(sellerFields), prefix: 'INV', creditPrefix: 'CN' },
})

/** The seller on an invoice. The state is its GST code, '' if unknown. */
export const sellerSchema = Type.Object({
  name: Type.String(),
  gstin: Type.Union([Type.String(), Type.Null()]),
  stateCode: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  isComposition: Type.Boolean(),
  bank: Type.String(),
  account: Type.String(),
  ifsc: Type.String(),
  upiId: Type.String(),
  terms: Type.String(),
})

export type Seller = Static<typeof sellerSchema>

export function sellerSettings(conn: Conn): SellerSettings {
  return { ...sellerSetting.default, ...readSetting(conn, sellerSetting) }
}

/** The present seller. */
export function sellerNow(conn: Conn): Seller {
  const shop = findOrganisation(conn).get()
  const settings = sellerSettings(conn)
  const { legalName, state, prefix: _, creditPrefix: __, roundsOff: ___, ...said } = settings
  const gstin = shop?.gstin ?? null
  return {
    ...said,
    name: legalName === '' ? (shop?.name ?? '') : legalName,
    gstin,
    stateCode: ownState(gstin, state),
  }
}

/** A GSTIN begins with the state's code, except those of bodies outside all states. */
function ownState(gstin: string | null, state: string): string {
  const registered = gstin?.slice(0, 2) ?? ''
  return stateNameOf(registered) === undefined ? (stateCodeOf(state) ?? '') : registered
}

/** With the same prefix, an invoice and a credit note would have the same number. */
function samePrefix(): AppError {
  const field = 'creditPrefix'
  const sentence = say`${fieldAt(field)} must be another one than that of invoices.`
  return refusedAs('invalid_request', field, sentence)
}

/**
 * Changes the shop's details for future invoices. Existing invoices stay as they are. Equal details change nothing.
 * Throws AppError `invalid_request` that names the field.
 */
export function changeSeller(conn: Conn, sent: JsonObject, by: string, now: number): void {
  const reading = new Reading()
  const said = readFields(sellerFields, sent, reading, '', () => false)
  reading.requireNoFault()
  const before = sellerSettings(conn)
  const after = { ...before, ...said }
  if (after.prefix === after.creditPrefix) throw samePrefix()
  if (Bun.deepEquals(before, after)) return
  writeSetting(conn, sellerSetting, after)
  recordHistory(conn, now, { action: 'invoice settings changed', userId: by, details: {} })
}

/** What the numbers of a series begin with. */
function prefix<const Key extends string>(about: { key: Key; label: string }) {
  return fitting(label({ ...about, max: prefixMax }), {
    fits: (text) => /^[A-Z0-9]*$/.test(text),
    allowed: `at most ${prefixMax} capital letters or digits`,
  })
}

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

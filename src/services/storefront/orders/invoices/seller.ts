import { Type, type Static } from '@sinclair/typebox'
import { findOrganisation } from '../../../../accounts/queries.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { stateCodeOf, stateNameOf } from '../../../../platform/gst/gst.ts'
import type { JsonObject } from '../../../../platform/json/json.ts'
import type { AppError } from '../../../../platform/errors.ts'
import { initialValues, readFields, Reading, refusedAs } from '../../../../platform/record/read.ts'
import { fieldAt, say } from '../../../../platform/record/sentence.ts'
import { recordSchema } from '../../../../platform/record/schema.ts'
import { declareSetting, readSetting, writeSetting } from '../../../../platform/settings.ts'
import { recordHistory } from '../../history.ts'
import { sellerFields, type SellerSettings } from './record.ts'

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

import { Type, type Static } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { RowError } from '../../platform/http/fields.ts'
import { fieldOf, sentenceOf } from '../../platform/http/schema-sentence.ts'
import { isJsonObject } from '../../platform/json/json.ts'
import { foldText } from '../../platform/text.ts'
import { once } from '../../platform/turns.ts'

export const masterKinds = ['ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type MasterKind = (typeof masterKinds)[number]

/** The most masters, and ids of removed masters, per call. */
export const mastersMax = 5_000

/** The longest name or other text of a master, and the most aliases. */
const masterNameMax = 300
const masterAliasesMax = 100

const nameText = Type.String({ minLength: 1, maxLength: masterNameMax })
const otherText = Type.Optional(Type.String({ maxLength: masterNameMax }))

/** A master as a bridge sends it. Values that the accounts do not have are absent. */
export const masterSchema = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Its permanent id in the accounts, such as a GUID.',
  }),
  name: nameText,
  alter_id: Type.Integer({
    minimum: 0,
    description: 'A number that rises with every change in the accounts.',
  }),
  parent: otherText,
  gstin: otherText,
  state: otherText,
  hsn: otherText,
  gst_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  unit: otherText,
  aliases: Type.Optional(Type.Array(nameText, { maxItems: masterAliasesMax })),
  reserved_name: otherText,
  duty_head: Type.Optional(
    Type.String({
      maxLength: masterNameMax,
      description: 'For a ledger of a tax: `CGST`, `SGST/UTGST`, `IGST` or `Cess`.',
    }),
  ),
  part_no: otherText,
})

export type Master = Static<typeof masterSchema>

/** The values of a master that have no column of their own. */
export const masterDetails = Type.Omit(masterSchema, ['id', 'name', 'alter_id', 'gstin', 'hsn'])

export type MasterDetails = Static<typeof masterDetails>

export type RefusedMaster = RowError & { index: number; id: string }

/** Marks a whole name. No word contains this character. */
const wholeMark = '='

export function wholeTerm(name: string): string {
  return `${wholeMark}${foldText(name)}`
}

/** The folded words of a name, letters and digits only. */
export function wordsOf(name: string): string[] {
  return [...new Set(foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
}

/** The terms by which a master is found. */
export function termsOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => [wholeTerm(name), ...wordsOf(name)]))
}

const check = once(() => TypeCompiler.Compile(masterSchema))

/** Separates masters that can be stored from faulty ones. */
export function sortMasters(rows: readonly unknown[]): {
  good: Master[]
  refused: RefusedMaster[]
} {
  const good: Master[] = []
  const refused: RefusedMaster[] = []
  for (const [index, row] of rows.entries()) {
    if (check().Check(row)) good.push(row)
    else refused.push({ index, id: idOf(row), ...faultOf(row) })
  }
  return { good, refused }
}

function idOf(row: unknown): string {
  const id = isJsonObject(row) ? row['id'] : undefined
  return typeof id === 'string' ? id : ''
}

function faultOf(row: unknown): RowError {
  const fault = check().Errors(row).First()
  const field = fieldOf(fault) ?? null
  const message =
    field === null ? 'The master must be an object.' : sentenceOf(fault, { isQuoted: true })
  return { message, code: 'invalid_request', field }
}

import { Type, type Static } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { RowError } from '../../platform/http/error-schemas.ts'
import { fieldOf, sentenceOf } from '../../platform/http/schema-sentence.ts'
import { isJsonObject } from '../../platform/json/json.ts'
import { foldText } from '../../platform/text.ts'

/** What the books hold to enter into. */
export const masterKinds = ['ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type MasterKind = (typeof masterKinds)[number]

/** Masters, and ids of those that are gone, that one call may bring. */
export const mastersMax = 5_000

/** Characters of a name, and of the other texts of a master; aliases of one. */
const masterNameMax = 300
const masterAliasesMax = 100

const nameText = Type.String({ minLength: 1, maxLength: masterNameMax })
const otherText = Type.Optional(Type.String({ maxLength: masterNameMax }))

/** A master as a bridge sends it. What the books leave out is left out. */
export const masterSchema = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'What the books know it by for good; a GUID.',
  }),
  name: nameText,
  alter_id: Type.Integer({ minimum: 0, description: 'Rises with every change in the books.' }),
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
      description: 'Of a ledger of taxes: `CGST`, `SGST/UTGST`, `IGST`, `Cess`.',
    }),
  ),
  part_no: otherText,
})

export type Master = Static<typeof masterSchema>

/** What of a master stands in no column of its own. */
export const masterDetails = Type.Omit(masterSchema, ['id', 'name', 'alter_id', 'gstin', 'hsn'])

export type MasterDetails = Static<typeof masterDetails>

export type RefusedMaster = RowError & { index: number; id: string }

/** Before a whole name: no word has it. */
const wholeMark = '='

export function wholeTerm(name: string): string {
  return `${wholeMark}${foldText(name)}`
}

/** Letters and digits of a folded name, word by word. */
export function wordsOf(name: string): string[] {
  return [...new Set(foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
}

/** By what a master is found. */
export function termsOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => [wholeTerm(name), ...wordsOf(name)]))
}

const check = TypeCompiler.Compile(masterSchema)

/** Which of what a bridge sent can be stored. */
export function sortMasters(rows: readonly unknown[]): {
  good: Master[]
  refused: RefusedMaster[]
} {
  const good: Master[] = []
  const refused: RefusedMaster[] = []
  for (const [index, row] of rows.entries()) {
    if (check.Check(row)) good.push(row)
    else refused.push({ index, id: idOf(row), ...faultOf(row) })
  }
  return { good, refused }
}

function idOf(row: unknown): string {
  const id = isJsonObject(row) ? row['id'] : undefined
  return typeof id === 'string' ? id : ''
}

function faultOf(row: unknown): RowError {
  const fault = check.Errors(row).First()
  const field = fieldOf(fault) ?? null
  const message =
    field === null ? 'The master must be an object.' : sentenceOf(fault, { isQuoted: true })
  return { message, code: 'invalid_request', field }
}

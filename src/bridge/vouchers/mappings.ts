import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import type { VoucherKind } from './voucher.ts'

const words = <Word extends string>(...choices: Word[]) =>
  Type.Union(choices.map((choice) => Type.Literal(choice)))

const text = Type.String()

/** The names of the voucher types in the accounts. */
const voucherTypes = Type.Object({
  purchase: text,
  purchase_items: text,
  debit_note: text,
  credit_note: text,
  sales_order: text,
  sales: text,
  payment: text,
  receipt: text,
  contra: text,
} satisfies Record<VoucherKind, typeof text>)

/** The mappings that a person confirmed, as `GET bridge/mappings` returns them. The answer may have more fields. */
const mappingsSchema = Type.Object({
  revision: Type.String(),
  /** The shop's own GSTIN, or '' if the shop is not registered. */
  own_gstin: Type.String(),
  settings: Type.Object({
    invoice_as: words('accounting', 'items'),
    date_from: words('paper', 'today'),
    order_as: words('sales_order', 'sales'),
    already_present: words('ask', 'acknowledge'),
    as_optional: Type.Boolean(),
    /** An older Daybook does not send this. */
    gst_scheme: Type.Optional(words('regular', 'composition')),
  }),
  voucher_types: voucherTypes,
  /** By role: see `src/books/mapping/roles.ts`. */
  ledgers: Type.Record(Type.String(), Type.String()),
  parties: Type.Array(
    Type.Object({ gstin: Type.String(), name: Type.String(), ledger: Type.String() }),
  ),
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      sku: Type.String(),
      item: Type.String(),
      unit: Type.String({ description: "The item's base unit in the books, '' when unknown." }),
    }),
  ),
  units: Type.Array(Type.Object({ ours: Type.String(), theirs: Type.String() })),
  godown: Type.String(),
})

export type Mappings = Static<typeof mappingsSchema>

/** Throws AppError `internal` if the answer has another form: the server is older or newer than this program. */
export function readMappings(answer: unknown): Mappings {
  if (Value.Check(mappingsSchema, answer)) return answer
  const [first] = Value.Errors(mappingsSchema, answer)
  throw new AppError(
    'internal',
    `Daybook answered mappings that this bridge does not understand (${first?.path ?? ''}): both must be of one version.`,
  )
}

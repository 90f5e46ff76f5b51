import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import type { VoucherKind } from './voucher.ts'

const words = <Word extends string>(...choices: Word[]) =>
  Type.Union(choices.map((choice) => Type.Literal(choice)))

const text = Type.String()

/** What the books call each type of voucher. */
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

/** What somebody confirmed of the books, as `GET bridge/mappings` answers it. More fields may come. */
const mappingsSchema = Type.Object({
  revision: Type.String(),
  /** The shop's own; '' for a shop that is not registered. */
  own_gstin: Type.String(),
  settings: Type.Object({
    invoice_as: words('accounting', 'items'),
    date_from: words('paper', 'today'),
    order_as: words('sales_order', 'sales'),
    already_present: words('ask', 'acknowledge'),
    as_optional: Type.Boolean(),
    /** Absent in answers of an older Daybook. */
    gst_scheme: Type.Optional(words('regular', 'composition')),
  }),
  voucher_types: voucherTypes,
  /** By role: see `roles.ts`. */
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

/** Throws AppError `internal` for what is no such answer: the server is older or newer than this program. */
export function readMappings(answer: unknown): Mappings {
  if (Value.Check(mappingsSchema, answer)) return answer
  const [first] = Value.Errors(mappingsSchema, answer)
  throw new AppError(
    'internal',
    `Daybook answered mappings that this bridge does not understand (${first?.path ?? ''}): both must be of one version.`,
  )
}

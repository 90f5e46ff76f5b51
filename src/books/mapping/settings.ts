import { Type, type Static } from '@sinclair/typebox'
import { declareSetting } from '../../platform/settings.ts'

const schema = Type.Object({
  /** How to enter a bill: as an accounting invoice, which needs no items, or with its items. */
  invoice_as: Type.Union([Type.Literal('accounting'), Type.Literal('items')]),
  /** The date of a voucher: the paper's, or the day of entry. */
  date_from: Type.Union([Type.Literal('paper'), Type.Literal('today')]),
  order_as: Type.Union([Type.Literal('sales_order'), Type.Literal('sales')]),
  /** What to do with a bill that somebody has entered by hand already. */
  already_present: Type.Union([Type.Literal('ask'), Type.Literal('acknowledge')]),
  /** Whether vouchers are drafts, which the accounts do not count. */
  as_optional: Type.Boolean(),
  /** Under the composition scheme a shop claims no tax on bills, and charges none. */
  gst_scheme: Type.Optional(Type.Union([Type.Literal('regular'), Type.Literal('composition')])),
})

export type BookSettings = Static<typeof schema>

/** The defaults. They ask a person most and change least. */
export const bookSettings = declareSetting({
  name: 'imports.books',
  schema,
  default: {
    invoice_as: 'accounting',
    date_from: 'paper',
    order_as: 'sales_order',
    already_present: 'ask',
    as_optional: false,
    gst_scheme: 'regular',
  } satisfies BookSettings,
})

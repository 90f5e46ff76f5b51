import { Type, type Static } from '@sinclair/typebox'

/** What counts as a duplicate: the invoice number alone (the contract's default), or with its seller. */
export const duplicatesSetting = {
  name: 'scan-export.duplicates',
  schema: Type.Union([Type.Literal('invoice_no'), Type.Literal('invoice_no_and_seller')]),
  default: 'invoice_no' as const,
}

export type DuplicatesBy = Static<(typeof duplicatesSetting)['schema']>

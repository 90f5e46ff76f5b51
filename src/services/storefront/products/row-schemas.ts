import { Type } from '@sinclair/typebox'

export const rowErrorSchema = Type.Object(
  {
    message: Type.String({ description: 'What was wrong and what is allowed, as a sentence.' }),
    code: Type.String({ description: 'A word for programs.', examples: ['invalid_request'] }),
    field: Type.Union([Type.String(), Type.Null()], {
      description: 'The field that is to blame, where there is one.',
      examples: ['mrp'],
    }),
  },
  { $id: 'storefront.RowError', description: 'Why nothing of the row was written.' },
)

export const warningsSchema = Type.Array(Type.String(), {
  description: 'What was left out or changed, as sentences. The row was written.',
  examples: [['sale_price 620 is above mrp 600.']],
})

import { Type } from '@sinclair/typebox'
import { choiceField } from '../../../platform/http/fields.ts'
import { textOf } from '../text-field.ts'

export const showField = choiceField('show', {
  choices: ['given'],
  description: 'Only what owners entered by hand.',
})

export const giveBody = Type.Object({
  kind: Type.Unsafe<'grant' | 'adjustment'>({
    ...Type.Union([Type.Literal('grant'), Type.Literal('adjustment')]),
    expected: '"grant" or "adjustment"',
  }),
  amount: Type.Integer({ expected: 'a whole number' }),
  note: textOf('a text'),
})

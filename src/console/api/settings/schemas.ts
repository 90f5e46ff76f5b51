import { Type } from '@sinclair/typebox'
import { absentOr } from '../../../platform/http/fields.ts'
import type { DuplicatesBy } from '../../../services/scan-export/service.ts'
import { textOf } from '../text-field.ts'

const hourMax = 23

export const organisationBody = Type.Object({
  name: textOf('a text'),
  gstin: absentOr(textOf('a text'), 'a text'),
})

export const duplicatesBody = Type.Object({
  duplicatesBy: Type.Unsafe<DuplicatesBy>({
    ...Type.Union([Type.Literal('invoice_no'), Type.Literal('invoice_no_and_seller')]),
    expected: '"invoice_no" or "invoice_no_and_seller"',
  }),
})

export const diskShareBody = Type.Object({
  percent: Type.Integer({
    minimum: 1,
    maximum: 100,
    expected: 'a whole number from 1 to 100',
  }),
})

/** The time that an owner saw and says is right. */
export const clockBody = Type.Object({ says: textOf('a time such as 2027-03-31T18:00:00Z') })

export const hourBody = Type.Object({
  hour: Type.Integer({
    minimum: 0,
    maximum: hourMax,
    expected: `a whole number from 0 to ${hourMax}`,
  }),
})

import { Type } from '@sinclair/typebox'
import { absentOr } from '../../../platform/http/fields.ts'
import { networkChoice } from '../network/schemas.ts'
import { secretOf, textOf } from '../text-field.ts'

/** The token of a set-up link, or the short code. */
const code = secretOf('a set-up link or code')

export const checkBody = Type.Object({ code })

export const setUpBody = Type.Object({
  code,
  organisation: textOf('a text'),
  gstin: absentOr(textOf('a text'), 'a text'),
  name: textOf('a text'),
  email: secretOf('an e-mail address'),
  password: secretOf('a text'),
  network: networkChoice,
})

export const signInBody = Type.Object({
  email: secretOf('an e-mail address'),
  password: secretOf('a text'),
})

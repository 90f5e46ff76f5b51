import { Type } from '@sinclair/typebox'
import { secretOf } from '../text-field.ts'

export const confirmationBody = Type.Object({ password: secretOf('a text') })

export const passwordBody = Type.Object({
  currentPassword: secretOf('a text'),
  newPassword: secretOf('a text'),
})

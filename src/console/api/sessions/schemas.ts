import { Type } from '@sinclair/typebox'
import { textOf } from '../text-field.ts'

export const passwordBody = Type.Object({
  currentPassword: textOf('a text'),
  newPassword: textOf('a text'),
})

import { Type } from '@sinclair/typebox'
import { roles, type Role } from '../../../accounts/scopes.ts'
import { choiceField } from '../../../platform/http/fields.ts'
import { secretOf, textOf } from '../text-field.ts'

const role = Type.Unsafe<Role>({
  ...Type.Union(roles.map((name) => Type.Literal(name))),
  expected: roles.map((name) => `"${name}"`).join(' or '),
})

export const stateField = choiceField('state', {
  choices: ['active', 'ended'],
  description: 'Only users who may sign in, or only those who were deactivated.',
})

export const inviteBody = Type.Object({
  name: textOf('a text'),
  email: secretOf('an e-mail address'),
  role,
})

export const roleBody = Type.Object({ role })

/** The token of a link, or the short code. */
const code = secretOf('a link or code')

export const checkLinkBody = Type.Object({ code })

export const choosePasswordBody = Type.Object({ code, password: secretOf('a text') })

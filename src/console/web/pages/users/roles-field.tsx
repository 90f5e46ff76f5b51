import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { roleMeanings, roleNames, type RoleName } from '../../roles.ts'
import type { Standing } from './data.ts'

const choices = ['counter', 'clerk', 'owner'] as const

type RolesFieldProps = {
  value?: RoleName[]
  onChange(roles: RoleName[]): void
  error?: ReactNode
}

/** One or more roles. An owner may everything, so that the others need no tick beside it. */
export function RolesField({ value = [], ...props }: RolesFieldProps) {
  const isOwner = value.includes('owner')
  return (
    <Checkbox.Group label="What they may do" value={value} {...props}>
      <Stack gap="sm" mt={6} mb={4}>
        {choices.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={roleNames[role]}
            description={roleMeanings[role]}
            disabled={isOwner && role !== 'owner'}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** What the field says, as the server takes it. */
export function standingOf(roles: readonly RoleName[]): Standing {
  if (roles.includes('owner')) return { role: 'owner' }
  return { role: 'member', duties: roles.filter((role) => role !== 'owner') }
}

export function fewestRoles(roles: readonly RoleName[]): string | null {
  return roles.length === 0 ? 'Choose at least one.' : null
}

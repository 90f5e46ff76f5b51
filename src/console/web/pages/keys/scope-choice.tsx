import { Checkbox, SimpleGrid } from '@mantine/core'
import type { Key } from './keys-query.ts'

type Scope = Key['scopes'][number]

type ScopeChoiceProps = {
  offered: readonly { scope: Scope; grants: string }[]
  value?: string[]
  onChange?: (scopes: string[]) => void
  error?: string
}

/** What a key of the storefront may do. */
export function ScopeChoice({ offered, ...group }: ScopeChoiceProps) {
  return (
    <Checkbox.Group label="What it may do" {...group}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {offered.map(({ scope, grants }) => (
          <Checkbox
            key={scope}
            value={scope}
            label={grants.charAt(0).toUpperCase() + grants.slice(1)}
            description={scope}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

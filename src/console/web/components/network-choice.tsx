import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

export type NetworkAccess = 'this computer' | 'network'

/** What a form gives: Mantine's form tells no more of a value than that. */
type NetworkChoiceProps = { value?: string; defaultValue?: string; error?: ReactNode }

/** Whether other computers may reach Daybook. */
export function NetworkChoice(field: NetworkChoiceProps) {
  return (
    <Radio.Group label="May other computers and phones on your network open Daybook?" {...field}>
      <Stack gap="sm" mt="xs">
        <Radio
          value="network"
          label="Yes, other computers too"
          description="They still have to sign in, and programs need a key."
        />
        <Radio
          value="this computer"
          label="No, only this computer"
          description="Nothing else on the network reaches it."
        />
      </Stack>
    </Radio.Group>
  )
}

import { Code } from '@mantine/core'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { CodeForm } from '../../shell/code-form.tsx'
import { useCodeCheck } from '../../shell/use-code-check.ts'
import { FirstOwnerForm, type Done } from './first-owner-form.tsx'
import { Reachable } from './reachable.tsx'

/** From the set-up link or its code to a shop whose owner is signed in. */
export function SetUpPage() {
  const { checked, ...form } = useCodeCheck((code) => ask(api['set-up'].check.post({ code })))
  const [done, setDone] = useState<Done | null>(null)
  if (done !== null) return <Reachable {...done} />
  return checked === null ? (
    <CodeForm
      title="Set up Daybook"
      lead="Daybook showed a set-up code when it started, on the computer that it runs on."
      label="Set-up code"
      {...form}
    >
      A code works once, for 30 minutes. <Code>daybook setup-link</Code> prints a new one.
    </CodeForm>
  ) : (
    <FirstOwnerForm code={checked.code} onDone={setDone} />
  )
}

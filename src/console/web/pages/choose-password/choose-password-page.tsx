import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { CodeForm } from '../../shell/code-form.tsx'
import { useCodeCheck } from '../../shell/use-code-check.ts'
import { ChoosePasswordForm } from './choose-password-form.tsx'

/** From an owner's link or its code to a password, and signed in. */
export function ChoosePasswordPage() {
  const { checked, ...form } = useCodeCheck((code) =>
    ask(api['choose-password'].check.post({ code })),
  )
  return checked === null ? (
    <CodeForm
      title="Choose your password"
      lead="An owner gave you a link, or a code."
      label="Code"
      {...form}
    >
      A code works once, for 7 days. You have a password already?{' '}
      <Anchor component={Link} to="/sign-in" size="sm" underline="always">
        Sign in
      </Anchor>
    </CodeForm>
  ) : (
    <ChoosePasswordForm key={checked.code} code={checked.code} user={checked.found} />
  )
}

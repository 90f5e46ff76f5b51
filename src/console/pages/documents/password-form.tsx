import { Button, Group, PasswordInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'

type PasswordFormProps = {
  label: string
  action: string
  isPending: boolean
  onSubmit: (password: string) => void
  /** Further choices below the password. */
  children?: ReactNode
}

/** Asks for the password of a locked PDF. */
export function PasswordForm({ label, action, isPending, onSubmit, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') onSubmit(password)
      }}
    >
      <Group gap="xs" align="flex-end">
        <PasswordInput
          size="xs"
          w="14rem"
          label={label}
          autoComplete="off"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button size="xs" type="submit" loading={isPending}>
          {action}
        </Button>
      </Group>
      {children}
    </form>
  )
}

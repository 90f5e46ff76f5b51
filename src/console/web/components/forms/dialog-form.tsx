import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormRefusal } from './use-sent-form.tsx'

type DialogFormProps = {
  /** What useSentForm returned. */
  sent: {
    submit(event?: FormEvent<HTMLFormElement>): void
    isSending: boolean
    refusal: string | null
  }
  /** What the button does: "Add the category". */
  action: string
  isRed?: boolean
  isDisabled?: boolean
  cancel?: string
  onCancel(): void
  children: ReactNode
}

/** A form in a dialogue: why it was refused, its fields, and the two buttons. */
export function DialogForm({
  sent: { submit, isSending, refusal },
  action,
  isRed = false,
  isDisabled = false,
  cancel = 'Cancel',
  onCancel,
  children,
}: DialogFormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            type="submit"
            loading={isSending}
            disabled={isDisabled}
            {...(isRed ? { color: 'red' } : {})}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

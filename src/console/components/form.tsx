import { Alert, Button, Group, Modal, Stack, type MantineSize } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Cancelled, messageOf, Refusal } from '../refusal.ts'
import { showLateRefusal, useIsShown, useRefresh } from './commands.tsx'
import { unreadIn } from './number-field.tsx'
import { t } from '../language/language.ts'

type SentForm<Values, Result> = {
  form: UseFormReturnType<Values>
  send(values: Values): Promise<Result>
  /** The notification after success (null for none). All shown data are then reloaded. */
  done?(result: Result, values: Values): string | null
  /** Called before that. */
  onDone?(result: Result, values: Values): void | Promise<void>
  /** Closes the form's dialogue after success, but not another dialogue opened meanwhile. */
  onClose?(): void
  /** The title of a refusal that arrives after the form was closed: "The rule was not saved". */
  lateTitle?(values: Values): string
}

/**
 * Sends a form if all its numbers and days are readable. Refusals by the server appear at their fields, and the first
 * of these gets the focus. Refusals without a field appear above the form (`refusal`, for FormRefusal). Typed values
 * stay. If the form was closed meanwhile, a notification shows the refusal.
 */
export function useSentForm<Values extends Record<string, unknown>, Result>({
  form,
  send,
  done,
  onDone,
  onClose,
  lateTitle,
}: SentForm<Values, Result>) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isShown = useIsShown()
  const refresh = useRefresh()
  const mutation = useMutation({
    mutationFn: send,
    onMutate: () => setRefusal(null),
    async onSuccess(result, values) {
      if (isShown.current) onClose?.()
      await onDone?.(result, values)
      if (done === undefined) return
      const message = done(result, values)
      if (message !== null) notifications.show({ message })
      await refresh()
    },
    onError(error, values) {
      if (error instanceof Cancelled) return
      if (!isShown.current) {
        showLateRefusal(error, lateTitle?.(values))
        return
      }
      const { ofFields, ofForm } = sorted(error, form.getValues())
      setRefusal(ofForm.length === 0 ? null : ofForm.join('\n'))
      refuse(ofFields)
    },
  })
  const refuse = (errors: FormErrors) => {
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const submit = form.onSubmit(
    (values) => {
      const unread = unreadIn(values)
      if (Object.keys(unread).length === 0) mutation.mutate(values)
      else refuse(unread)
    },
    (errors, values) => refuse({ ...errors, ...unreadIn(values) }),
  )
  return { submit, isSending: mutation.isPending, refusal }
}

/** Focuses the first of some fields in the order of the page. */
function focusFirst<Values>(form: UseFormReturnType<Values>, errors: Record<string, unknown>) {
  const nodes = Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? [])
  nodes.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))[0]?.focus()
}

function isBefore(a: Node, b: Node): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/**
 * Separates messages for fields of the form from other messages. A field in a row (`variants[2].mrp`) has little room,
 * so its message appears above the form.
 */
function sorted(error: unknown, values: Record<string, unknown>) {
  const all = error instanceof Refusal ? [error, ...error.others] : []
  const ofFields: Record<string, string> = {}
  const ofForm: string[] = all.length === 0 ? [messageOf(error)] : []
  for (const { field, message } of all) {
    const path = field?.replaceAll(/\[(\d+)\]/g, '.$1').split('.') ?? []
    const isHere = path[0] !== undefined && path[0] in values
    if (!isHere || path.length > 1) ofForm.push(message)
    if (isHere) ofFields[path.join('.')] ??= path.length === 1 ? message : t('See above.')
  }
  return { ofFields, ofForm }
}

/** A refusal that belongs to no field. */
export function FormRefusal({ children }: { children: string | null }) {
  return (
    children !== null && (
      <Alert color="red" role="alert" style={{ whiteSpace: 'pre-line' }}>
        {children}
      </Alert>
    )
  )
}

type DialogProps<Shown> = {
  /** The subject of the dialogue. Without one the dialogue is closed. */
  of: Shown | null | undefined
  title: ReactNode | ((shown: Shown) => ReactNode)
  size?: MantineSize
  onClose(): void
  children(shown: Shown): ReactNode
}

/** A dialogue that starts fresh whenever it opens. */
export function Dialog<Shown>({ of, title, size = 'md', onClose, children }: DialogProps<Shown>) {
  const isOpen = of !== null && of !== undefined
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={typeof title !== 'function' ? title : isOpen ? title(of) : null}
      size={size}
    >
      {isOpen && children(of)}
    </Modal>
  )
}

/** The result of useSentForm. */
type Sent = {
  submit(event?: FormEvent<HTMLFormElement>): void
  isSending: boolean
  refusal: string | null
}

type PageFormProps = {
  sent: Sent
  /** The text of the button. */
  action: string
  isDisabled?: boolean
  /** Whether the button is as wide as the form. */
  isWide?: boolean
  children: ReactNode
}

/** A form on a page: its refusal, its fields and its button. */
export function PageForm({
  sent: { submit, isSending, refusal },
  action,
  isDisabled = false,
  isWide = false,
  children,
}: PageFormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        {children}
        <Button
          type="submit"
          loading={isSending}
          disabled={isDisabled}
          style={{ alignSelf: isWide ? 'stretch' : 'flex-start' }}
        >
          {action}
        </Button>
      </Stack>
    </form>
  )
}

type DialogFormProps = {
  sent: Sent
  /** The text of the button: "Add the category". */
  action: string
  isRed?: boolean
  isDisabled?: boolean
  cancel?: string
  onCancel(): void
  children: ReactNode
}

/** A form in a dialogue: its refusal, its fields and its two buttons. */
export function DialogForm({
  sent: { submit, isSending, refusal },
  action,
  isRed = false,
  isDisabled = false,
  cancel = t('Cancel'),
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

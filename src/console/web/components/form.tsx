import { Alert, Button, Group, Modal, Stack, type MantineSize } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Cancelled, messageOf, Refusal } from '../refusal.ts'
import { showLateRefusal } from './commands.tsx'
import { useIsShown, useRefresh } from './hooks.ts'
import { unreadIn } from './typed-number.ts'
import { t } from '../language/language.ts'

type SentForm<Values, Result> = {
  form: UseFormReturnType<Values>
  send(values: Values): Promise<Result>
  /** Says in a corner what was done (null: nothing); everything that is shown then asks again. */
  done?(result: Result, values: Values): string | null
  /** What else comes of it, before that. */
  onDone?(result: Result, values: Values): void | Promise<void>
  /** Closes the dialogue that it stands in, once it is done; not another that was opened meanwhile. */
  onClose?(): void
  /** What was refused, when it is told after the form was closed: "The rule was not saved". */
  lateTitle?(values: Values): string
}

/**
 * Sends a form in which every number and day can be read. What the server refuses is shown at the fields that it names, the first of which gets the focus, and what
 * is of no field above the form (`refusal`, to be given to FormRefusal). What was typed stays. A form that was closed
 * meanwhile is told of in a corner.
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

/** The first of some fields as they stand on the page. */
function focusFirst<Values>(form: UseFormReturnType<Values>, errors: Record<string, unknown>) {
  const nodes = Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? [])
  nodes.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))[0]?.focus()
}

function isBefore(a: Node, b: Node): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** What is told at the fields that a form has, and what is not. A field of a row (`variants[2].mrp`) has little room. */
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

/** Why a form was refused when it is none of its fields. */
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
  /** What the dialogue is about; it is closed without. */
  of: Shown | null | undefined
  title: ReactNode | ((shown: Shown) => ReactNode)
  size?: MantineSize
  onClose(): void
  children(shown: Shown): ReactNode
}

/** A dialogue that begins anew whenever it is opened. */
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

/** What useSentForm returned. */
type Sent = {
  submit(event?: FormEvent<HTMLFormElement>): void
  isSending: boolean
  refusal: string | null
}

type PageFormProps = {
  sent: Sent
  /** What the button does. */
  action: string
  isDisabled?: boolean
  /** The button is as wide as the form. */
  isWide?: boolean
  children: ReactNode
}

/** A form on a page: why it was refused, its fields, and its button. */
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

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { showRefusal } from './commands.tsx'
import { t } from '../language/language.ts'

type LeaveQuestionProps = {
  /** Whether something would be lost, asked when the page is left. */
  isDirty: () => boolean
  title?: string
  /** What is lost. */
  children?: string
  stay?: string
  leave?: string
}

/** Asks before a page is left on which something was typed and not saved, or is under way. */
export function LeaveQuestion({
  isDirty,
  title = t('Leave without saving?'),
  children = t('What you changed on this page is lost.'),
  stay = t('Stay'),
  leave = t('Leave'),
}: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {stay}
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type OverrunProps<Now> = {
  title: string
  /** What can be done now, and what comes of it. */
  children: ReactNode
  /** Where the other one's version is shown. */
  href: string
  fetchNow: () => Promise<Now>
  onReplace: (now: Now) => void
}

/** Somebody else saved while this was typed: neither is lost without a word. */
export function Overrun<Now>({ title, children, href, fetchNow, onReplace }: OverrunProps<Now>) {
  const alert = useRef<HTMLDivElement>(null)
  // The button that was pressed may be at the bottom of a long form.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'center' })
  }, [])
  const replace = useMutation({
    mutationFn: fetchNow,
    onSuccess: onReplace,
    onError: (error) => showRefusal(error),
  })
  return (
    <Alert ref={alert} color="red" role="alert" title={title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{children}</Text>
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            component="a"
            href={href}
            target="_blank"
            rel="noreferrer"
          >
            {t('See what it says now')}
          </Button>
          <Button
            size="xs"
            color="red"
            loading={replace.isPending}
            onClick={() => replace.mutate()}
          >
            {t('Save mine in its place')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

type SaveBarProps = { isDirty: boolean; isSending: boolean; label: string; children?: ReactNode }

/** At the bottom of a long form, always in sight. */
export function SaveBar({ isDirty, isSending, label, children }: SaveBarProps) {
  return (
    <div className="save-bar">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" aria-live="polite">
          {isDirty ? t('Not saved yet') : ''}
        </Text>
        <Group gap="sm">
          {children}
          <Button type="submit" loading={isSending}>
            {label}
          </Button>
        </Group>
      </Group>
    </div>
  )
}

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { showRefusal } from './commands.tsx'
import { t } from '../language/language.ts'

type LeaveQuestionProps = {
  /** Whether leaving the page would lose something. */
  isDirty: () => boolean
  title?: string
  /** What would be lost. */
  children?: string
  stay?: string
  leave?: string
}

/** Asks before leaving a page with unsaved changes or running work. */
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
  /** The possible actions and their consequences. */
  children: ReactNode
  /** The address of the other person's version. */
  href: string
  fetchNow: () => Promise<Now>
  onReplace: (now: Now) => void
}

/** Shown when somebody else saved meanwhile, so that neither version is lost silently. */
export function Overrun<Now>({ title, children, href, fetchNow, onReplace }: OverrunProps<Now>) {
  const alert = useRef<HTMLDivElement>(null)
  // The pressed button may be at the bottom of a long form.
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

/** A bar at the bottom of a long form, always visible. */
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

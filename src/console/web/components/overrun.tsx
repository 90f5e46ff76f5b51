import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { showRefusal } from './show-refusal.ts'

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
            See what it says now
          </Button>
          <Button
            size="xs"
            color="red"
            loading={replace.isPending}
            onClick={() => replace.mutate()}
          >
            Save mine in its place
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

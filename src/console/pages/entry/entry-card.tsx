import {
  Anchor,
  Button,
  Container,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { messageOf } from '../../refusal.ts'
import { Logo } from '../../shell/shell.tsx'
import { language, languages, speakFromNowOn, t } from '../../language/language.ts'

type EntryCardProps = { title: string; lead?: ReactNode; width?: number; children: ReactNode }

/** The frame of pages before sign-in. */
export function EntryCard({ title, lead, width = 440, children }: EntryCardProps) {
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
  return (
    <Container component="main" size={width} py={{ base: 'md', sm: 48 }} px="md">
      <Group gap="sm" mb="lg" justify="center">
        <Logo />
        <Text fw={600} size="lg">
          Daybook
        </Text>
      </Group>
      <Paper withBorder shadow="sm" p={{ base: 'md', sm: 'xl' }}>
        <Title order={1} size="h3" mb={lead === undefined ? 'md' : 4}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" size="sm" mb="md">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
      <OtherLanguages />
    </Container>
  )
}

function OtherLanguages() {
  return (
    <Group gap="md" mt="lg" justify="center">
      {languages
        .filter(({ id }) => id !== language)
        .map(({ id, name }) => (
          <Anchor
            key={id}
            component="button"
            type="button"
            size="sm"
            underline="always"
            lang={id}
            onClick={() => speakFromNowOn(id)}
          >
            {name}
          </Anchor>
        ))}
    </Group>
  )
}

type CodeFormProps = {
  title: string
  /** The origin of the code. */
  lead: string
  label: string
  /** Whether the page was opened by a link that is being checked. */
  isOpening: boolean
  isChecking: boolean
  refusal: Error | null
  onCode(code: string): void
  /** How long a code works, and what to do without one. */
  children: ReactNode
}

/** The form for a code, if the page was opened without a link or with one that no longer works. */
export function CodeForm({
  title,
  lead,
  label,
  isOpening,
  isChecking,
  refusal,
  onCode,
  children,
}: CodeFormProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal !== null) input.current?.focus()
  }, [refusal])
  if (isOpening) {
    return (
      <EntryCard title={title}>
        <Loader aria-label={t('Checking the link')} />
      </EntryCard>
    )
  }
  return (
    <EntryCard title={title} lead={lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onCode(typed.trim())
        }}
      >
        <Stack>
          <TextInput
            label={label}
            placeholder="ABCD-EFGH-JKMN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            ref={input}
            error={refusal === null ? null : messageOf(refusal)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" loading={isChecking}>
            {t('Go on')}
          </Button>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </Stack>
      </form>
    </EntryCard>
  )
}

type Checked<Found> = { code: string; found: Found }

/** Checks the code of a link, or a typed code. The result stays until another code works. */
export function useCodeCheck<Found>(check: (code: string) => Promise<Found>) {
  const cameByLink = useLocation({ select: ({ hash }) => hash !== '' })
  const [isOpening, setOpening] = useState(cameByLink)
  const [checked, setChecked] = useState<Checked<Found> | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: check,
    onSuccess: (found, code) => setChecked({ code, found }),
    onSettled: () => setOpening(false),
  })
  const onCode = useCallback((code: string) => mutate(code), [mutate])
  useLinkCode(onCode)
  return { checked, isOpening, isChecking: isPending, refusal: error, onCode }
}

/**
 * Passes on the code after `#` in a link, also if the link is followed while the page is open. The code is then
 * removed from the address, so that nobody can read it on the screen or in the history.
 */
function useLinkCode(onCode: (code: string) => void): void {
  const hash = useLocation({ select: (location) => location.hash })
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    if (hash === '') return
    onCode(hash)
    window.history.replaceState(window.history.state, '', pathname)
  }, [hash, pathname, onCode])
}

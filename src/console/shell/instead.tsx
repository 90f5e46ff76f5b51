import { Button, Center, Container, EmptyState, Loader, Title } from '@mantine/core'
import { IconLock, IconMapQuestion, type Icon } from '@tabler/icons-react'
import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { api, ask } from '../client.ts'
import { showRefusal } from '../components/commands.tsx'
import { ErrorState } from '../components/loaded.tsx'
import { isUnreached, useWhenBack } from '../state.ts'
import type { RoleName } from '../words.ts'
import { t } from '../language/language.ts'

/** Shown if a page fails. The rest of the console keeps working. */
export function ErrorPage({ error }: ErrorComponentProps) {
  useWhenBack(isUnreached(error), () => void loadAnew())
  return (
    <Container component="section" size="sm" py="xl">
      <ErrorState error={error} onRetry={() => void loadAnew()} />
    </Container>
  )
}

/** Reloads only if the server answers. Otherwise the browser would replace the console with an error page of its own. */
async function loadAnew(): Promise<void> {
  try {
    await ask(api.state.get())
    window.location.reload()
  } catch (error) {
    showRefusal(error)
  }
}

export function NotFoundPage() {
  return (
    <Instead icon={IconMapQuestion} title={t('There is nothing at this address')}>
      {t('It may have been deleted, or the address was mistyped.')}
    </Instead>
  )
}

const others: Readonly<Record<RoleName, string>> = {
  owner: 'owners',
  counter: t('the counter'),
  clerk: 'clerks',
}

/** Shown to users who open the address of a page for another role. */
export function OthersPage({ isFor }: { isFor: RoleName }) {
  return (
    <Instead icon={IconLock} title={t('This page is for {{role}}', { role: others[isFor] })}>
      {t('An owner of this shop can look at it, or give you the role too.')}
    </Instead>
  )
}

function Instead({ icon: Icon, title, children }: { icon: Icon; title: string; children: string }) {
  return (
    <EmptyState
      icon={<Icon aria-hidden />}
      title={
        <Title order={1} size="h3">
          {title}
        </Title>
      }
      description={children}
    >
      <EmptyState.Actions>
        <Button component={Link} to="/" variant="default">
          {t('Go to Today')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}

/** Shown if a page takes longer than a moment to load. */
export function PendingPage() {
  return (
    <Center py="xl">
      <Loader aria-label={t('Loading')} />
    </Center>
  )
}

import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messageOf, Refusal } from '../refusal.ts'
import { IconButton } from './buttons.tsx'
import { t } from '../language/language.ts'

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Shown while loading. */
  pending: ReactNode
  /** Shown above until the data are there. */
  header?: ReactNode
  /** Why the data may no longer exist. */
  gone?: string
  children(data: Data): ReactNode
}

/** Loaded data. They stay even if reloading fails, because somebody may be typing in them. */
export function Loaded<Data>({ query, pending, header, gone, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <>
      {header}
      {error === null ? (
        pending
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} gone={gone} />
      )}
    </>
  )
}

const mayBeGone = t('It may have been deleted, or the address was mistyped.')

type ErrorStateProps = {
  error: unknown
  onRetry: (() => void) | undefined
  title?: string
  /** Why the data may no longer exist. */
  gone?: string | undefined
}

/** Replaces content that could not be loaded: the error, and a retry button, or the way back if a retry cannot help. */
export function ErrorState({ error, onRetry, title, gone }: ErrorStateProps) {
  const status = error instanceof Refusal ? error.status : 0
  const isGone = status === 404
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? (isGone ? t('There is nothing here') : t('This could not be shown'))}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isGone ? (gone ?? mayBeGone) : messageOf(error)}</Text>
        {isGone || status === 403 ? <WayBack /> : <TryAgain onRetry={onRetry} />}
      </Stack>
    </Alert>
  )
}

function TryAgain({ onRetry }: Pick<ErrorStateProps, 'onRetry'>) {
  return (
    onRetry !== undefined && (
      <IconButton variant="default" size="xs" icon={IconRefresh} onClick={onRetry}>
        {t('Try again')}
      </IconButton>
    )
  )
}

/** A warning above content that could not be reloaded. Nothing if it could. */
export function OutOfDate({ error, onRetry }: Pick<ErrorStateProps, 'error' | 'onRetry'>) {
  return (
    error !== null && (
      <Box mb="md">
        <ErrorState error={error} onRetry={onRetry} title={t('This may be out of date')} />
      </Box>
    )
  )
}

/** A link to the page's list, or from a list to Home. */
function WayBack() {
  const { routesByPath } = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const above = path.slice(0, path.lastIndexOf('/')) || '/'
  const route = Object.values(routesByPath).find(({ to }) => to === above)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowLeft size={14} aria-hidden />}
      renderRoot={(props) => <Link to=".." {...props} />}
    >
      {t('Back to {{title}}', { title: route?.options.staticData?.title ?? t('Today') })}
    </Button>
  )
}

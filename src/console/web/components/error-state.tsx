import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { messageOf, Refusal } from '../refusal.ts'
import { WayBack } from './way-back.tsx'

const mayBeGone = 'It may have been deleted, or the address was mistyped.'

type ErrorStateProps = {
  error: unknown
  onRetry: (() => void) | undefined
  title?: string
  /** Why it may not be there any more. */
  gone?: string | undefined
}

/** In place of something that could not be shown: what happened, and another try, or the way back where none can help. */
export function ErrorState({ error, onRetry, title, gone }: ErrorStateProps) {
  const status = error instanceof Refusal ? error.status : 0
  const isGone = status === 404
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? (isGone ? 'There is nothing here' : 'This could not be shown')}
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
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={onRetry}
      >
        Try again
      </Button>
    )
  )
}

/** Above something that is shown and could not be asked for anew; nothing when it could. */
export function OutOfDate({ error, onRetry }: Pick<ErrorStateProps, 'error' | 'onRetry'>) {
  return (
    error !== null && (
      <Box mb="md">
        <ErrorState error={error} onRetry={onRetry} title="This may be out of date" />
      </Box>
    )
  )
}

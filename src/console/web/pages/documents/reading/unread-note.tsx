import { Alert, Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { useSignedIn } from '../../../state.ts'
import type { ShownDocument } from '../data.ts'
import { useReading } from './data.ts'
import { leftText, placeText, secondsUntil } from './words.ts'

type UnreadProps = {
  shown: ShownDocument
  /** Whether the form was closed just now: its button has the focus again. */
  isBack: boolean
  onCorrect: () => void
}

/** In place of what was read: that it is being read, or why nothing was, and what can be done about it. */
export function UnreadNote({ shown, isBack, onCorrect }: UnreadProps) {
  const { state, failureReason, needsPassword, may } = shown
  if (state === 'reading') return <BeingRead shown={shown} onCorrect={onCorrect} />
  const isFailed = state === 'failed'
  return (
    <Alert
      color={isFailed ? 'red' : 'gray'}
      icon={isFailed ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={isFailed ? 'It could not be read' : 'It is to be typed in'}
    >
      <Stack gap="sm" align="flex-start">
        {isFailed && <Text size="sm">{failureReason ?? 'No reason is known.'}</Text>}
        {!isFailed && failureReason !== null && (
          <Text size="sm">The last try failed: {failureReason}</Text>
        )}
        {!isFailed && (
          <Text size="sm">
            Nothing was read of it: type in what it says{may.read ? ', or let it be read' : ''}.
          </Text>
        )}
        {isFailed && needsPassword && may.read && <Unlock shown={shown} />}
        <Group gap="xs">
          <Button size="xs" autoFocus={isBack} onClick={onCorrect}>
            Type it in
          </Button>
          {may.read && !needsPassword && <ReadAgain shown={shown} />}
        </Group>
      </Stack>
    </Alert>
  )
}

function BeingRead({ shown, onCorrect }: Pick<UnreadProps, 'shown' | 'onCorrect'>) {
  const reading = useReading()
  const place = reading === undefined ? undefined : placeText(reading, shown.id)
  const seconds = reading === undefined ? null : secondsUntil(reading, shown.id)
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="Daybook reads it">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" role="status">
          It {place ?? 'waits to be read'}
          {leftText(seconds)}. Then what was read stands here.
        </Text>
        <Button size="xs" variant="default" onClick={onCorrect}>
          Type it in meanwhile
        </Button>
      </Stack>
    </Alert>
  )
}

/** What a person corrected stays what counts. */
function ReadAgain({ shown: { id, filename } }: { shown: ShownDocument }) {
  const again = useCommand({
    run: () => ask(api.documents({ id }).retry.post()),
    done: () => `${filename} is read again.`,
    refused: 'It is not read again',
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      Read it again
    </Button>
  )
}

/** A bank's statement is locked: the password opens it, and is kept where an owner says so. */
function Unlock({ shown: { id, filename, uploadedBy } }: { shown: ShownDocument }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(false)
  const unlock = useCommand({
    run: (given: string) => ask(api.documents({ id }).password.post({ password: given, keep })),
    done: () => `${filename} is read with this password.`,
    refused: 'It is not read',
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') unlock.mutate(password)
      }}
    >
      <Group gap="xs" align="flex-end">
        <PasswordInput
          size="xs"
          w="14rem"
          label="Password of the PDF"
          autoComplete="off"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button size="xs" type="submit" loading={unlock.isPending}>
          Open and read it
        </Button>
      </Group>
      {isOwner && (
        <Checkbox
          mt="xs"
          size="xs"
          label={`Keep this password for files of ${uploadedBy}`}
          description="Once it has opened this one, it is tried on locked files that come from the same user. Settings, Reading, has a list."
          checked={keep}
          onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
        />
      )}
    </form>
  )
}

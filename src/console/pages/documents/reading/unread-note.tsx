import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { useSignedIn } from '../../../state.ts'
import type { ShownDocument } from '../data.ts'
import { PasswordForm } from '../password-form.tsx'
import { useReading } from './data.ts'
import { leftText, placeText, secondsUntil } from './words.ts'
import { t } from '../../../language/language.ts'

type UnreadProps = {
  shown: ShownDocument
  /** Whether the form was just closed: then its button gets the focus back. */
  isBack: boolean
  onCorrect: () => void
}

/** Shown instead of the content: that the document is being read, or why it was not read and what to do. */
export function UnreadNote({ shown, isBack, onCorrect }: UnreadProps) {
  const { state, failureReason, needsPassword, may } = shown
  if (state === 'reading') return <BeingRead shown={shown} onCorrect={onCorrect} />
  const isFailed = state === 'failed'
  return (
    <Alert
      color={isFailed ? 'red' : 'gray'}
      icon={isFailed ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={isFailed ? t('It could not be read') : t('It is to be typed in')}
    >
      <Stack gap="sm" align="flex-start">
        {isFailed && <Text size="sm">{failureReason ?? t('No reason is known.')}</Text>}
        {!isFailed && failureReason !== null && (
          <Text size="sm">{t('The last try failed: {{reason}}', { reason: failureReason })}</Text>
        )}
        {!isFailed && (
          <Text size="sm">
            {may.read
              ? t('Nothing was read of it: type in what it says, or let it be read.')
              : t('Nothing was read of it: type in what it says.')}
          </Text>
        )}
        {isFailed && needsPassword && may.read && <Unlock shown={shown} />}
        <Group gap="xs">
          <Button size="xs" autoFocus={isBack} onClick={onCorrect}>
            {t('Type it in')}
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
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t('Daybook reads it')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" role="status">
          {t('It {{place}}{{left}}. Then what was read stands here.', {
            place: place ?? t('waits to be read'),
            left: leftText(seconds),
          })}
        </Text>
        <Button size="xs" variant="default" onClick={onCorrect}>
          {t('Type it in meanwhile')}
        </Button>
      </Stack>
    </Alert>
  )
}

/** Corrected values stay. */
function ReadAgain({ shown: { id, filename } }: { shown: ShownDocument }) {
  const again = useCommand({
    run: () => ask(api.documents({ id }).retry.post()),
    done: () => t('{{filename}} is read again.', { filename }),
    refused: t('It is not read again'),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {t('Read it again')}
    </Button>
  )
}

/** Asks for the password of a locked document. An owner can keep the password. */
function Unlock({ shown: { id, filename, uploadedBy } }: { shown: ShownDocument }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const [keep, setKeep] = useState(false)
  const unlock = useCommand({
    run: (password: string) => ask(api.documents({ id }).password.post({ password, keep })),
    done: () => t('{{filename}} is read with this password.', { filename }),
    refused: t('It is not read'),
  })
  return (
    <PasswordForm
      label={t('Password of the PDF')}
      action={t('Open and read it')}
      isPending={unlock.isPending}
      onSubmit={unlock.mutate}
    >
      {isOwner && (
        <Checkbox
          mt="xs"
          size="xs"
          label={t('Keep this password for files of {{uploadedBy}}', { uploadedBy })}
          description={t(
            'Once it has opened this one, it is tried on locked files that come from the same user. Settings, Reading, has a list.',
          )}
          checked={keep}
          onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
        />
      )}
    </PasswordForm>
  )
}

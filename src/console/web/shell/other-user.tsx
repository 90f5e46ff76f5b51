import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { api, ask } from '../client.ts'
import { useSignedIn } from '../state.ts'
import { t } from '../language/language.ts'

/** Above every other dialogue, that which asks for the password aside. */
const abovePage = 400

/** In the browser's storage: its other tabs hear when that changes. */
const userKey = 'daybook-user'

/**
 * Somebody else signed in in another tab of the browser: what this page sends would be sent as theirs, so nothing more is
 * typed here. What was typed of documents is kept for who typed it.
 */
export function OtherUser() {
  const { user } = useSignedIn()
  const [other, setOther] = useState<{ name: string; email: string } | null>(null)
  useEffect(() => window.localStorage.setItem(userKey, user.id), [user.id])
  const look = async () => {
    const { signedIn } = await ask(api.state.get())
    if (signedIn !== null) setOther(signedIn.user.id === user.id ? null : signedIn.user)
  }
  // Without an answer the page says so by itself.
  const lookNow = () => void look().catch(() => undefined)
  useWindowEvent('focus', lookNow)
  useWindowEvent('storage', ({ key }) => key === userKey && lookNow())
  return (
    <Modal
      opened={other !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={abovePage}
      title={t('Somebody else is signed in now')}
    >
      <Stack>
        <Text size="sm">
          {t(
            'In another tab of this browser, {{other}} ({{email}}) has signed in. This page is still that of {{name}}, who goes on with it by signing in there.',
            { other: other?.name ?? '', email: other?.email ?? '', name: user.name },
          )}
        </Text>
        <Group justify="flex-end">
          <Button onClick={() => window.location.assign('/')}>
            {t('Go on as {{name}}', { name: other?.name ?? '' })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

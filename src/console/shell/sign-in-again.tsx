import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { api, ask, whenSessionEnds } from '../client.ts'
import { FormRefusal, useSentForm } from '../components/form.tsx'
import { PasswordField, UsernameForManagers } from '../components/inputs.tsx'
import { noSecondStep, SecondStepFields, useSignIn } from '../components/with-password.tsx'
import { useSignedIn } from '../state.ts'
import { t } from '../language/language.ts'

/** Above every other dialogue. */
const abovePage = 500

/** Asks for the password over the page if the session has ended. Waiting requests then go on. */
export function SignInAgain() {
  const [isAsking, setIsAsking] = useState(false)
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null)
  const end = (isSignedIn: boolean) => {
    waiting.current?.resolve(isSignedIn)
    waiting.current = null
    setIsAsking(false)
  }
  useEffect(() => {
    const stop = whenSessionEnds(() => {
      waiting.current ??= Promise.withResolvers()
      setIsAsking(true)
      return waiting.current.promise
    })
    // An older dialogue below would hear the key first and close.
    const holdEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && waiting.current !== null) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', holdEscape, { capture: true })
    return () => {
      stop()
      window.removeEventListener('keydown', holdEscape, { capture: true })
      waiting.current?.resolve(false)
      waiting.current = null
    }
  }, [])
  return (
    <Modal
      opened={isAsking}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={abovePage}
      title={t('Sign in again')}
    >
      <SignInAgainForm onSignedIn={() => end(true)} />
    </Modal>
  )
}

function SignInAgainForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { user } = useSignedIn()
  const goOn = async () => {
    const { signedIn } = await ask(api.state.get())
    if (signedIn === null) return
    if (signedIn.user.id === user.id) onSignedIn()
    // The page still shows the data of the former user.
    else window.location.assign('/')
  }
  // The user may have signed in again in another tab.
  useWindowEvent('focus', () => void goOn().catch(() => undefined))
  const form = useForm({
    initialValues: { password: '', ...noSecondStep },
    validate: { password: (text) => (text === '' ? t('Enter your password.') : null) },
  })
  const { asksForCode, signIn } = useSignIn()
  const sent = useSentForm({
    form,
    send: (values) => signIn({ email: user.email, ...values }),
    onDone: goOn,
  })
  return (
    <form onSubmit={sent.submit} noValidate>
      <Stack>
        <Text size="sm">
          {t(
            'You have been signed out. What is on the page stays as it is: sign in as {{name}} ({{email}}), and it goes on where it was.',
            { name: user.name, email: user.email },
          )}
        </Text>
        <FormRefusal>{sent.refusal}</FormRefusal>
        <UsernameForManagers email={user.email} />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {asksForCode && <SecondStepFields form={form} />}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={leave}>
            {t('Leave this page')}
          </Button>
          <Button type="submit" loading={sent.isSending}>
            {t('Sign in')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Lets another user sign in. The page loads again, so that no data of the former user is left. */
function leave(): void {
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?back=${encodeURIComponent(pathname + search)}`)
}

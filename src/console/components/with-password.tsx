import { Text, Checkbox, TextInput, Button } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconFingerprint } from '@tabler/icons-react'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { api, ask } from '../client.ts'
import { Cancelled, Refusal } from '../refusal.ts'
import { stateQuery } from '../state.ts'
import { DialogForm, useSentForm } from './form.tsx'
import { PasswordField, UsernameForManagers } from './inputs.tsx'
import { t } from '../language/language.ts'
import { useCommand } from './commands.tsx'

/** Above the dialogue whose form needs the password. */
const abovePage = 300

/**
 * Runs an action that needs a recently entered password. If the server asks for the password, a dialogue opens, and
 * the action runs again. Throws Cancelled if nobody enters it.
 */
export async function withPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal) || error.field !== 'confirmation') throw error
    await enterPassword()
    return await run()
  }
}

function enterPassword(): Promise<void> {
  return new Promise((resolve, reject) => {
    const id = modals.open({
      title: t('Enter your password'),
      zIndex: abovePage,
      onClose: () => reject(new Cancelled()),
      children: <PasswordQuestion onEntered={resolve} onClose={() => modals.close(id)} />,
    })
  })
}

type PasswordQuestionProps = { onEntered: () => void; onClose: () => void }

function PasswordQuestion({ onEntered, onClose }: PasswordQuestionProps) {
  const { data: state } = useQuery(stateQuery)
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? t('Enter your password.') : null) },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.confirmation.post(values)),
    onDone() {
      onEntered()
      onClose()
    },
  })
  return (
    <DialogForm sent={sent} action={t('Go on')} onCancel={onClose}>
      <Text size="sm">
        {t(
          'This needs your password once more, in case somebody else is at your computer. It then counts for 10 minutes.',
        )}
      </Text>
      <UsernameForManagers email={state?.signedIn?.user.email ?? ''} />
      <PasswordField
        label={t('Your password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}

/** The fields of a sign-in form beside e-mail and password. */
export const noSecondStep = { code: '', trustsDevice: false }

type SignInValues = typeof noSecondStep & { email: string; password: string }

/** Signs in. The code is asked for only when the server wants it. */
export function useSignIn() {
  const [asksForCode, setAsksForCode] = useState(false)
  const signIn = async (values: SignInValues) => {
    try {
      return await ask(api['sign-in'].post(values))
    } catch (error) {
      if (asksForCode || !(error instanceof Refusal) || error.field !== 'code') throw error
      setAsksForCode(true)
      // Nothing was wrong so far.
      throw new Cancelled()
    }
  }
  return { asksForCode, signIn }
}

/** The code of the phone's app, and whether this browser needs it next time. */
export function SecondStepFields<Values extends typeof noSecondStep>({
  form,
}: {
  form: UseFormReturnType<Values>
}) {
  return (
    <>
      <CodeInput autoFocus key={form.key('code')} {...form.getInputProps('code')} />
      <Checkbox
        label={t('Do not ask in this browser for 30 days')}
        key={form.key('trustsDevice')}
        {...form.getInputProps('trustsDevice', { type: 'checkbox' })}
      />
    </>
  )
}

type CodeInputProps = Omit<React.ComponentProps<typeof TextInput>, 'label'>

export function CodeInput(props: CodeInputProps) {
  return (
    <TextInput
      label={t('Code')}
      description={t('The six digits that your authenticator app shows, or a recovery code.')}
      autoComplete="one-time-code"
      spellCheck={false}
      {...props}
    />
  )
}

/** Whether this browser can keep passkeys for this address: only for host names in a secure context. */
export function canUsePasskeys(): boolean {
  const isName = !/^[\d.]+$|^\[/.test(window.location.hostname)
  return window.isSecureContext && isName && 'PublicKeyCredential' in window
}

/**
 * Creates a passkey on the device under a name. `code` is the code of the second step, '' without one. Throws
 * Cancelled if nobody allows it.
 */
export async function makePasskey({ name, code }: { name: string; code: string }) {
  const optionsJSON = await ask(api.passkeys.begin.post(code === '' ? {} : { code }))
  const response = await orCancelled(() => startRegistration({ optionsJSON }))
  return await ask(api.passkeys.post({ name, response }))
}

async function signInWithPasskey() {
  const begun = await ask(api['sign-in'].passkey.begin.post())
  const response = await orCancelled(() => startAuthentication({ optionsJSON: begun.options }))
  return await ask(api['sign-in'].passkey.post({ ticket: begun.ticket, response }))
}

/** Signs in without a password. Nothing if the browser has no passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const command = useCommand({
    async run() {
      await signInWithPasskey()
      await onSignedIn()
    },
  })
  if (!canUsePasskeys()) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={command.isPending}
      onClick={() => command.mutate()}
    >
      {t('Sign in with a passkey')}
    </Button>
  )
}

/** Closing the browser's own window cancels the action. */
async function orCancelled<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') {
      throw new Refusal(t('This device has a passkey for Daybook already.'), 0)
    }
    if (name === 'NotAllowedError' || name === 'AbortError') throw new Cancelled()
    throw new Refusal(t('The browser could not use a passkey here.'), 0)
  }
}

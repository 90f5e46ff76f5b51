import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { api, ask } from '../client.ts'
import { Cancelled, Refusal } from '../refusal.ts'
import { useCommand } from './commands.tsx'
import { t } from '../language/language.ts'

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

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import type { PasswordOwner } from '../../../accounts/sessions/password-strength.ts'
import { t } from '../language/language.ts'

/** A password that can be shown while it is typed. Mantine's own does not tell screen readers that it was refused. */
export function PasswordField(props: PasswordInputProps) {
  const isRefused = props.error !== undefined && props.error !== null && props.error !== false
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password') }}
      {...props}
      {...(isRefused ? { 'aria-invalid': true } : {})}
    />
  )
}

/** It brings half a megabyte of known passwords along. It only helps: without it one can be chosen as well. */
const PasswordMeter = lazy<ComponentType<{ password: string; owner: PasswordOwner }>>(() =>
  import('./password-meter.tsx').then(
    (loaded) => ({ default: loaded.PasswordMeter }),
    () => ({ default: () => null }),
  ),
)

type NewPasswordProps = PasswordInputProps & { ownerOf: () => PasswordOwner }

/** One that is being chosen, with what makes a good one, and how good it is. `ownerOf`: whose it is, as far as is typed. */
export function NewPasswordField({ ownerOf, onChange, ...props }: NewPasswordProps) {
  const [typed, setTyped] = useState('')
  const password = props.value === undefined ? typed : String(props.value)
  return (
    <div>
      <PasswordField
        description={t('At least 10 characters. A few words that do not belong together are good.')}
        autoComplete="new-password"
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange?.(event)
        }}
        {...props}
      />
      {password !== '' && (
        <Suspense fallback={null}>
          <PasswordMeter password={password} owner={ownerOf()} />
        </Suspense>
      )}
    </div>
  )
}

/** For password managers, which else do not know whose password it is. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="hidden" autoComplete="username" value={email} readOnly />
}

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import type { PasswordOwner } from '../../accounts/sessions/password-strength.ts'
import { t } from '../language/language.ts'

/** A password field that can show the password. Mantine's own does not tell screen readers about an error. */
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

/** The meter loads half a megabyte of known passwords. If it cannot be loaded, the field works without it. */
const PasswordMeter = lazy<ComponentType<{ password: string; owner: PasswordOwner }>>(() =>
  import('./password-meter.tsx').then(
    (loaded) => ({ default: loaded.PasswordMeter }),
    () => ({ default: () => null }),
  ),
)

type NewPasswordProps = PasswordInputProps & { ownerOf: () => PasswordOwner }

/** A field for a new password, with advice and a meter. `ownerOf`: the user's details typed so far. */
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

/** A hidden field that tells password managers the user of the password. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="hidden" autoComplete="username" value={email} readOnly />
}

import {
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
} from '@mantine/core'

/** An amount in rupees. */
export function AmountInput(props: NumberInputProps) {
  return <CountInput prefix="₹" decimalScale={2} fixedDecimalScale allowDecimal {...props} />
}

/** A number as people here write it: 1,23,456. */
export function CountInput(props: NumberInputProps) {
  return (
    <NumberInput
      hideControls
      allowDecimal={false}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      {...props}
    />
  )
}

/** A password that can be shown while it is typed. Mantine's own does not tell screen readers that it was refused. */
export function PasswordField(props: PasswordInputProps) {
  const isRefused = props.error !== undefined && props.error !== null && props.error !== false
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      {...props}
      {...(isRefused ? { 'aria-invalid': true } : {})}
    />
  )
}

/** One that is being chosen, with what makes a good one. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordField
      description="At least 10 characters. A few words that do not belong together are good."
      autoComplete="new-password"
      {...props}
    />
  )
}

/** For password managers, which else do not know whose password it is. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="hidden" autoComplete="username" value={email} readOnly />
}

import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { api, ask } from '../client.ts'
import { Cancelled, Refusal } from '../refusal.ts'
import { t } from '../language/language.ts'

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

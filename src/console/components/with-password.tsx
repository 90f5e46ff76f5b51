import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../client.ts'
import { Cancelled, Refusal } from '../refusal.ts'
import { stateQuery } from '../state.ts'
import { DialogForm, useSentForm } from './form.tsx'
import { PasswordField, UsernameForManagers } from './inputs.tsx'
import { t } from '../language/language.ts'

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

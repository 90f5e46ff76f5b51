import { Button, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api, ask } from '../../client.ts'
import { NewPasswordField, PasswordField } from '../../components/inputs.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { useSignedIn } from '../../state.ts'

export function PasswordForm() {
  const { user } = useSignedIn()
  const refresh = useRefresh()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (text) => (text === '' ? 'Enter the password that you have now.' : null),
      newPassword: (text) => (text === '' ? 'Choose a new password.' : null),
    },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: (values) => ask(api.password.post(values)),
    async onDone() {
      form.reset()
      notifications.show({
        message: 'Your password is changed. Everywhere else you are signed out.',
      })
      await refresh()
    },
  })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="password-title">
      <Title order={2} size="h4" mb="md" id="password-title">
        Change your password
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormRefusal>{refusal}</FormRefusal>
          {/* For password managers, which else do not know whose password it is. */}
          <input type="hidden" autoComplete="username" value={user.email} readOnly />
          <PasswordField
            label="Password now"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField label="New password" {...form.getInputProps('newPassword')} />
          <Button type="submit" loading={isSending} style={{ alignSelf: 'flex-start' }}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}

import { Anchor, Code, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { PasswordField } from '../../components/inputs.tsx'
import { useFreshStart } from '../../state.ts'
import { EntryCard } from './entry-card.tsx'

export function SignInPage() {
  const startAfresh = useFreshStart()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail address.'),
      password: (text) => (text === '' ? 'Enter your password.' : null),
    },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api['sign-in'].post(values)),
    onDone: startAfresh,
  })
  return (
    <EntryCard title="Sign in">
      <Stack>
        <PageForm sent={sent} action="Sign in" isWide>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        </PageForm>
        <Text size="sm" c="dimmed">
          You have a link or code from an owner?{' '}
          <Anchor component={Link} to="/choose-password" size="sm" underline="always">
            Choose your password
          </Anchor>
        </Text>
        <Text size="sm" c="dimmed">
          Forgotten your password? An owner can give you a link to a new one. The only owner runs{' '}
          <Code>daybook user password</Code> on the computer that Daybook runs on.
        </Text>
      </Stack>
    </EntryCard>
  )
}

import { Anchor, Code, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { NewPasswordField, PasswordField, UsernameForManagers } from '../../components/inputs.tsx'
import { useFreshStart } from '../../state.ts'
import { DemoSignIn } from './demo-sign-in.tsx'
import { CodeForm, EntryCard, useCodeCheck } from './entry-card.tsx'

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
        <DemoSignIn onFill={(known) => form.setValues(known)} />
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

/** From an owner's link or its code to a password, and signed in. */
export function ChoosePasswordPage() {
  const { checked, ...form } = useCodeCheck((code) =>
    ask(api['choose-password'].check.post({ code })),
  )
  return checked === null ? (
    <CodeForm
      title="Choose your password"
      lead="An owner gave you a link, or a code."
      label="Code"
      {...form}
    >
      A code works once, for 7 days. You have a password already?{' '}
      <Anchor component={Link} to="/sign-in" size="sm" underline="always">
        Sign in
      </Anchor>
    </CodeForm>
  ) : (
    <ChoosePasswordForm key={checked.code} code={checked.code} user={checked.found} />
  )
}

type ChoosePasswordFormProps = {
  code: string
  user: { name: string; email: string; organisation: string }
}

function ChoosePasswordForm({ code, user }: ChoosePasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? 'Choose a password.' : null) },
  })
  const sent = useSentForm({
    form,
    send: ({ password }) => ask(api['choose-password'].post({ code, password })),
    // Loaded anew: what somebody else who was signed in here left in the memory of the page goes.
    onDone: () => window.location.replace('/'),
  })
  return (
    <EntryCard
      title="Choose your password"
      lead={`Welcome to ${user.organisation}, ${user.name}. You sign in with ${user.email}.`}
    >
      <PageForm sent={sent} action="Save and sign in" isWide>
        <UsernameForManagers email={user.email} />
        <NewPasswordField
          label="Password"
          ownerOf={() => user}
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </PageForm>
    </EntryCard>
  )
}

import { Anchor, Code, Stack, Text, TextInput, Alert, Button } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { NewPasswordField, PasswordField, UsernameForManagers } from '../../components/inputs.tsx'
import {
  PasskeyButton,
  noSecondStep,
  SecondStepFields,
  useSignIn,
} from '../../components/with-password.tsx'
import { useFreshStart, stateQuery } from '../../state.ts'
import { CodeForm, EntryCard, useCodeCheck } from './entry-card.tsx'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { useQuery } from '@tanstack/react-query'

export function SignInPage() {
  const startAfresh = useFreshStart()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', ...noSecondStep },
    validate: {
      email: isNotEmpty(t('Enter your e-mail address.')),
      password: (text) => (text === '' ? t('Enter your password.') : null),
    },
  })
  const { asksForCode, signIn } = useSignIn()
  const sent = useSentForm({ form, send: signIn, onDone: startAfresh })
  return (
    <EntryCard title={t('Sign in')}>
      <Stack>
        <DemoSignIn onFill={(known) => form.setValues(known)} />
        <PageForm sent={sent} action={t('Sign in')} isWide>
          <TextInput
            label={t('E-mail')}
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('Password')}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {asksForCode && <SecondStepFields form={form} />}
        </PageForm>
        <PasskeyButton onSignedIn={startAfresh} />
        <Text size="sm" c="dimmed">
          <Words
            of={t('You have a link or code from an owner? {{link}}')}
            with={{
              link: (
                <Anchor component={Link} to="/choose-password" size="sm" underline="always">
                  {t('Choose your password')}
                </Anchor>
              ),
            }}
          />
        </Text>
        <Text size="sm" c="dimmed">
          <Words
            of={t(
              'Forgotten your password? An owner can give you a link to a new one. The only owner runs {{code}} on the computer that Daybook runs on.',
            )}
            with={{ code: <Code>daybook user password</Code> }}
          />
        </Text>
      </Stack>
    </EntryCard>
  )
}

/** From an owner's link or its code to a password and a session. */
export function ChoosePasswordPage() {
  const { checked, ...form } = useCodeCheck((code) =>
    ask(api['choose-password'].check.post({ code })),
  )
  return checked === null ? (
    <CodeForm
      title={t('Choose your password')}
      lead={t('An owner gave you a link, or a code.')}
      label={t('Code')}
      {...form}
    >
      <Words
        of={t('A code works once, for 7 days. You have a password already? {{link}}')}
        with={{
          link: (
            <Anchor component={Link} to="/sign-in" size="sm" underline="always">
              {t('Sign in')}
            </Anchor>
          ),
        }}
      />
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
    validate: { password: (text) => (text === '' ? t('Choose a password.') : null) },
  })
  const sent = useSentForm({
    form,
    send: ({ password }) => ask(api['choose-password'].post({ code, password })),
    // Reloads the page, to clear an earlier user's data from memory.
    onDone: () => window.location.replace('/'),
  })
  return (
    <EntryCard
      title={t('Choose your password')}
      lead={t('Welcome to {{organisation}}, {{name}}. You sign in with {{email}}.', {
        organisation: user.organisation,
        name: user.name,
        email: user.email,
      })}
    >
      <PageForm sent={sent} action={t('Save and sign in')} isWide>
        <UsernameForManagers email={user.email} />
        <NewPasswordField
          label={t('Password')}
          ownerOf={() => user}
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </PageForm>
    </EntryCard>
  )
}

type DemoSignInProps = { onFill: (known: { email: string; password: string }) => void }

/** The demo's public sign-in. Nothing outside the demo. */
function DemoSignIn({ onFill }: DemoSignInProps) {
  const demo = useQuery(stateQuery).data?.demo ?? null
  if (demo === null) return null
  return (
    <Alert title={t('This is the demo')}>
      <Text size="sm" mb="xs">
        <Words
          of={t('Its owner signs in as {{email}} with the password {{password}}.')}
          with={{ email: <Code>{demo.email}</Code>, password: <Code>{demo.password}</Code> }}
        />
      </Text>
      <Button size="xs" variant="default" onClick={() => onFill(demo)}>
        {t('Fill them in')}
      </Button>
    </Alert>
  )
}

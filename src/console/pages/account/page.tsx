import { Badge, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { NewPasswordField, PasswordField, UsernameForManagers } from '../../components/inputs.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { When } from '../../components/values.tsx'
import { rolesOf } from '../../words.ts'
import { useSignedIn } from '../../state.ts'
import { browserOf } from './browser-of.ts'
import { PasskeysSection } from './passkeys.tsx'
import { SecondStepSection } from './second-step.tsx'
import { t } from '../../language/language.ts'

export function AccountPage() {
  const { user } = useSignedIn()
  return (
    <>
      <PageHeader title={t('Your account')}>
        {t('You are {{name}}, {{email}}. Your role: {{role}}.', {
          name: user.name,
          email: user.email,
          role: rolesOf(user),
        })}
      </PageHeader>
      <Stack gap="xl">
        <SignIns />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <PasswordForm />
          <SecondStepSection />
          <PasskeysSection />
        </SimpleGrid>
      </Stack>
    </>
  )
}

const signInsQuery = answerQuery(['sign-ins'], () => api.sessions.get())

type SignIn = AnswerOf<typeof signInsQuery>['items'][number]

/** The sessions of the user, with a button to end each. */
function SignIns() {
  const confirm = useConfirm()
  const signIns = useQuery(signInsQuery)
  const others = signIns.data?.items.filter(({ isThis }) => !isThis) ?? []
  const signOutElsewhere = () =>
    confirm({
      title: t('Sign out everywhere else?'),
      children: t(
        'Every other browser has to sign in again. What is typed there and not saved is lost.',
      ),
      action: t('Sign out everywhere else'),
      done: t('You are signed in only here.'),
      run: () => ask(api.sessions['revoke-others'].post()),
    })
  const signOutThere = (signIn: SignIn) =>
    confirm({
      title: t('Sign out there?'),
      children: t(
        '{{userAgent}} at {{address}} has to sign in again. What is typed there and not saved is lost.',
        { userAgent: browserOf(signIn.userAgent), address: signIn.address },
      ),
      action: t('Sign out there'),
      done: t('It is signed out.'),
      run: () => ask(api.sessions({ id: signIn.id }).revoke.post()),
    })
  return (
    <Stack component="section" gap="sm" aria-labelledby="sign-ins-title">
      <Group justify="space-between">
        <Title order={2} size="h4" id="sign-ins-title">
          {t('Where you are signed in')}
        </Title>
        {others.length > 0 && (
          <Button variant="default" size="xs" onClick={signOutElsewhere}>
            {t('Sign out everywhere else')}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('Where you are signed in')}
        columns={columnsOf(signOutThere)}
        rows={signIns.data?.items}
        idOf={({ id }) => id}
        error={signIns.error}
        onRetry={() => void signIns.refetch()}
      />
    </Stack>
  )
}

function columnsOf(onSignOut: (signIn: SignIn) => void): Column<SignIn>[] {
  return [
    {
      key: 'browser',
      title: t('Browser'),
      isMain: true,
      cell: ({ userAgent, isThis }) => (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browserOf(userAgent)}
          </Text>
          {isThis && (
            <Badge size="sm" variant="light">
              {t('this one')}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'address', title: t('Address'), value: ({ address }) => address },
    { key: 'signed-in', title: t('Signed in'), cell: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'seen', title: t('Last seen'), cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
    {
      key: 'actions',
      title: '',
      align: 'right',
      cell: (signIn) =>
        !signIn.isThis && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('Sign out there: {{userAgent}} at {{address}}', {
              userAgent: browserOf(signIn.userAgent),
              address: signIn.address,
            })}
            onClick={() => onSignOut(signIn)}
          >
            {t('Sign out there')}
          </Button>
        ),
    },
  ]
}

/** Passkeys do not change with the password. Somebody who added one secretly would still have it. */
function lookAt(passkeys: number): string {
  if (passkeys === 0) return ''
  return passkeys === 1
    ? t(' Your passkey still opens Daybook: remove it if you do not know it.')
    : t(' Your {{passkeys}} passkeys still open Daybook: remove any that you do not know.', {
        passkeys,
      })
}

function PasswordForm() {
  const { user, organisation } = useSignedIn()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (text) => (text === '' ? t('Enter the password that you have now.') : null),
      newPassword: (text) => (text === '' ? t('Choose a new password.') : null),
    },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.password.post(values)),
    onDone: form.reset,
    done: ({ passkeys }) =>
      `${t('Your password is changed. Everywhere else you are signed out.')}${lookAt(passkeys)}`,
  })
  return (
    <SectionCard title={t('Change your password')}>
      <PageForm sent={sent} action={t('Change the password')}>
        <UsernameForManagers email={user.email} />
        <PasswordField
          label={t('Password now')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField
          label={t('New password')}
          ownerOf={() => ({ ...user, organisation: organisation.name })}
          {...form.getInputProps('newPassword')}
        />
      </PageForm>
    </SectionCard>
  )
}

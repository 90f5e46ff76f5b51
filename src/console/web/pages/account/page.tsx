import { Badge, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { NewPasswordField, PasswordField, UsernameForManagers } from '../../components/inputs.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { rolesOf } from '../../roles.ts'
import { useSignedIn } from '../../state.ts'
import { browserOf } from './browser-of.ts'

export function AccountPage() {
  const { user } = useSignedIn()
  return (
    <>
      <PageHeader title="Your account">
        You are {user.name}, {user.email}. Your role: {rolesOf(user)}.
      </PageHeader>
      <Stack gap="xl">
        <SignIns />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <PasswordForm />
        </SimpleGrid>
      </Stack>
    </>
  )
}

const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: () => ask(api.sessions.get()),
})

type SignIn = AnswerOf<typeof signInsQuery>['items'][number]

/** Where one is signed in, and signing out there. */
function SignIns() {
  const confirm = useConfirm()
  const signIns = useQuery(signInsQuery)
  const others = signIns.data?.items.filter(({ isThis }) => !isThis) ?? []
  const signOutElsewhere = () =>
    confirm({
      title: 'Sign out everywhere else?',
      children:
        'Every other browser has to sign in again. What is typed there and not saved is lost.',
      action: 'Sign out everywhere else',
      done: 'You are signed in only here.',
      run: () => ask(api.sessions['revoke-others'].post()),
    })
  const signOutThere = (signIn: SignIn) =>
    confirm({
      title: 'Sign out there?',
      children: `${browserOf(signIn.userAgent)} at ${signIn.address} has to sign in again. What is typed there and not saved is lost.`,
      action: 'Sign out there',
      done: 'It is signed out.',
      run: () => ask(api.sessions({ id: signIn.id }).revoke.post()),
    })
  return (
    <Stack component="section" gap="sm" aria-labelledby="sign-ins-title">
      <Group justify="space-between">
        <Title order={2} size="h4" id="sign-ins-title">
          Where you are signed in
        </Title>
        {others.length > 0 && (
          <Button variant="default" size="xs" onClick={signOutElsewhere}>
            Sign out everywhere else
          </Button>
        )}
      </Group>
      <DataTable
        label="Where you are signed in"
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
      title: 'Browser',
      isMain: true,
      cell: ({ userAgent, isThis }) => (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browserOf(userAgent)}
          </Text>
          {isThis && (
            <Badge size="sm" variant="light">
              this one
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'address', title: 'Address', cell: ({ address }) => address },
    { key: 'signed-in', title: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'seen', title: 'Last seen', cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
    {
      key: 'actions',
      title: '',
      align: 'right',
      cell: (signIn) =>
        !signIn.isThis && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Sign out there: ${browserOf(signIn.userAgent)} at ${signIn.address}`}
            onClick={() => onSignOut(signIn)}
          >
            Sign out there
          </Button>
        ),
    },
  ]
}

function PasswordForm() {
  const { user, organisation } = useSignedIn()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (text) => (text === '' ? 'Enter the password that you have now.' : null),
      newPassword: (text) => (text === '' ? 'Choose a new password.' : null),
    },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.password.post(values)),
    onDone: form.reset,
    done: () => 'Your password is changed. Everywhere else you are signed out.',
  })
  return (
    <SectionCard title="Change your password">
      <PageForm sent={sent} action="Change the password">
        <UsernameForManagers email={user.email} />
        <PasswordField
          label="Password now"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField
          label="New password"
          ownerOf={() => ({ ...user, organisation: organisation.name })}
          {...form.getInputProps('newPassword')}
        />
      </PageForm>
    </SectionCard>
  )
}

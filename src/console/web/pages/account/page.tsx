import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { NewPasswordField, PasswordField } from '../../components/inputs.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { browserOf } from './browser-of.ts'

export function AccountPage() {
  const { user } = useSignedIn()
  return (
    <>
      <PageHeader title="Your account">
        You are {user.name}, {user.email}, {user.role === 'owner' ? 'an owner' : 'a member'}.
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
export function SignIns() {
  const refresh = useRefresh()
  const signIns = useQuery(signInsQuery)
  const others = signIns.data?.items.filter(({ isThis }) => !isThis) ?? []
  const signOutElsewhere = () =>
    confirm({
      title: 'Sign out everywhere else?',
      children:
        'Every other browser has to sign in again. What is typed there and not saved is lost.',
      action: 'Sign out everywhere else',
      done: 'You are signed in only here.',
      async run() {
        await ask(api.sessions['revoke-others'].post())
        await refresh()
      },
    })
  const signOutThere = (signIn: SignIn) =>
    confirm({
      title: 'Sign out there?',
      children: `${browserOf(signIn.userAgent)} at ${signIn.address} has to sign in again. What is typed there and not saved is lost.`,
      action: 'Sign out there',
      done: 'It is signed out.',
      async run() {
        await ask(api.sessions({ id: signIn.id }).revoke.post())
        await refresh()
      },
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

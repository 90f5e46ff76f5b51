import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/table.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { When } from '../../components/values.tsx'
import { browserOf } from './browser-of.ts'

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

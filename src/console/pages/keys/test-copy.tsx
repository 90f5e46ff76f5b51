import { Alert, Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { formatBytes, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { testCopyQuery } from './data.ts'

type Copy = NonNullable<AnswerOf<typeof testCopyQuery>['copy']>

/** The copy for test keys, for owners. Nothing without a copy. */
export function TestCopyNote() {
  const isOwner = useSignedIn().user.role === 'owner'
  const { data } = useQuery({ ...testCopyQuery, enabled: isOwner })
  return data?.copy ? <Shown copy={data.copy} /> : null
}

function Shown({ copy: { madeAt, usedAt, bytes } }: { copy: Copy }) {
  const confirm = useConfirm()
  const reset = useCommand({
    run: () => ask(api['test-copy'].reset.post()),
    done: () => 'The test keys work on a new copy.',
  })
  const remove = () =>
    confirm({
      title: 'Throw the copy for tests away?',
      children:
        'What programs tried with test keys goes with it; the shop itself stays as it is. The next call with a test key makes a new copy.',
      action: 'Throw it away',
      done: 'The copy for tests is gone.',
      run: () => ask(api['test-copy'].remove.post()),
    })
  return (
    <Alert color="grape" icon={<IconFlask aria-hidden />} mb="md" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Test keys work on a copy of the shop’s data of <When at={madeAt} />, last used{' '}
          <When at={usedAt} />; it takes {formatBytes(bytes)}.
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={reset.isPending}
            onClick={() => reset.mutate()}
          >
            Make it anew
          </Button>
          <Button size="xs" variant="default" onClick={remove}>
            Throw it away…
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}

import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { sum } from './rule-preview.tsx'
import { changesQuery, previewQuery } from './rules-query.ts'

/** Asks, saying which waiting scans change, and deletes. `from` names the rule when it is one. */
export function useDeleteRules(onDeleted: () => void) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return (ids: string[], from: string) => {
    const isOne = ids.length === 1
    const name =
      isOne && from !== '' ? `the rule for “${from}”` : isOne ? 'the rule' : `${ids.length} rules`
    confirm({
      title: `Delete ${name}?`,
      children: <WhatChanges ids={ids} />,
      action: isOne ? 'Delete the rule' : 'Delete the rules',
      done: isOne ? 'The rule is deleted.' : `${ids.length} rules are deleted.`,
      async run() {
        const deleting = ask(api.rules.delete.post({ ids }))
        void client.invalidateQueries({ queryKey: changesQuery.queryKey })
        try {
          await deleting
        } finally {
          await refresh()
        }
        onDeleted()
      },
    })
  }
}

function WhatChanges({ ids }: { ids: string[] }) {
  const { data, isError } = useQuery(previewQuery({ put: [], remove: ids }))
  return (
    <Stack gap="xs">
      <Text size="sm">
        Waiting scans change to what they say without it. What was delivered stays as it is.
      </Text>
      <Text size="sm" fw={500} role="status">
        {isError
          ? 'It is not known how many waiting scans change.'
          : data === undefined
            ? 'Looking through the waiting scans…'
            : sum(data)}
      </Text>
    </Stack>
  )
}

import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import type { RowResult } from './import-rows.ts'

/** Categories that are named in the alert; the others are only counted. */
const namedMax = 8

type MissingCategoriesProps = { results: readonly RowResult[]; onAdded(): void }

/** Rows whose category the shop does not have are refused; the categories can be added here, and the rows checked anew. */
export function MissingCategories({ results, onAdded }: MissingCategoriesProps) {
  const refresh = useRefresh()
  const missing = missingIn(results)
  const adding = useMutation({
    mutationFn: async () => {
      for (const name of missing) await ask(api.categories.post({ name }))
    },
    onError: (error) => showRefusal(error),
    // Also when one was refused: those before it are there.
    async onSettled() {
      await refresh()
      onAdded()
    },
  })
  if (missing.length === 0) return null
  const isOne = missing.length === 1
  const named = missing.slice(0, namedMax).join(', ')
  const rest = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : ''
  return (
    <Alert
      color="cyan"
      title={
        isOne ? 'A category that the shop does not have' : 'Categories that the shop does not have'
      }
    >
      <Group justify="space-between">
        <Text size="sm" maw="60ch">
          {named}
          {rest}.{' '}
          {isOne
            ? 'Products in it are refused until it is added.'
            : 'Products in them are refused until they are added.'}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {isOne ? 'Add the category' : `Add the ${missing.length} categories`}
        </Button>
      </Group>
    </Alert>
  )
}

/** Each once, however it is written. */
function missingIn(results: readonly RowResult[]): string[] {
  const names = results.flatMap(({ missingCategory }) => missingCategory?.trim() ?? [])
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

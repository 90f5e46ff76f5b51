import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { showRefusal } from '../../parts/show-refusal.ts'
import { valuesOf, type ProductValues } from './product-values.ts'
import { productQuery } from './products-query.ts'

type OverrunProps = { id: string; name: string; onReplace: (now: ProductValues) => void }

/** Somebody else saved while this was typed: neither is lost without a word. */
export function Overrun({ id, name, onReplace }: OverrunProps) {
  const client = useQueryClient()
  const alert = useRef<HTMLDivElement>(null)
  // The button that was pressed is at the bottom of a long form.
  useEffect(() => {
    // It may return a promise, which is no clean-up.
    alert.current?.scrollIntoView({ block: 'center' })
  }, [])
  const replace = useMutation({
    mutationFn: () => client.fetchQuery({ ...productQuery(id), staleTime: 0 }),
    onSuccess: (now) => onReplace(valuesOf(now)),
    onError: (error) => showRefusal(error),
  })
  return (
    <Alert ref={alert} color="red" role="alert" title="Somebody changed it meanwhile">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          What you typed is still here, and not saved. Look at what {name} says now, then save yours
          in its place. What you did not touch stays as the other one left it.
        </Text>
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`/catalogue/${encodeURIComponent(id)}`}
            target="_blank"
            rel="noreferrer"
          >
            See what it says now
          </Button>
          <Button
            size="xs"
            color="red"
            loading={replace.isPending}
            onClick={() => replace.mutate()}
          >
            Save mine in its place
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

import { Alert, Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { Loaded } from '../../components/loaded.tsx'
import { formatTime } from '../../components/values.tsx'
import { beginRestore, useRestoreStart } from './start.tsx'
import { t } from '../../language/language.ts'

/** Asked anew each time: the user may have plugged in another disk. */
const copiesQuery = queryOptions({
  queryKey: ['settings', 'offsite', 'copies'],
  queryFn: () => ask(api.settings.offsite.copies.get()),
  staleTime: 0,
})

/** Restores a copy from the second place that is set up. */
export function RestoreCopy() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Restore from there…')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Restore from the second place')}
      >
        <ChooseCopy />
      </Modal>
    </>
  )
}

function ChooseCopy() {
  const copies = useQuery(copiesQuery)
  return (
    <Loaded query={copies} pending={<Skeleton height={80} />}>
      {({ items, missing }) => (
        <>
          {missing !== null && (
            <Alert color="red" mb="sm">
              {t(
                'A copy of {{time}} was here and is not any more: these may be older than they should.',
                {
                  time: formatTime(missing),
                },
              )}
            </Alert>
          )}
          <Choice times={items.map(({ madeAt }) => madeAt)} />
        </>
      )}
    </Loaded>
  )
}

function Choice({ times }: { times: readonly string[] }) {
  const [at, setAt] = useState(times[0] ?? null)
  const start = useRestoreStart(beginRestore, (id) =>
    ask(api.restores({ id })['read-copy'].post({ at: at ?? '' })),
  )
  if (times.length === 0) return <Text size="sm">{t('There are no copies yet.')}</Text>
  return (
    <Stack>
      <Select
        label={t('As it was on')}
        data={times.map((time) => ({ value: time, label: formatTime(time) }))}
        value={at}
        onChange={(value) => setAt(value ?? at)}
        allowDeselect={false}
      />
      <Text size="sm">
        {t('It is brought back and checked first; nothing is changed before you say so.')}
      </Text>
      <Group justify="flex-end">
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          {t('Bring it back')}
        </Button>
      </Group>
    </Stack>
  )
}

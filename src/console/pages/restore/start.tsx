import {
  Alert,
  Button,
  Group,
  Modal,
  Select,
  Skeleton,
  Stack,
  Text,
  FileButton,
  Progress,
} from '@mantine/core'
import { IconHistory, IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { api, ask, answerQuery } from '../../client.ts'
import { Loaded } from '../../components/loaded.tsx'
import { formatTime } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { useCommand } from '../../components/commands.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { sendBackup } from './data.ts'

/** Asked anew each time: the user may have plugged in another disk. */
const copiesQuery = answerQuery(
  ['settings', 'offsite', 'copies'],
  () => api.settings.offsite.copies.get(),
  { staleTime: 0 },
)

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

/** Asks for the password: a restore replaces the data that everybody works with. */
export function beginRestore(): Promise<{ id: string }> {
  return withPassword(() => ask(api.settings.restores.post()))
}

/** Begins a restore, names the backup to restore, and opens the page of the restore. */
export function useRestoreStart(
  begin: () => Promise<{ id: string }>,
  read: (id: string) => Promise<unknown>,
) {
  const navigate = useNavigate()
  return useCommand({
    async run() {
      const { id } = await begin()
      await read(id)
      await navigate({ to: '/restore/$id', params: { id } })
    },
  })
}

/** Sends a backup from the user's own computer. */
export function RestoreFile({ begin }: { begin: () => Promise<{ id: string }> }) {
  const navigate = useNavigate()
  const [share, setShare] = useState<number | null>(null)
  const send = useCommand<File>({
    async run(file) {
      const { id } = await begin()
      setShare(0)
      await sendBackup(id, file, setShare)
      await navigate({ to: '/restore/$id', params: { id } })
    },
    refused: t('The file was not sent'),
  })
  return (
    <Stack gap="xs">
      <FileButton
        accept=".tar,application/x-tar"
        onChange={(file) => {
          if (file !== null) send.mutate(file, { onSettled: () => setShare(null) })
        }}
      >
        {(button) => (
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            loading={send.isPending}
            {...button}
          >
            {t('Restore a backup file…')}
          </Button>
        )}
      </FileButton>
      {share !== null && (
        <>
          <Progress value={share * 100} aria-label={t('Sending the backup')} />
          <Text size="sm" role="status">
            {t('Sending… {{share}} %', { share: Math.floor(share * 100) })}
          </Text>
        </>
      )}
    </Stack>
  )
}

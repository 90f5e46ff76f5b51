import { Button, FileButton, Progress, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { sendBackup } from './data.ts'
import { t } from '../../language/language.ts'

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

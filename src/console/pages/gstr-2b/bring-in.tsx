import { Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { readPortalFiles } from '../../../gstr2b/portal/read-file.ts'
import { useConfirm } from '../../components/commands.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { counted, formatMonth } from '../../components/values.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import { bringIn } from './data.ts'

type BringInProps = { hasMonths: boolean; onBrought(month: string): void }

type PortalMonth = Parameters<typeof bringIn>[0]

/** Imports the portal's files of one month, dropped or chosen. The browser reads them and sends their content. */
export function BringIn({ hasMonths, onBrought }: BringInProps) {
  const refresh = useRefresh()
  const confirm = useConfirm()
  const told = (brought: Awaited<ReturnType<typeof bringIn>>) => {
    onBrought(brought.period)
    return `${formatMonth(brought.period)}: ${counted(brought.bills, 'bill')}, ${counted(brought.added, 'new one')}, ${brought.gone} gone.`
  }
  const askToReplace = (month: PortalMonth, why: string) =>
    confirm({
      title: 'Take the older file all the same?',
      children: why,
      action: 'Take it',
      done: told,
      run: () => bringIn(month, true),
    })
  const bring = useMutation({
    async mutationFn(files: readonly File[]) {
      const month = await readFiles(files)
      try {
        notifications.show({ message: told(await bringIn(month, false)) })
      } catch (error) {
        if (!(error instanceof Refusal) || error.field !== 'generatedOn') throw error
        askToReplace(month, error.message)
      }
    },
    onSettled: refresh,
  })
  return (
    <Stack gap="xs" mb="lg">
      <FormRefusal>{bring.isError ? messageOf(bring.error) : null}</FormRefusal>
      <Dropzone
        onDrop={(files) => bring.mutate(files)}
        loading={bring.isPending}
        p={hasMonths ? 'sm' : 'xl'}
        inputProps={{ 'aria-label': 'Files of a month' }}
      >
        <Group justify="center" gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconFileImport size={28} stroke={1.4} aria-hidden style={{ flex: 'none' }} />
          <div>
            <Text fw={600}>Drop the GSTR-2B of a month here, or press to choose it</Text>
            <Text size="sm" c="dimmed">
              JSON or Excel, as the GST portal gives it. The same month again takes the place of the
              one before; what you decided stays.
            </Text>
          </div>
        </Group>
      </Dropzone>
    </Stack>
  )
}

/** Throws Refusal that says what is wrong with the files. */
async function readFiles(files: readonly File[]): Promise<PortalMonth> {
  const given = await Promise.all(files.map(bytesOf))
  const read = await readPortalFiles(given)
  if (typeof read === 'string') throw new Refusal(read, 400)
  return read
}

async function bytesOf(file: File) {
  // The file was moved or changed since it was chosen, or another program has locked it.
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Refusal(`${file.name} could not be read. Choose it again.`, 400)
  })
  return { name: file.name, bytes: new Uint8Array(bytes) }
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFileX } from '@tabler/icons-react'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { counted, When } from '../../components/values.tsx'
import { settleFile, type Bridge } from './data.ts'

type WrittenFile = Bridge['files'][number]

/** Written files that nobody has imported yet, the oldest first. */
export function Files({ bridge }: { bridge: Bridge }) {
  return (
    <Stack gap="sm" mt="xs">
      <Text size="sm">
        Import these files, the oldest first, and say so: only then do their documents count as
        entered.
      </Text>
      {bridge.files.map((file) => (
        <OneFile key={file.name} bridge={bridge} file={file} />
      ))}
    </Stack>
  )
}

type FileProps = { bridge: Bridge; file: WrittenFile }

function OneFile({ bridge, file }: FileProps) {
  const { name, madeAt, vouchers, documents, isGone, asked } = file
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {counted(vouchers, 'voucher')} of {counted(documents, 'document')}, written{' '}
          <When at={madeAt} />
        </Text>
        {isGone && (
          <Text size="xs">
            It is not in its folder any more: somebody imported it, or it is to be written again.
          </Text>
        )}
      </Stack>
      {asked === null ? (
        <Settle bridge={bridge} file={file} />
      ) : (
        <Text size="sm">
          {asked === 'confirm_file' ? 'Imported' : 'To be written again'}: noted when the bridge
          comes by.
        </Text>
      )}
    </Group>
  )
}

function Settle({ bridge: { id: bridge }, file: { name, documents } }: FileProps) {
  const confirm = useConfirm()
  const imported = useCommand({
    run: () => settleFile({ bridge, file: name, as: 'imported' }),
    done: () => `${counted(documents, 'document')} of the file count as entered from now on.`,
  })
  const again = () =>
    confirm({
      title: `Was nothing of ${name} imported?`,
      children:
        'The bridge deletes the file, and writes what it held anew. What was imported from it would be in the books twice.',
      action: 'Write it again',
      done: 'What it held is written again when the bridge comes by.',
      run: () => settleFile({ bridge, file: name, as: 'again' }),
    })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="light"
        aria-label={`I have imported it: ${name}`}
        loading={imported.isPending}
        onClick={() => imported.mutate()}
      >
        I have imported it
      </Button>
      <DotsMenu label={`More for ${name}`} width={240}>
        <MenuAction icon={IconFileX} onClick={again}>
          Write it again…
        </MenuAction>
      </DotsMenu>
    </Group>
  )
}

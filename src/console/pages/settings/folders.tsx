import { Code, Group, Select, Skeleton, Stack, Text, TextInput, Paper } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconFolder, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { counted } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import { foldersQuery, type WatchedFolders } from './data.ts'
import { IconButton } from '../../components/buttons.tsx'

/** Folders into which a scanner or a program puts files. */
export function FoldersCard() {
  const folders = useQuery(foldersQuery)
  return (
    <SectionCard
      title="Watched folders"
      lead="Files that a scanner or a program puts into such a folder become documents. Once read they are moved to “read” inside it, and what cannot be read to “failed”, with the reason beside it."
    >
      <Loaded query={folders} pending={<Skeleton height={160} />}>
        {(shown) => (
          <Stack>
            <PausedNote name="scan-export.folders" />
            {shown.items.map((folder) => (
              <Folder key={folder.id} folder={folder} />
            ))}
            <FolderForm clerks={shown.clerks} />
          </Stack>
        )}
      </Loaded>
    </SectionCard>
  )
}

function Folder({ folder }: { folder: WatchedFolders['items'][number] }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const { id, path, user, category, files, problem } = folder
  const remove = () =>
    confirm({
      title: 'Watch this folder no more?',
      children: `What is put into ${path} from now on stays there. Documents that came from it stay in Daybook.`,
      action: 'Watch it no more',
      done: 'The folder is not watched any more.',
      run: async () =>
        client.setQueryData(
          foldersQuery.queryKey,
          await withPassword(() => ask(api.settings.folders({ id }).delete.post())),
        ),
    })
  return (
    <RemovableCard action="Remove…" onRemove={remove}>
      <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
      <Text size="sm">
        {categoryNames[category]} of {user}
        {files > 0 && `; ${counted(files, 'file')} not done yet`}
      </Text>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {problem}
        </Text>
      )}
    </RemovableCard>
  )
}

type FolderValues = { path: string; userId: string | null; category: DocumentCategory }

function FolderForm({ clerks }: Pick<WatchedFolders, 'clerks'>) {
  const client = useQueryClient()
  const [only] = clerks
  const form = useForm<FolderValues>({
    initialValues: {
      path: '',
      userId: clerks.length === 1 && only !== undefined ? only.id : null,
      category: 'vendor_invoice',
    },
    validate: {
      path: isNotEmpty('Enter the path of a folder.'),
      userId: isNotEmpty('Choose whose documents they become.'),
    },
  })
  const sent = useSentForm({
    form,
    send: ({ userId, ...values }: FolderValues) =>
      withPassword(() => ask(api.settings.folders.post({ ...values, userId: userId ?? '' }))),
    onDone(shown) {
      client.setQueryData(foldersQuery.queryKey, shown)
      form.reset()
    },
    done: () => 'The folder is watched.',
  })
  return (
    <PageForm sent={sent} action="Watch the folder" isDisabled={!form.isDirty()}>
      <TextInput
        label="Folder"
        description="The whole path on the computer that Daybook runs on; it may be a shared folder of another one."
        leftSection={<IconFolder size={16} aria-hidden />}
        spellCheck={false}
        autoCapitalize="off"
        {...form.getInputProps('path')}
      />
      <Group grow align="flex-start">
        <Select
          label="Whose documents"
          data={clerks.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('userId')}
        />
        <Select
          label="What they are"
          data={documentCategories.map((value) => ({ value, label: categoryNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('category')}
        />
      </Group>
    </PageForm>
  )
}

type RemovableCardProps = {
  /** The text of the button. Another question follows before anything is removed. */
  action: string
  onRemove: () => void
  children: ReactNode
}

/** An item of a list of settings, with the button that removes it. */
export function RemovableCard({ action, onRemove, children }: RemovableCardProps) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 14rem" miw={0}>
          {children}
        </Stack>
        <IconButton icon={IconTrash} variant="default" onClick={onRemove}>
          {action}
        </IconButton>
      </Group>
    </Paper>
  )
}

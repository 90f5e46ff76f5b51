import {
  Checkbox,
  Radio,
  Skeleton,
  Stack,
  Switch,
  Text,
  Code,
  Group,
  Select,
  TextInput,
  Paper,
} from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconFolder, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import {
  shopQuery,
  type Shop,
  type KeptPasswords,
  passwordsQuery,
  foldersQuery,
  type WatchedFolders,
} from './data.ts'
import { useConfirm } from '../../components/commands.tsx'
import { When, counted } from '../../components/values.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import { IconButton } from '../../components/buttons.tsx'

/** Whether Daybook reads incoming documents, and how carefully. */
export function ReadingSection() {
  const shop = useQuery(shopQuery)
  return (
    <Loaded query={shop} pending={<Skeleton height={240} />}>
      {(data) => (
        <Stack gap="lg" maw={760}>
          <SectionCard
            title="Reading"
            lead="Daybook reads bills, orders and statements on this computer: nothing leaves it. What it is not sure of waits to be checked, and is not delivered before."
          >
            <ReadingForm shop={data} />
          </SectionCard>
          <FoldersCard />
          <PasswordsCard />
        </Stack>
      )}
    </Loaded>
  )
}

/** What each choice costs, measured with `scripts/bench/reading` (`--care`) on 348 PDFs and 161 scans and photos of 168 layouts. */
const choices: { value: Shop['reading']['care']; label: string; description: string }[] = [
  {
    value: 'careful',
    label: 'Careful',
    description:
      'Of 100 PDFs, 82 go through without a question, and 1 of them has a wrong value. Of 100 scanned or photographed papers, 52 go through, and 2 of them have one.',
  },
  {
    value: 'usual',
    label: 'Usual',
    description:
      'Of 100 PDFs, 86 go through without a question, and 1 of them has a wrong value. Of 100 scanned or photographed papers, 65 go through, and 2 of them have one.',
  },
  {
    value: 'quick',
    label: 'Quick',
    description:
      'Of 100 PDFs, 86 go through without a question, and 1 of them has a wrong value. Of 100 scanned or photographed papers, 69 go through, and 2 of them have one. Sums and check digits are checked all the same.',
  },
]

/** The names of the languages that are read in pictures, beside English. */
const languageNames: Readonly<Record<Shop['reading']['languages'][number], string>> = {
  hi: 'Hindi',
  gu: 'Gujarati',
}

function ReadingForm({ shop: { reading } }: { shop: Shop }) {
  const atOnce: TypedNumber = reading.atOnce
  const form = useForm({
    initialValues: { ...reading, atOnce },
    validate: { atOnce: isNotEmpty('Enter a number.') },
  })
  const sent = useSentForm({
    form,
    send: (values) =>
      ask(api.settings.reading.post({ ...values, atOnce: requireNumber(values.atOnce) })),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Saved. What is read from now on goes by it.',
  })
  const { isOn } = form.values
  return (
    <PageForm sent={sent} action="Save" isDisabled={!form.isDirty()}>
      <Switch
        label="Read what comes in"
        description="Switched off, files wait to be typed in; so does what is being read now."
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      <NumberField
        kind="count"
        label="Documents at once"
        description="Each takes a core of this computer while it is read, and up to 600 MB of memory."
        maw={280}
        min={1}
        max={4}
        disabled={!isOn}
        {...form.getInputProps('atOnce')}
      />
      <Radio.Group
        label="How carefully it reads"
        description="The more careful, the more papers wait to be checked."
        {...form.getInputProps('care')}
      >
        <Stack gap="sm" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} disabled={!isOn} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        label="Languages of scanned pages and photos, beside English"
        description="Words are read well where they are printed large and clear. A clear page without them takes no longer."
        {...form.getInputProps('languages')}
      >
        <Stack gap="sm" mt="xs">
          {Object.entries(languageNames).map(([language, name]) => (
            <Checkbox key={language} value={language} label={name} disabled={!isOn} />
          ))}
        </Stack>
      </Checkbox.Group>
    </PageForm>
  )
}

/** Passwords that owners kept for locked PDFs. The list tells on whose files each password is tried, never the password. */
function PasswordsCard() {
  const passwords = useQuery(passwordsQuery)
  return (
    <SectionCard
      title="Kept passwords"
      lead="They open locked PDFs, such as statements of banks. One is kept where an owner enters it and says so. They are encrypted, and no backup holds the key."
    >
      <Loaded query={passwords} pending={<Skeleton height={80} />}>
        {({ items }) => (
          <Stack>
            {items.length === 0 && (
              <Text size="sm" c="dimmed">
                None is kept.
              </Text>
            )}
            {items.map((kept) => (
              <Kept key={kept.id} kept={kept} />
            ))}
          </Stack>
        )}
      </Loaded>
    </SectionCard>
  )
}

function Kept({ kept }: { kept: KeptPasswords['items'][number] }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const { id, sender, bank, keptBy, keptAt, usedAt, isUsable } = kept
  const what = bank === '' ? 'Locked PDFs' : bank
  const forget = () =>
    confirm({
      title: `Forget the password of ${what}?`,
      children: `Daybook asks for it again when ${sender} sends a locked file. What was read stays.`,
      action: 'Forget it',
      done: 'The password is forgotten.',
      run: async () =>
        client.setQueryData(
          passwordsQuery.queryKey,
          await ask(api.settings.passwords({ id }).delete.post()),
        ),
    })
  return (
    <RemovableCard action="Forget…" onRemove={forget}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {what}
      </Text>
      <Text size="sm">Tried on files of {sender}</Text>
      <Text size="sm" c="dimmed">
        Kept by {keptBy} <When at={keptAt} dateOnly />; last opened a file{' '}
        <When at={usedAt} dateOnly />
      </Text>
      {!isUsable && (
        <Text size="sm" c="var(--mantine-color-error)">
          It cannot be opened: the data was restored without the key that it was encrypted with.
          Forget it, and enter it again.
        </Text>
      )}
    </RemovableCard>
  )
}

/** Folders into which a scanner or a program puts files. */
function FoldersCard() {
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
function RemovableCard({ action, onRemove, children }: RemovableCardProps) {
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

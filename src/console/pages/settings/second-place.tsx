import {
  Alert,
  Box,
  Button,
  Code,
  Collapse,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconCloudUpload, IconFolder, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { BucketFields, emptyBucket, orNull } from '../../components/bucket-fields.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { QrCode, ShownOnce } from '../../components/copy.tsx'
import { When } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { RestoreCopy } from '../restore/start.tsx'
import { offsiteQuery, type SecondPlace } from './data.ts'

/** Copies of the backups on another disk, a network drive or in the cloud, because a fire destroys everything in one place. */
export function SecondPlaceCard() {
  const offsite = useQuery(offsiteQuery)
  const [key, setKey] = useState<string | null>(null)
  return (
    <SectionCard
      title="A second place"
      lead="Each night’s backup is copied there, encrypted: what is stolen or burns with this computer comes back from it."
    >
      <PausedNote name="offsite" />
      <Loaded query={offsite} pending={<Skeleton height={120} />}>
        {({ place }) =>
          place === null ? <PlaceForm onKey={setKey} /> : <PlaceState place={place} />
        }
      </Loaded>
      <KeyDialogue recoveryKey={key} onClose={() => setKey(null)} />
    </SectionCard>
  )
}

function PlaceState({ place }: { place: SecondPlace }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const copy = useCommand({
    run: async () =>
      client.setQueryData(offsiteQuery.queryKey, await ask(api.settings.offsite.copy.post())),
  })
  const stop = () =>
    confirm({
      title: 'Copy backups there no more?',
      children: `What is in ${place.title} stays, and the printed key goes on opening it.`,
      action: 'Copy no more',
      done: 'Backups are not copied any more.',
      run: async () =>
        client.setQueryData(
          offsiteQuery.queryKey,
          await withPassword(() => ask(api.settings.offsite.off.post())),
        ),
    })
  return (
    <Stack gap="sm">
      <Code style={{ overflowWrap: 'anywhere' }}>{place.title}</Code>
      <Text size="sm">
        Copied <When at={place.copiedAt} never="not yet" />; a sample brought back and checked{' '}
        <When at={place.provedAt} never="not yet" />.
      </Text>
      {place.problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          The last try failed: {place.problem}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<IconCloudUpload size={16} aria-hidden />}
          loading={place.isCopying || copy.isPending}
          onClick={() => copy.mutate()}
        >
          Copy now
        </Button>
        <RestoreCopy />
        <Button variant="default" onClick={stop}>
          Copy no more…
        </Button>
      </Group>
    </Stack>
  )
}

const kinds = [
  { value: 'folder', label: 'Disk or network' },
  { value: 's3', label: 'Cloud (S3)' },
]

const empty = {
  kind: 'folder',
  path: '',
  ...emptyBucket,
  hasKey: false,
  key: '',
}

type PlaceValues = typeof empty

function PlaceForm({ onKey }: { onKey: (key: string | null) => void }) {
  const client = useQueryClient()
  const form = useForm<PlaceValues>({
    initialValues: empty,
    validate: {
      path: (path, { kind }) => requiredFor(kind === 'folder', path, 'Enter the path of a folder.'),
      bucket: (text, { kind }) => requiredFor(kind === 's3', text, 'Enter the name of the bucket.'),
      accessKeyId: (text, { kind }) => requiredFor(kind === 's3', text, 'Enter its access key.'),
      secret: (text, { kind }) => requiredFor(kind === 's3', text, 'Enter the secret of that key.'),
    },
  })
  const sent = useSentForm({
    form,
    send: (values: PlaceValues) => withPassword(() => ask(namePlace(values))),
    onDone({ key }) {
      void client.invalidateQueries({ queryKey: offsiteQuery.queryKey })
      onKey(key)
    },
    done: () => 'Backups are copied there from now on.',
  })
  const { kind, hasKey } = form.values
  return (
    <PageForm sent={sent} action="Copy backups there">
      <SegmentedControl
        data={kinds}
        fullWidth
        aria-label="What kind of place"
        {...form.getInputProps('kind')}
      />
      {kind === 'folder' ? (
        <TextInput
          label="Folder"
          description="The whole path on the computer that Daybook runs on: of a USB disk, or of a folder that another computer shares."
          leftSection={<IconFolder size={16} aria-hidden />}
          spellCheck={false}
          autoCapitalize="off"
          {...form.getInputProps('path')}
        />
      ) : (
        <BucketFields form={form} />
      )}
      <Box>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={hasKey}
          onClick={() => form.setFieldValue('hasKey', !hasKey)}
        >
          There are copies already
        </Button>
        <Collapse expanded={hasKey}>
          <TextInput
            mt="xs"
            label="Their key"
            description="As it was printed: seven groups of four."
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('key')}
          />
        </Collapse>
      </Box>
    </PageForm>
  )
}

function requiredFor(isAsked: boolean, text: string, otherwise: string) {
  return isAsked ? isNotEmpty(otherwise)(text.trim()) : null
}

function namePlace({ kind, path, bucket, prefix, endpoint, region, ...rest }: PlaceValues) {
  const { accessKeyId, secret, hasKey } = rest
  const key = hasKey && rest.key !== '' ? rest.key : null
  if (kind === 'folder') return api.settings.offsite.folder.post({ path, key })
  return api.settings.offsite.s3.post({
    bucket: bucket.trim(),
    prefix: orNull(prefix),
    endpoint: orNull(endpoint),
    region: orNull(region),
    accessKeyId: accessKeyId.trim(),
    secret,
    key,
  })
}

type KeyDialogueProps = { recoveryKey: string | null; onClose: () => void }

function KeyDialogue({ recoveryKey, onClose }: KeyDialogueProps) {
  return (
    <ShownOnce
      of={recoveryKey}
      title={() => 'The key of the copies'}
      warning="Without it nobody can open the copies, you neither, and nobody can make it again. Print it and keep it away from this computer."
      done="I have printed it"
      onClose={onClose}
    >
      {(key) => (
        <Stack align="center">
          <Box w={180}>
            <QrCode value={key} label="The key as a QR code" />
          </Box>
          <Code className="copyable" fz="lg">
            {key}
          </Code>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <Alert color="cyan">
            On a new computer: install Daybook, and say “I have a backup of my shop” where it is set
            up.
          </Alert>
        </Stack>
      )}
    </ShownOnce>
  )
}

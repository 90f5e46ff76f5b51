import { Button, Divider, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { BucketFields, emptyBucket, orNull } from '../../components/bucket-fields.tsx'
import { noteSetUp, restoreRight } from '../restore/data.ts'
import { RestoreFile } from '../restore/start.tsx'
import { EntryCard } from './entry-card.tsx'
import { t } from '../../language/language.ts'

const kinds = [
  { value: 'folder', label: t('Disk or network') },
  { value: 's3', label: t('Cloud (S3)') },
]

const empty = { kind: 'folder', path: '', key: '', at: '', ...emptyBucket }

type Values = typeof empty

/** Restores a shop on a new computer, from a backup file or from the second place with the printed key. */
export function RestoreInstead({ code, onBack }: { code: string; onBack: () => void }) {
  const begin = () => {
    noteSetUp(code)
    return ask(api['set-up'].restores.post({ code }))
  }
  return (
    <EntryCard
      title={t('Bring your shop back')}
      lead={t('From a backup file, or from the second place that backups were copied to.')}
      width={600}
    >
      <Stack gap="lg">
        <RestoreFile begin={begin} />
        <Divider label={t('or from the second place')} />
        <PlaceForm begin={begin} />
        <Button variant="subtle" onClick={onBack}>
          {t('No, set up a new shop')}
        </Button>
      </Stack>
    </EntryCard>
  )
}

function PlaceForm({ begin }: { begin: () => Promise<{ id: string }> }) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    initialValues: empty,
    validate: {
      key: isNotEmpty(t('Enter the key that was printed.')),
      path: (text, { kind }) =>
        kind === 'folder' ? isNotEmpty(t('Enter the path of a folder.'))(text) : null,
      bucket: (text, { kind }) =>
        kind === 's3' ? isNotEmpty(t('Enter the name of the bucket.'))(text) : null,
    },
  })
  const sent = useSentForm({
    form,
    async send(values: Values) {
      const { id } = await begin()
      await readFrom(id, values)
      return { id }
    },
    onDone: ({ id }) => void navigate({ to: '/restore/$id', params: { id } }),
  })
  return (
    <PageForm sent={sent} action={t('Bring it back')} isWide>
      <SegmentedControl
        data={kinds}
        fullWidth
        aria-label={t('What kind of place')}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'folder' ? (
        <TextInput
          label={t('Folder')}
          description={t(
            'The whole path on this computer: of the USB disk, or of the folder that another computer shares.',
          )}
          spellCheck={false}
          autoCapitalize="off"
          {...form.getInputProps('path')}
        />
      ) : (
        <BucketFields form={form} />
      )}
      <TextInput
        label={t('Its key')}
        description={t('As it was printed: seven groups of four.')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('key')}
      />
      <TextInput
        label={t('As it was on (optional)')}
        description={t('A day such as 2027-03-31; left empty, the newest copy.')}
        placeholder="2027-03-31"
        {...form.getInputProps('at')}
      />
      <Text size="sm" c="dimmed">
        {t('It is checked first. Nothing is changed before you say so.')}
      </Text>
    </PageForm>
  )
}

function readFrom(id: string, { kind, path, key, at, ...bucket }: Values) {
  const restore = api.restores({ id })
  if (kind === 'folder')
    return ask(
      restore['read-folder'].post({ path: path.trim(), key, at: orNull(at) }, restoreRight()),
    )
  return ask(
    restore['read-s3'].post(
      {
        bucket: bucket.bucket.trim(),
        prefix: orNull(bucket.prefix),
        endpoint: orNull(bucket.endpoint),
        region: orNull(bucket.region),
        accessKeyId: bucket.accessKeyId.trim(),
        secret: bucket.secret,
        key,
        at: orNull(at),
      },
      restoreRight(),
    ),
  )
}

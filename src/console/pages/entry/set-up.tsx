import {
  Alert,
  Button,
  Code,
  Fieldset,
  Stack,
  TextInput,
  Divider,
  SegmentedControl,
  Text,
} from '@mantine/core'
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { Copyable } from '../../components/copy.tsx'
import { FormRefusal, useSentForm, PageForm } from '../../components/form.tsx'
import { NewPasswordField } from '../../components/inputs.tsx'
import {
  HttpsOffer,
  TrustCode,
  Addresses,
  NetworkChoice,
  type NetworkAccess,
} from '../../components/network.tsx'
import { useFreshStart } from '../../state.ts'
import { CodeForm, EntryCard, useCodeCheck } from './entry-card.tsx'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { BucketFields, emptyBucket, orNull } from '../../components/bucket-fields.tsx'
import { noteSetUp, restoreRight } from '../restore/data.ts'
import { RestoreFile } from '../restore/start.tsx'

/** From the set-up link or its code to a shop with its owner signed in. */
export function SetUpPage() {
  const { checked, ...form } = useCodeCheck((code) => ask(api['set-up'].check.post({ code })))
  const [done, setDone] = useState<Done | null>(null)
  const [isRestoring, setRestoring] = useState(false)
  if (done !== null) return <Reachable {...done} />
  if (checked !== null && isRestoring) {
    return <RestoreInstead code={checked.code} onBack={() => setRestoring(false)} />
  }
  return checked === null ? (
    <CodeForm
      title={t('Set up Daybook')}
      lead={t('Daybook showed a set-up code when it started, on the computer that it runs on.')}
      label={t('Set-up code')}
      {...form}
    >
      <Words
        of={t('A code works once, for 30 minutes. {{code}} prints a new one.')}
        with={{ code: <Code>daybook setup-link</Code> }}
      />
    </CodeForm>
  ) : (
    <FirstOwnerForm code={checked.code} onDone={setDone} onRestore={() => setRestoring(true)} />
  )
}

/** In characters. */
const gstinLength = 15
const passwordMin = 10

type OwnerValues = {
  organisation: string
  gstin: string
  name: string
  email: string
  password: string
  network: NetworkAccess | ''
}

type Done = Awaited<ReturnType<typeof setUp>>['network']

type FirstOwnerProps = { code: string; onDone(done: Done): void; onRestore(): void }

function FirstOwnerForm({ code, onDone, onRestore }: FirstOwnerProps) {
  const form = useForm<OwnerValues>({
    mode: 'uncontrolled',
    initialValues: { organisation: '', gstin: '', name: '', email: '', password: '', network: '' },
    validate: {
      organisation: isNotEmpty(t('Enter the name of the shop.')),
      name: isNotEmpty(t('Enter your name.')),
      gstin: refusalOfGstin,
      email: refusalOfEmail,
      password: refusalOfPassword,
      network: isNotEmpty(t('Choose one of the two.')),
    },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: (values) => setUp(code, values),
    onDone: ({ network }) => onDone(network),
  })
  return (
    <EntryCard title={t('Set up Daybook')} lead={t('It takes a minute.')} width={600}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <ShopFields form={form} />
          <OwnerFields form={form} />
          <NetworkField form={form} />
          <FormRefusal>{refusal}</FormRefusal>
          <Button type="submit" loading={isSending}>
            {t('Set up')}
          </Button>
          <Button variant="subtle" onClick={onRestore}>
            {t('I have a backup of my shop')}
          </Button>
        </Stack>
      </form>
    </EntryCard>
  )
}

// The checks that need no server.

function refusalOfGstin(text: string): string | null {
  const { length } = text.replaceAll(/\s/g, '')
  return length === 0 || length === gstinLength
    ? null
    : t('A GSTIN has {{gstinLength}} characters. This has {{length}}.', { gstinLength, length })
}

function refusalOfEmail(text: string): string | null {
  if (text.trim() === '') return t('Enter your e-mail address.')
  return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : t('It must look like name@example.com.')
}

function refusalOfPassword(text: string): string | null {
  if (text === '') return t('Choose a password.')
  return text.length < passwordMin
    ? t('It must have at least {{passwordMin}} characters.', { passwordMin })
    : null
}

type FieldsProps = { form: UseFormReturnType<OwnerValues> }

function ShopFields({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('Your shop')}>
      <Stack>
        <TextInput
          label={t('Name of the shop')}
          autoComplete="organization"
          autoFocus
          key={form.key('organisation')}
          {...form.getInputProps('organisation')}
        />
        <TextInput
          label={t('GSTIN (optional)')}
          description={t('{{gstinLength}} characters, as on your invoices.', { gstinLength })}
          autoCapitalize="characters"
          spellCheck={false}
          key={form.key('gstin')}
          {...form.getInputProps('gstin')}
        />
      </Stack>
    </Fieldset>
  )
}

function OwnerFields({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('You, its owner')}>
      <Stack>
        <TextInput
          label={t('Your name')}
          autoComplete="name"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('E-mail')}
          description={t('You sign in with it. Daybook sends no mail.')}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NewPasswordField
          label={t('Password')}
          ownerOf={form.getValues}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </Stack>
    </Fieldset>
  )
}

function NetworkField({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('Who may reach it')}>
      <NetworkChoice key={form.key('network')} {...form.getInputProps('network')} />
    </Fieldset>
  )
}

async function setUp(code: string, { network, gstin, ...values }: OwnerValues) {
  if (network === '') throw new Error('The form lets nobody through who did not choose.')
  const typed = gstin.trim()
  return await ask(
    api['set-up'].post({ ...values, code, network, gstin: typed === '' ? null : typed }),
  )
}

/** The end of the set-up: Daybook's addresses. */
function Reachable({ problem, ...asSetUp }: Done) {
  const startAfresh = useFreshStart()
  const [{ isOpen, thisComputer, addresses, https }, setNetwork] = useState(asSetUp)
  return (
    <EntryCard title={t('Daybook is set up')} width={600}>
      <Stack>
        {problem !== null && (
          <Alert
            color="yellow"
            icon={<IconInfoCircle aria-hidden />}
            title={t('Not on the network yet')}
          >
            {t('{{problem}} You can open it later in the settings.', { problem })}
          </Alert>
        )}
        {isOpen && https.state === 'off' && <HttpsOffer onDone={setNetwork} />}
        {isOpen ? (
          <>
            <TrustCode addresses={https.rootPages} />
            <Addresses addresses={addresses} hasCode={https.state !== 'on'} />
          </>
        ) : (
          <Alert color="cyan" icon={<IconCheck aria-hidden />}>
            {t('Only this computer reaches Daybook.')}
          </Alert>
        )}
        <Copyable
          title={t('On this computer')}
          value={thisComputer}
          label={t('Copy this address')}
        />
        <Button onClick={() => void startAfresh()}>{t('Open Daybook')}</Button>
      </Stack>
    </EntryCard>
  )
}

const kinds = [
  { value: 'folder', label: t('Disk or network') },
  { value: 's3', label: t('Cloud (S3)') },
]

const empty = { kind: 'folder', path: '', key: '', at: '', ...emptyBucket }

type Values = typeof empty

/** Restores a shop on a new computer, from a backup file or from the second place with the printed key. */
function RestoreInstead({ code, onBack }: { code: string; onBack: () => void }) {
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

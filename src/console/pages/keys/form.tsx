import { Checkbox, Loader, Radio, SimpleGrid, Text, TextInput, Select } from '@mantine/core'
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { Copyable, ShownOnce } from '../../components/copy.tsx'
import { DayInput, endOfTyped, type TypedDay } from '../../components/day-inputs.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NumberField, type TypedNumber } from '../../components/number-field.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { documentsWait, serviceNames } from '../../words.ts'
import { keyOptionsQuery, type Key, type NewKey } from './data.ts'

type CreateKeyProps = { isOpen: boolean; onClose: () => void; onMade: (made: NewKey) => void }

export function CreateKey({ isOpen, onClose, onMade }: CreateKeyProps) {
  // Loaded before the form opens, so that the form appears at once.
  const options = useQuery(keyOptionsQuery)
  return (
    <Dialog of={isOpen || null} title="New API key" size="lg" onClose={onClose}>
      {() => (
        <Loaded query={options} pending={<Loader aria-label="Loading" />}>
          {(offered) => <KeyForm offered={offered} onClose={onClose} onMade={onMade} />}
        </Loaded>
      )}
    </Dialog>
  )
}

const explained = {
  'scan-export': 'Fetches the documents that wait for delivery, and marks them as delivered.',
  storefront: 'Reads and changes the catalogue, or fetches orders.',
} as const

type Offered = AnswerOf<typeof keyOptionsQuery>

type Values = {
  name: string
  service: Key['service'] | ''
  scopes: Key['scopes']
  whose: 'mine' | 'all' | ''
  test: boolean
  expiresAt: TypedDay
  ratePerMinute: TypedNumber
}

type KeyFormProps = Omit<CreateKeyProps, 'isOpen'> & { offered: Offered }

function KeyForm({ offered, onClose, onMade }: KeyFormProps) {
  const form = useKeyForm(offered)
  const sent = useSentForm({ form, onClose, send: createKey, onDone: onMade, done: () => null })
  const { service } = form.values
  return (
    <DialogForm sent={sent} action="Make the key" onCancel={onClose}>
      <TextInput
        label="Name"
        description="The program that will use it, such as “Tally at the counter”."
        data-autofocus
        autoFocus
        {...form.getInputProps('name')}
      />
      {offered.services.length > 1 && (
        <Radio.Group label="What it reaches" {...form.getInputProps('service')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {offered.services.map((name) => (
              <Radio
                key={name}
                value={name}
                label={serviceNames[name]}
                description={explained[name]}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
      )}
      {service === 'scan-export' && offered.whose !== null && (
        <Whose counts={offered.whose} form={form} />
      )}
      {service !== '' && <Scopes service={service} offered={offered} form={form} />}
      <Checkbox
        label="Test key"
        description="The program works on a copy of the shop’s data and changes nothing in the shop. For one that is being written, or tried."
        {...form.getInputProps('test', { type: 'checkbox' })}
      />
      <Limits offered={offered} form={form} />
    </DialogForm>
  )
}

function useKeyForm({ services, whose: counts }: Offered) {
  const [only] = services
  return useForm<Values>({
    initialValues: {
      name: '',
      service: services.length === 1 && only !== undefined ? only : '',
      scopes: [],
      whose: '',
      test: false,
      expiresAt: null,
      ratePerMinute: '',
    },
    validate: {
      name: isNotEmpty('Say which program the key is for.'),
      service: isNotEmpty('Choose what the program is to reach.'),
      scopes: (scopes, { service }) =>
        service === 'storefront' && !scopes.some((scope) => !isOfScanExport(scope))
          ? 'Allow at least one thing.'
          : null,
      whose: (whose, { service }) =>
        service === 'scan-export' && counts !== null && whose === ''
          ? 'Choose whose documents the program is to fetch.'
          : null,
    },
  })
}

type FieldsProps = { offered: Offered; form: UseFormReturnType<Values> }

type WhoseProps = {
  counts: NonNullable<Offered['whose']>
  form: UseFormReturnType<Values>
}

/** Nothing is preselected: the wrong choice would fetch nothing, or another program's documents. */
function Whose({ counts, form }: WhoseProps) {
  return (
    <Radio.Group label="Whose documents" {...form.getInputProps('whose')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        <Radio
          value="all"
          label="Those of all users"
          description={`${documentsWait(counts.all)} now.`}
        />
        <Radio value="mine" label="Only mine" description={`${documentsWait(counts.mine)} now.`} />
      </SimpleGrid>
    </Radio.Group>
  )
}

const scopesTitles = {
  'scan-export': 'For a program of its own kind (optional)',
  storefront: 'What it may do',
} as const

/** The scopes of a key. A scan export key may do everything that its user may, unless one of these limits it. */
function Scopes({ service, offered, form }: FieldsProps & { service: Key['service'] }) {
  return (
    <Checkbox.Group label={scopesTitles[service]} {...form.getInputProps('scopes')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {offered.scopes
          .filter((one) => one.service === service)
          .map(({ scope, grants }) => (
            <Checkbox
              key={scope}
              value={scope}
              label={grants.charAt(0).toUpperCase() + grants.slice(1)}
              description={scope}
            />
          ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

function Limits({ offered, form }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <DayInput
        label="Last day (optional)"
        description="Without one it works until you revoke it."
        {...form.getInputProps('expiresAt')}
      />
      {offered.ratePerMinuteMax !== null && (
        <NumberField
          kind="count"
          label="Calls a minute (optional)"
          description="Without a number they are not limited."
          min={1}
          max={offered.ratePerMinuteMax}
          {...form.getInputProps('ratePerMinute')}
        />
      )}
    </SimpleGrid>
  )
}

/** Scopes ticked before the service was changed do not count. */
function isOfScanExport(scope: Key['scopes'][number]): boolean {
  return scope.startsWith('scans:')
}

function createKey({
  service,
  whose,
  expiresAt,
  ratePerMinute,
  ...values
}: Values): Promise<NewKey> {
  if (service === '') throw new Error('The form lets no key without a service through.')
  const isStorefront = service === 'storefront'
  return withPassword(() =>
    ask(
      api.keys.post({
        ...values,
        service,
        expiresAt: endOfTyped(expiresAt),
        scopes: values.scopes.filter((scope) => isOfScanExport(scope) !== isStorefront),
        allUsers: !isStorefront && whose === 'all',
        ratePerMinute: typeof ratePerMinute === 'number' ? ratePerMinute : null,
      }),
    ),
  )
}

/** The new key, with everything needed to use it. */
export function ShownKey({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  return (
    <ShownOnce
      of={made}
      title={({ name }) => `The key “${name}”`}
      warning="Daybook keeps no copy of it. Paste it into the program now; when it is lost, replace it by a new one."
      done="I have stored the key"
      onClose={onClose}
    >
      {({ key, isTest, baseAddress, networkAddress, curl }) => (
        <>
          {isTest && (
            <Text size="sm">
              It works on a copy of the shop’s data, which is made when it is used for the first
              time. To go live, put a key that is no test key in its place.
            </Text>
          )}
          <Copyable title="Key" value={key} label="Copy the key" />
          <Copyable
            title={networkAddress === null ? 'Base address' : 'Base address on this computer'}
            value={baseAddress}
            label="Copy the address"
          />
          {networkAddress !== null && (
            <Copyable
              title="Base address on other computers"
              value={networkAddress}
              label="Copy the other address"
            />
          )}
          <TryLine curl={curl} />
        </>
      )}
    </ShownOnce>
  )
}

/** In Windows PowerShell 5.1, `curl` is another command. `curl.exe` works in every Windows shell. */
function TryLine({ curl }: { curl: string | null }) {
  if (curl === null) {
    return (
      <Text size="sm">
        This key can only place orders: there is nothing harmless to try it with.
      </Text>
    )
  }
  const isWindows = navigator.userAgent.includes('Windows')
  return (
    <Copyable
      title={`A line that tries it, for ${isWindows ? 'the Command Prompt' : 'a terminal'}`}
      value={isWindows ? curl.replace(/^curl /, 'curl.exe ') : curl}
      label="Copy the line"
    />
  )
}

/** Hours, in the server's form. */
const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In a day' },
  { value: '168', label: 'In a week' },
  { value: '720', label: 'In 30 days' },
]

type RotateKeyProps = { rotated: Key | null; onClose: () => void; onMade: (made: NewKey) => void }

/** Creates a new key with the same rights. The old key works for a while, so that nothing stops. */
export function RotateKey({ rotated, ...props }: RotateKeyProps) {
  return (
    <Dialog of={rotated} title={({ name }) => `Replace the key “${name}”`} onClose={props.onClose}>
      {(key) => <RotateForm rotated={key} {...props} />}
    </Dialog>
  )
}

type RotateValues = { oldEndsAfterHours: string | null; expiresAt: TypedDay }

function RotateForm({ rotated, onClose, onMade }: RotateKeyProps & { rotated: Key }) {
  const form = useForm<RotateValues>({
    initialValues: { oldEndsAfterHours: '24', expiresAt: null },
    validate: { oldEndsAfterHours: isNotEmpty('Choose when the old key ends.') },
  })
  const sent = useSentForm<RotateValues, NewKey>({
    form,
    onClose,
    send: ({ oldEndsAfterHours, expiresAt }) =>
      withPassword(() =>
        ask(
          api.keys({ id: rotated.id }).rotate.post({
            oldEndsAfterHours: Number(oldEndsAfterHours),
            expiresAt: endOfTyped(expiresAt),
          }),
        ),
      ),
    onDone: onMade,
    done: () => null,
  })
  return (
    <DialogForm sent={sent} action="Make the new key" onCancel={onClose}>
      <Text size="sm">
        The new key may do the same as the old one. Until the old one ends both work: change the
        program meanwhile, and nothing stops.
      </Text>
      <Select
        label="The old key ends"
        data={overlaps}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('oldEndsAfterHours')}
      />
      <DayInput label="Last day of the new key (optional)" {...form.getInputProps('expiresAt')} />
    </DialogForm>
  )
}

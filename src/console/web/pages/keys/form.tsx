import {
  Checkbox,
  Loader,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { Copyable } from '../../components/copy.tsx'
import { DayInput } from '../../components/day-inputs.tsx'
import { endOfDay } from '../../components/days.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { formatCount } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { serviceNames } from '../../words.ts'
import { keyOptionsQuery, type Key, type NewKey } from './data.ts'

type CreateKeyProps = { isOpen: boolean; onClose: () => void; onMade: (made: NewKey) => void }

export function CreateKey({ isOpen, onClose, onMade }: CreateKeyProps) {
  // Asked for before the form is opened, so that the form is there at once.
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
  allUsers: boolean
  expiresAt: string | null
  ratePerMinute: number | string
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
      {service === 'storefront' && <Scopes offered={offered} form={form} />}
      {service === 'scan-export' && offered.allUsers && (
        <Switch
          label="The documents of all users"
          description="Otherwise the key sees only what you uploaded yourself."
          {...form.getInputProps('allUsers', { type: 'checkbox' })}
        />
      )}
      <Limits offered={offered} form={form} />
    </DialogForm>
  )
}

function useKeyForm({ services, ratePerMinuteMax }: Offered) {
  const [only] = services
  return useForm<Values>({
    initialValues: {
      name: '',
      service: services.length === 1 && only !== undefined ? only : '',
      scopes: [],
      allUsers: false,
      expiresAt: null,
      ratePerMinute: '',
    },
    validate: {
      name: isNotEmpty('Say which program the key is for.'),
      service: isNotEmpty('Choose what the program is to reach.'),
      scopes: (scopes, { service }) =>
        service === 'storefront' && scopes.length === 0 ? 'Allow at least one thing.' : null,
      ratePerMinute: (rate) => refusalOfRate(rate, ratePerMinuteMax),
    },
  })
}

/** An empty field is no limit. */
function refusalOfRate(rate: number | string, max: number | null): string | null {
  if (max === null || rate === '') return null
  const isWithin = typeof rate === 'number' && rate >= 1 && rate <= max
  return isWithin ? null : `Enter a number from 1 to ${formatCount(max)}, or nothing.`
}

type FieldsProps = { offered: Offered; form: UseFormReturnType<Values> }

/** What a key of the storefront may do. */
function Scopes({ offered, form }: FieldsProps) {
  return (
    <Checkbox.Group label="What it may do" {...form.getInputProps('scopes')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {offered.scopes.map(({ scope, grants }) => (
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
        <NumberInput
          label="Calls a minute (optional)"
          description="Without a number they are not limited."
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('ratePerMinute')}
        />
      )}
    </SimpleGrid>
  )
}

function createKey({ service, expiresAt, ratePerMinute, ...values }: Values): Promise<NewKey> {
  if (service === '') throw new Error('The form lets no key without a service through.')
  const isStorefront = service === 'storefront'
  return withPassword(() =>
    ask(
      api.keys.post({
        ...values,
        service,
        expiresAt: expiresAt === null ? null : endOfDay(expiresAt),
        scopes: isStorefront ? values.scopes : [],
        allUsers: !isStorefront && values.allUsers,
        ratePerMinute: typeof ratePerMinute === 'number' ? ratePerMinute : null,
      }),
    ),
  )
}

/** Hours, as the server takes them. */
const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In a day' },
  { value: '168', label: 'In a week' },
  { value: '720', label: 'In 30 days' },
]

type RotateKeyProps = { rotated: Key | null; onClose: () => void; onMade: (made: NewKey) => void }

/** A new key that may do the same; the old one goes on for a while, so that nothing stops in between. */
export function RotateKey({ rotated, ...props }: RotateKeyProps) {
  return (
    <Dialog of={rotated} title={({ name }) => `Replace the key “${name}”`} onClose={props.onClose}>
      {(key) => <RotateForm rotated={key} {...props} />}
    </Dialog>
  )
}

type RotateValues = { oldEndsAfterHours: string | null; expiresAt: string | null }

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
            expiresAt: expiresAt === null ? null : endOfDay(expiresAt),
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

/** The key itself, with what is needed to use it. */
export function ShownKey({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  return (
    <ShownOnce
      of={made}
      title={({ name }) => `The key “${name}”`}
      warning="Daybook keeps no copy of it. Paste it into the program now; when it is lost, replace it by a new one."
      done="I have stored the key"
      onClose={onClose}
    >
      {({ key, baseAddress, networkAddress, curl }) => (
        <>
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

/** `curl` is another command in Windows PowerShell 5.1; `curl.exe` is the real one in every shell of Windows. */
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

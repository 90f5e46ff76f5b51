import {
  Checkbox,
  Loader,
  Modal,
  NumberInput,
  Radio,
  SimpleGrid,
  Switch,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { DayInput } from '../../components/day-inputs.tsx'
import { endOfDay } from '../../components/days.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { Loaded } from '../../components/loaded.tsx'
import { formatCount } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { serviceNames } from '../../words.ts'
import { keyOptionsQuery, type Key, type NewKey } from './data.ts'

type CreateKeyProps = { isOpen: boolean; onClose: () => void; onMade: (made: NewKey) => void }

export function CreateKey({ isOpen, onClose, onMade }: CreateKeyProps) {
  // Asked for before the form is opened, so that the form is there at once.
  const options = useQuery(keyOptionsQuery)
  return (
    <Modal opened={isOpen} onClose={onClose} title="New API key" size="lg">
      <Loaded query={options} pending={<Loader aria-label="Loading" />}>
        {(offered) => (
          <KeyForm
            offered={offered}
            onCancel={onClose}
            onMade={(made) => {
              onClose()
              onMade(made)
            }}
          />
        )}
      </Loaded>
    </Modal>
  )
}

const explained = {
  'scan-export': 'Fetches the scans that are not synced yet, and marks them as synced.',
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

function useKeyForm(offered: Offered) {
  const [only] = offered.services
  return useForm<Values>({
    initialValues: {
      name: '',
      service: offered.services.length === 1 && only !== undefined ? only : '',
      scopes: [],
      allUsers: false,
      expiresAt: null,
      ratePerMinute: '',
    },
    validate: {
      name: (text) => (text.trim() === '' ? 'Say which program the key is for.' : null),
      service: (service) => (service === '' ? 'Choose what the program is to reach.' : null),
      scopes: (scopes, { service }) =>
        service === 'storefront' && scopes.length === 0 ? 'Allow at least one thing.' : null,
      ratePerMinute: (rate) => refusalOfRate(rate, offered.ratePerMinuteMax),
    },
  })
}

/** An empty field is no limit. */
function refusalOfRate(rate: number | string, max: number | null): string | null {
  if (max === null || rate === '') return null
  const isWithin = typeof rate === 'number' && rate >= 1 && rate <= max
  return isWithin ? null : `Enter a number from 1 to ${formatCount(max)}, or nothing.`
}

type KeyFormProps = { offered: Offered; onCancel: () => void; onMade: (made: NewKey) => void }

function KeyForm({ offered, onCancel, onMade }: KeyFormProps) {
  const refresh = useRefresh()
  const form = useKeyForm(offered)
  const sent = useSentForm({
    form,
    send: createKey,
    async onDone(made) {
      onMade(made)
      await refresh()
    },
  })
  const { service } = form.values
  return (
    <DialogForm sent={sent} action="Make the key" onCancel={onCancel}>
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
      {service === 'storefront' && (
        <ScopeChoice offered={offered.scopes} {...form.getInputProps('scopes')} />
      )}
      {service === 'scan-export' && offered.allUsers && (
        <Switch
          label="The scans of all users"
          description="Otherwise the key sees only what you uploaded yourself."
          {...form.getInputProps('allUsers', { type: 'checkbox' })}
        />
      )}
      <Limits offersRate={offered.ratePerMinuteMax !== null} form={form} />
    </DialogForm>
  )
}

function Limits({
  offersRate,
  form,
}: {
  offersRate: boolean
  form: ReturnType<typeof useKeyForm>
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <DayInput
        label="Last day (optional)"
        description="Without one it works until you revoke it."
        {...form.getInputProps('expiresAt')}
      />
      {offersRate && (
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

type Scope = Key['scopes'][number]

type ScopeChoiceProps = {
  offered: readonly { scope: Scope; grants: string }[]
  value?: string[]
  onChange?: (scopes: string[]) => void
  error?: string
}

/** What a key of the storefront may do. */
function ScopeChoice({ offered, ...group }: ScopeChoiceProps) {
  return (
    <Checkbox.Group label="What it may do" {...group}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {offered.map(({ scope, grants }) => (
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

import {
  Button,
  Group,
  Loader,
  Modal,
  NumberInput,
  Radio,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DayInput } from '../../parts/day-input.tsx'
import { endOfDay } from '../../parts/days.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { serviceNames } from './key-columns.tsx'
import { allKeys, keyOptionsQuery, type Key, type NewKey } from './keys-query.ts'
import { ScopeChoice } from './scope-choice.tsx'

type CreateKeyProps = { isOpen: boolean; onClose: () => void; onMade: (made: NewKey) => void }

export function CreateKey({ isOpen, onClose, onMade }: CreateKeyProps) {
  // Asked for before the form is opened, so that the form is there at once.
  const options = useQuery(keyOptionsQuery)
  return (
    <Modal opened={isOpen} onClose={onClose} title="New API key" size="lg">
      {options.isError && (
        <ErrorState error={options.error} onRetry={() => void options.refetch()} />
      )}
      {options.isPending && <Loader aria-label="Loading" />}
      {options.data !== undefined && (
        <KeyForm
          offered={options.data}
          onCancel={onClose}
          onMade={(made) => {
            onClose()
            onMade(made)
          }}
        />
      )}
    </Modal>
  )
}

const explained = {
  'scan-export': 'Fetches the scans that are not synced yet, and marks them as synced.',
  storefront: 'Reads and changes the catalogue, or fetches orders.',
} as const

type Offered = Awaited<ReturnType<NonNullable<typeof keyOptionsQuery.queryFn>>>

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
    },
  })
}

type KeyFormProps = { offered: Offered; onCancel: () => void; onMade: (made: NewKey) => void }

function KeyForm({ offered, onCancel, onMade }: KeyFormProps) {
  const client = useQueryClient()
  const form = useKeyForm(offered)
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: createKey,
    async onDone(made) {
      onMade(made)
      await client.invalidateQueries({ queryKey: allKeys })
    },
  })
  const { service } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <TextInput
          label="Name"
          description="The program that will use it, such as “Tally at the counter”."
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        {offered.services.length > 1 && (
          <Radio.Group label="What it reaches" {...form.getInputProps('service')}>
            <Stack gap="xs" mt={6}>
              {offered.services.map((name) => (
                <Radio
                  key={name}
                  value={name}
                  label={serviceNames[name]}
                  description={explained[name]}
                />
              ))}
            </Stack>
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
        <Limits offersRate={offered.ratePerMinute} form={form} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Make the key
          </Button>
        </Group>
      </Stack>
    </form>
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
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <DayInput
        label="Last day (optional)"
        description="Without one it works until you revoke it."
        minDate={new Date()}
        {...form.getInputProps('expiresAt')}
      />
      {offersRate && (
        <NumberInput
          label="Calls a minute (optional)"
          description="Without a number they are not limited."
          min={1}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('ratePerMinute')}
        />
      )}
    </Group>
  )
}

function createKey({ service, expiresAt, ratePerMinute, ...values }: Values): Promise<NewKey> {
  if (service === '') throw new Error('The form lets no key without a service through.')
  const isStorefront = service === 'storefront'
  return ask(
    api.keys.post({
      ...values,
      service,
      expiresAt: expiresAt === null ? null : endOfDay(expiresAt),
      scopes: isStorefront ? values.scopes : [],
      allUsers: !isStorefront && values.allUsers,
      ratePerMinute: typeof ratePerMinute === 'number' ? ratePerMinute : null,
    }),
  )
}

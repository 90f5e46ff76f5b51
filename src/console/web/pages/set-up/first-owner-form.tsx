import { Button, Fieldset, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { PasswordField } from '../../components/inputs.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { NetworkChoice, type NetworkAccess } from '../../components/network.tsx'
import { EntryCard } from '../../shell/entry-card.tsx'

/** In characters. */
const gstinLength = 15
const passwordMin = 10

type Values = {
  organisation: string
  gstin: string
  name: string
  email: string
  password: string
  network: NetworkAccess | ''
}

export type Done = {
  isOpen: boolean
  thisComputer: string
  addresses: readonly string[]
  problem: string | null
}

export function FirstOwnerForm({ code, onDone }: { code: string; onDone: (done: Done) => void }) {
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { organisation: '', gstin: '', name: '', email: '', password: '', network: '' },
    validate: {
      organisation: (text) => (text.trim() === '' ? 'Enter the name of the shop.' : null),
      name: (text) => (text.trim() === '' ? 'Enter your name.' : null),
      gstin: refusalOfGstin,
      email: refusalOfEmail,
      password: refusalOfPassword,
      network: (access) => (access === '' ? 'Choose one of the two.' : null),
    },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: (values) => setUp(code, values),
    onDone: ({ network }) => onDone(network),
  })
  return (
    <EntryCard title="Set up Daybook" lead="It takes a minute." width={600}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <ShopFields form={form} />
          <OwnerFields form={form} />
          <NetworkField form={form} />
          <FormRefusal>{refusal}</FormRefusal>
          <Button type="submit" loading={isSending}>
            Set up
          </Button>
        </Stack>
      </form>
    </EntryCard>
  )
}

// What can be known without the server, which tells of one field at a time.

function refusalOfGstin(text: string): string | null {
  const { length } = text.replaceAll(/\s/g, '')
  return length === 0 || length === gstinLength
    ? null
    : `A GSTIN has ${gstinLength} characters. This has ${length}.`
}

function refusalOfEmail(text: string): string | null {
  if (text.trim() === '') return 'Enter your e-mail address.'
  return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : 'It must look like name@example.com.'
}

function refusalOfPassword(text: string): string | null {
  if (text === '') return 'Choose a password.'
  return text.length < passwordMin ? `It must have at least ${passwordMin} characters.` : null
}

type FieldsProps = { form: UseFormReturnType<Values> }

function ShopFields({ form }: FieldsProps) {
  return (
    <Fieldset legend="Your shop">
      <Stack>
        <TextInput
          label="Name of the shop"
          autoComplete="organization"
          autoFocus
          key={form.key('organisation')}
          {...form.getInputProps('organisation')}
        />
        <TextInput
          label="GSTIN (optional)"
          description={`${gstinLength} characters, as on your invoices.`}
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
    <Fieldset legend="You, its owner">
      <Stack>
        <TextInput
          label="Your name"
          autoComplete="name"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="E-mail"
          description="You sign in with it. Daybook sends no mail."
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          description={`At least ${passwordMin} characters. A few words that do not belong together are good.`}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </Stack>
    </Fieldset>
  )
}

function NetworkField({ form }: FieldsProps) {
  return (
    <Fieldset legend="Who may reach it">
      <NetworkChoice key={form.key('network')} {...form.getInputProps('network')} />
    </Fieldset>
  )
}

async function setUp(code: string, { network, gstin, ...values }: Values) {
  if (network === '') throw new Error('The form lets nobody through who did not choose.')
  const typed = gstin.trim()
  return await ask(
    api['set-up'].post({ ...values, code, network, gstin: typed === '' ? null : typed }),
  )
}

import { Button, Fieldset, Radio, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { EntryCard } from '../../shell/entry-card.tsx'

type Access = 'this computer' | 'network'

type Values = {
  organisation: string
  gstin: string
  name: string
  email: string
  password: string
  network: Access | ''
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
      email: (text) => (text.trim() === '' ? 'Enter your e-mail address.' : null),
      password: (text) => (text === '' ? 'Choose a password.' : null),
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
          description="15 characters, as on your invoices."
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
          description="At least 10 characters. A few words that do not belong together are good."
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
      <Radio.Group
        label="May other computers and phones on your network open Daybook?"
        key={form.key('network')}
        {...form.getInputProps('network')}
      >
        <Stack gap="sm" mt="xs">
          <Radio
            value="network"
            label="Yes, other computers too"
            description="They still have to sign in, and programs need a key."
          />
          <Radio
            value="this computer"
            label="No, only this computer"
            description="Nothing else on the network reaches it."
          />
        </Stack>
      </Radio.Group>
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

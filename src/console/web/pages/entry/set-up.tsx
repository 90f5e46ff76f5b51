import { Alert, Button, Code, Fieldset, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { Copyable } from '../../components/copy.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { NewPasswordField } from '../../components/inputs.tsx'
import { Addresses, NetworkChoice, type NetworkAccess } from '../../components/network.tsx'
import { useFreshStart } from '../../state.ts'
import { CodeForm, EntryCard, useCodeCheck } from './entry-card.tsx'

/** From the set-up link or its code to a shop whose owner is signed in. */
export function SetUpPage() {
  const { checked, ...form } = useCodeCheck((code) => ask(api['set-up'].check.post({ code })))
  const [done, setDone] = useState<Done | null>(null)
  if (done !== null) return <Reachable {...done} />
  return checked === null ? (
    <CodeForm
      title="Set up Daybook"
      lead="Daybook showed a set-up code when it started, on the computer that it runs on."
      label="Set-up code"
      {...form}
    >
      A code works once, for 30 minutes. <Code>daybook setup-link</Code> prints a new one.
    </CodeForm>
  ) : (
    <FirstOwnerForm code={checked.code} onDone={setDone} />
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

type Done = {
  isOpen: boolean
  thisComputer: string
  addresses: readonly string[]
  problem: string | null
}

function FirstOwnerForm({ code, onDone }: { code: string; onDone: (done: Done) => void }) {
  const form = useForm<OwnerValues>({
    mode: 'uncontrolled',
    initialValues: { organisation: '', gstin: '', name: '', email: '', password: '', network: '' },
    validate: {
      organisation: isNotEmpty('Enter the name of the shop.'),
      name: isNotEmpty('Enter your name.'),
      gstin: refusalOfGstin,
      email: refusalOfEmail,
      password: refusalOfPassword,
      network: isNotEmpty('Choose one of the two.'),
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

// What can be known without the server.

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

type FieldsProps = { form: UseFormReturnType<OwnerValues> }

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
        <NewPasswordField
          label="Password"
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
    <Fieldset legend="Who may reach it">
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

/** The end of the set-up: where Daybook is from now on. */
function Reachable({ isOpen, thisComputer, addresses, problem }: Done) {
  const startAfresh = useFreshStart()
  return (
    <EntryCard title="Daybook is set up" width={600}>
      <Stack>
        {problem !== null && (
          <Alert
            color="yellow"
            icon={<IconInfoCircle aria-hidden />}
            title="Not on the network yet"
          >
            {problem} You can open it later in the settings.
          </Alert>
        )}
        {isOpen ? (
          <Addresses addresses={addresses} />
        ) : (
          <Alert color="cyan" icon={<IconCheck aria-hidden />}>
            Only this computer reaches Daybook.
          </Alert>
        )}
        <Copyable title="On this computer" value={thisComputer} label="Copy this address" />
        <Button onClick={() => void startAfresh()}>Open Daybook</Button>
      </Stack>
    </EntryCard>
  )
}

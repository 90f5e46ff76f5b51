import { Alert, Badge, Button, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, answerQuery, api, ask } from '../../client.ts'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { type Column, DataTable } from '../../components/table.tsx'
import { Dialog, DialogForm, PageForm, useSentForm } from '../../components/form.tsx'
import { NewPasswordField, PasswordField, UsernameForManagers } from '../../components/inputs.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { tCounted, When } from '../../components/values.tsx'
import { rolesOf } from '../../words.ts'
import { useSignedIn } from '../../state.ts'
import { t } from '../../language/language.ts'
import { CopyButton, QrCode, ShownOnce } from '../../components/copy.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { CodeInput, withPassword } from '../../components/with-password.tsx'
import { Words } from '../../language/words.tsx'
import { browserOf } from './browser-of.ts'
import { PasskeysSection } from './passkeys.tsx'

export function AccountPage() {
  const { user } = useSignedIn()
  return (
    <>
      <PageHeader title={t('Your account')}>
        {t('You are {{name}}, {{email}}. Your role: {{role}}.', {
          name: user.name,
          email: user.email,
          role: rolesOf(user),
        })}
      </PageHeader>
      <Stack gap="xl">
        <SignIns />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <PasswordForm />
          <SecondStepSection />
          <PasskeysSection />
        </SimpleGrid>
      </Stack>
    </>
  )
}

const signInsQuery = answerQuery(['sign-ins'], () => api.sessions.get())

type SignIn = AnswerOf<typeof signInsQuery>['items'][number]

/** The sessions of the user, with a button to end each. */
function SignIns() {
  const confirm = useConfirm()
  const signIns = useQuery(signInsQuery)
  const others = signIns.data?.items.filter(({ isThis }) => !isThis) ?? []
  const signOutElsewhere = () =>
    confirm({
      title: t('Sign out everywhere else?'),
      children: t(
        'Every other browser has to sign in again. What is typed there and not saved is lost.',
      ),
      action: t('Sign out everywhere else'),
      done: t('You are signed in only here.'),
      run: () => ask(api.sessions['revoke-others'].post()),
    })
  const signOutThere = (signIn: SignIn) =>
    confirm({
      title: t('Sign out there?'),
      children: t(
        '{{userAgent}} at {{address}} has to sign in again. What is typed there and not saved is lost.',
        { userAgent: browserOf(signIn.userAgent), address: signIn.address },
      ),
      action: t('Sign out there'),
      done: t('It is signed out.'),
      run: () => ask(api.sessions({ id: signIn.id }).revoke.post()),
    })
  return (
    <Stack component="section" gap="sm" aria-labelledby="sign-ins-title">
      <Group justify="space-between">
        <Title order={2} size="h4" id="sign-ins-title">
          {t('Where you are signed in')}
        </Title>
        {others.length > 0 && (
          <Button variant="default" size="xs" onClick={signOutElsewhere}>
            {t('Sign out everywhere else')}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('Where you are signed in')}
        columns={columnsOf(signOutThere)}
        rows={signIns.data?.items}
        idOf={({ id }) => id}
        error={signIns.error}
        onRetry={() => void signIns.refetch()}
      />
    </Stack>
  )
}

function columnsOf(onSignOut: (signIn: SignIn) => void): Column<SignIn>[] {
  return [
    {
      key: 'browser',
      title: t('Browser'),
      isMain: true,
      cell: ({ userAgent, isThis }) => (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browserOf(userAgent)}
          </Text>
          {isThis && (
            <Badge size="sm" variant="light">
              {t('this one')}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'address', title: t('Address'), value: ({ address }) => address },
    { key: 'signed-in', title: t('Signed in'), cell: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'seen', title: t('Last seen'), cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
    {
      key: 'actions',
      title: '',
      align: 'right',
      cell: (signIn) =>
        !signIn.isThis && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('Sign out there: {{userAgent}} at {{address}}', {
              userAgent: browserOf(signIn.userAgent),
              address: signIn.address,
            })}
            onClick={() => onSignOut(signIn)}
          >
            {t('Sign out there')}
          </Button>
        ),
    },
  ]
}

/** Passkeys do not change with the password. Somebody who added one secretly would still have it. */
function lookAt(passkeys: number): string {
  if (passkeys === 0) return ''
  return passkeys === 1
    ? t(' Your passkey still opens Daybook: remove it if you do not know it.')
    : t(' Your {{passkeys}} passkeys still open Daybook: remove any that you do not know.', {
        passkeys,
      })
}

function PasswordForm() {
  const { user, organisation } = useSignedIn()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (text) => (text === '' ? t('Enter the password that you have now.') : null),
      newPassword: (text) => (text === '' ? t('Choose a new password.') : null),
    },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.password.post(values)),
    onDone: form.reset,
    done: ({ passkeys }) =>
      `${t('Your password is changed. Everywhere else you are signed out.')}${lookAt(passkeys)}`,
  })
  return (
    <SectionCard title={t('Change your password')}>
      <PageForm sent={sent} action={t('Change the password')}>
        <UsernameForManagers email={user.email} />
        <PasswordField
          label={t('Password now')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField
          label={t('New password')}
          ownerOf={() => ({ ...user, organisation: organisation.name })}
          {...form.getInputProps('newPassword')}
        />
      </PageForm>
    </SectionCard>
  )
}

const secondStepQuery = answerQuery(['second-step'], () => api['second-step'].get())

type SecondStep = AnswerOf<typeof secondStepQuery>
type Begun = { secret: string; uri: string }

/** The section for the second step: a code from an app on the phone. */
function SecondStepSection() {
  const secondStep = useQuery(secondStepQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <SectionCard
      title={t('Second step')}
      lead={t(
        'Beside the password, a code that an app on your phone shows: who has only your password stays outside.',
      )}
    >
      <Loaded query={secondStep} pending={null}>
        {(data) =>
          data.isOn ? <On state={data} onCodes={setCodes} /> : <Off onCodes={setCodes} />
        }
      </Loaded>
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </SectionCard>
  )
}

type OffProps = { onCodes: (codes: readonly string[]) => void }

function Off({ onCodes }: OffProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useCommand({
    run: async () => setBegun(await withPassword(() => ask(api['second-step'].begin.post()))),
  })
  return (
    <>
      <Group>
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('Add a second step…')}
        </Button>
      </Group>
      <Dialog of={begun} title={t('Add a second step')} onClose={() => setBegun(null)}>
        {(shown) => <ConfirmForm begun={shown} onCodes={onCodes} onClose={() => setBegun(null)} />}
      </Dialog>
    </>
  )
}

type ConfirmFormProps = OffProps & { begun: Begun; onClose: () => void }

function ConfirmForm({ begun: { secret, uri }, onCodes, onClose }: ConfirmFormProps) {
  const { form, sent } = useCodeForm({
    send: (values) => ask(api['second-step'].confirm.post(values)),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onClose,
    done: t('The second step is on. Everywhere else you are signed out.'),
  })
  return (
    <DialogForm sent={sent} action={t('Switch it on')} onCancel={onClose}>
      <Text size="sm">
        {t(
          'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis, then enter the six digits that it shows.',
        )}
      </Text>
      <Group justify="center">
        <div style={{ width: 200 }}>
          <QrCode
            value={uri}
            label={t('The secret of the second step, for an authenticator app')}
          />
        </div>
      </Group>
      <Text size="sm">
        <Words
          of={t('It cannot be scanned? Type this into the app: {{code}}')}
          with={{ code: <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code> }}
        />
      </Text>
      <CodeInput
        data-autofocus
        description={t('Of the app, now.')}
        {...form.getInputProps('code')}
      />
    </DialogForm>
  )
}

type OnProps = OffProps & { state: SecondStep }

function On({ state, onCodes }: OnProps) {
  const { recoveryCodesLeft, trustedDevices } = state
  const [asked, setAsked] = useState<'codes' | 'off' | null>(null)
  const forget = useCommand({
    run: () => ask(api['second-step']['forget-devices'].post()),
    done: () => t('Every browser asks for the code again.'),
  })
  const close = () => setAsked(null)
  return (
    <Stack>
      <Text size="sm">
        {recoveryCodesLeft === 1
          ? t('It is on. 1 recovery code is left.')
          : t('It is on. {{left}} recovery codes are left.', { left: recoveryCodesLeft })}
      </Text>
      {recoveryCodesLeft < 3 && (
        <Alert color="yellow" title={t('Few recovery codes are left')}>
          {t('Make new ones while you have your phone.')}
        </Alert>
      )}
      <Group>
        <Button variant="default" size="xs" onClick={() => setAsked('codes')}>
          {t('New recovery codes…')}
        </Button>
        {trustedDevices > 0 && (
          <Button variant="default" size="xs" onClick={() => forget.mutate()}>
            {t('Ask again in {{trustedBrowsers}}', {
              trustedBrowsers: tCounted(trustedDevices, 'trusted browser'),
            })}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => setAsked('off')}>
          {t('Switch it off…')}
        </Button>
      </Group>
      <Dialog of={asked} title={titleOf} onClose={close}>
        {(what) =>
          what === 'codes' ? (
            <NewCodesForm onCodes={onCodes} onClose={close} />
          ) : (
            <OffForm onClose={close} />
          )
        }
      </Dialog>
    </Stack>
  )
}

function titleOf(asked: 'codes' | 'off'): string {
  return asked === 'codes' ? t('New recovery codes') : t('Switch the second step off?')
}

function NewCodesForm({ onCodes, onClose }: OffProps & { onClose: () => void }) {
  const { form, sent } = useCodeForm({
    send: (values) => withPassword(() => ask(api['second-step']['recovery-codes'].post(values))),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onClose,
  })
  return (
    <DialogForm sent={sent} action={t('Make new codes')} onCancel={onClose}>
      <Text size="sm">{t('The codes that you have now end.')}</Text>
      <CodeInput data-autofocus {...form.getInputProps('code')} />
    </DialogForm>
  )
}

function OffForm({ onClose }: { onClose: () => void }) {
  const { form, sent } = useCodeForm({
    send: (values) => withPassword(() => ask(api['second-step'].off.post(values))),
    onDone: () => undefined,
    onClose,
    done: t('The second step is off.'),
  })
  return (
    <DialogForm sent={sent} action={t('Switch it off')} isRed onCancel={onClose}>
      <Text size="sm">{t('Your password alone opens Daybook then. Recovery codes end.')}</Text>
      <CodeInput data-autofocus {...form.getInputProps('code')} />
    </DialogForm>
  )
}

type CodeFormInput<Answer> = {
  send(values: { code: string }): Promise<Answer>
  onDone(answer: Answer): void
  onClose(): void
  done?: string
}

function useCodeForm<Answer>({ send, onDone, onClose, done }: CodeFormInput<Answer>) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (text.trim() === '' ? t('Enter the code.') : null) },
  })
  const sent = useSentForm({ form, send, onDone, onClose, done: () => done ?? null })
  return { form, sent }
}

type RecoveryCodesProps = { codes: readonly string[] | null; onClose: () => void }

function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  return (
    <ShownOnce
      of={codes}
      title={() => t('Your recovery codes')}
      warning={t(
        'Each opens Daybook once when your phone is lost. Print them or write them down, and keep them away from this computer.',
      )}
      done={t('I have kept the codes')}
      onClose={onClose}
    >
      {(shown) => (
        <Stack>
          <Code block className="copyable">
            {shown.join('\n')}
          </Code>
          <Group>
            <CopyButton value={shown.join('\n')} label={t('Copy the codes')} />
            <Button variant="default" onClick={() => window.print()}>
              {t('Print this page')}
            </Button>
          </Group>
        </Stack>
      )}
    </ShownOnce>
  )
}

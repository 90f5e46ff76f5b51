import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask, type AnswerOf, answerQuery } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import { CopyButton, QrCode, ShownOnce } from '../../components/copy.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { CodeInput, withPassword } from '../../components/with-password.tsx'
import { tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'

const secondStepQuery = answerQuery(['second-step'], () => api['second-step'].get())

type SecondStep = AnswerOf<typeof secondStepQuery>
type Begun = { secret: string; uri: string }

/** The section for the second step: a code from an app on the phone. */
export function SecondStepSection() {
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

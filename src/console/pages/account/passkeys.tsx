import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask, type AnswerOf, answerQuery } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import {
  canUsePasskeys,
  makePasskey,
  CodeInput,
  withPassword,
} from '../../components/with-password.tsx'
import { When } from '../../components/values.tsx'
import { browserOf } from './browser-of.ts'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'

const passkeysQuery = answerQuery(['passkeys'], () => api.passkeys.get())

type Passkeys = AnswerOf<typeof passkeysQuery>
type Passkey = Passkeys['items'][number]

/** Signing in with a fingerprint, a face or a security key instead of a password. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  return (
    <SectionCard
      title={t('Passkeys')}
      lead={t(
        'Sign in with the fingerprint, face or PIN of a device instead of a password. Nothing can be guessed, read along or typed into a false page.',
      )}
    >
      <Loaded query={passkeys} pending={null}>
        {(data) => <Shown passkeys={data} />}
      </Loaded>
    </SectionCard>
  )
}

/** The open dialogue: for a new passkey, or for renaming one. */
type Asked = { renamed: Passkey | null }

function Shown({ passkeys }: { passkeys: Passkeys }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Stack>
      {passkeys.items.length === 0 && <Text size="sm">{t('You have none.')}</Text>}
      {passkeys.items.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} onRename={() => setAsked({ renamed: passkey })} />
      ))}
      {passkeys.isPossible && canUsePasskeys() ? (
        <Group>
          <Button variant="default" onClick={() => setAsked({ renamed: null })}>
            {t('Add a passkey…')}
          </Button>
        </Group>
      ) : (
        <NotHere named={passkeys.named} />
      )}
      <Dialog
        of={asked}
        title={({ renamed }) => (renamed === null ? t('Add a passkey') : t('Rename the passkey'))}
        onClose={close}
      >
        {({ renamed }) => (
          <NameForm
            renamed={renamed}
            needsCode={passkeys.needsCode && renamed === null}
            onClose={close}
          />
        )}
      </Dialog>
    </Stack>
  )
}

function NotHere({ named }: Pick<Passkeys, 'named'>) {
  return (
    <Text size="sm" c="dimmed">
      {t('Browsers keep passkeys for a name alone, and only by HTTPS.')}{' '}
      {named === null ? (
        <Words
          of={t(
            'An owner switches HTTPS on under Settings, Network; on Daybook’s own computer open it as {{localhost}}.',
          )}
          with={{ localhost: <b>localhost</b> }}
        />
      ) : (
        <>
          <Words
            of={t('Open Daybook at {{link}} to add one.')}
            with={{
              link: (
                <Anchor size="sm" underline="always" href={`${named}/account`}>
                  {named}
                </Anchor>
              ),
            }}
          />
        </>
      )}
    </Text>
  )
}

function Row({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const { id, name, host, createdAt, usedAt } = passkey
  const confirm = useConfirm()
  const remove = () =>
    confirm({
      title: t('Remove the passkey {{name}}?', { name }),
      children: t(
        'Nobody signs in with it any more. The device keeps its half until it is removed there too.',
      ),
      action: t('Remove it'),
      done: t('The passkey is removed.'),
      run: () => ask(api.passkeys({ id }).remove.post()),
    })
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          <Words
            of={t('At {{host}}, since {{when}}. Last used: {{used}}.')}
            with={{
              host,
              when: <When at={createdAt} dateOnly />,
              used: <When at={usedAt} never={t('never')} />,
            }}
          />
        </Text>
      </Stack>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={t('Rename {{name}}', { name })}
          onClick={onRename}
        >
          {t('Rename…')}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={t('Remove {{name}}', { name })}
          onClick={remove}
        >
          {t('Remove…')}
        </Button>
      </Group>
    </Group>
  )
}

type NameFormProps = { renamed: Passkey | null; needsCode: boolean; onClose: () => void }

function NameForm({ renamed, needsCode, onClose }: NameFormProps) {
  const form = useForm({
    initialValues: { name: renamed?.name ?? browserOf(window.navigator.userAgent), code: '' },
    validate: {
      name: (text) => (text.trim() === '' ? t('Give it a name.') : null),
      code: (text) => (needsCode && text.trim() === '' ? t('Enter the code.') : null),
    },
  })
  const sent = useSentForm({
    form,
    send: (values) =>
      renamed === null
        ? withPassword(() => makePasskey(values))
        : ask(api.passkeys({ id: renamed.id }).rename.post({ name: values.name })),
    onClose,
    done: () => (renamed === null ? t('The passkey is added.') : t('It has another name now.')),
  })
  return (
    <DialogForm sent={sent} action={renamed === null ? t('Go on') : t('Save')} onCancel={onClose}>
      <TextInput
        label={t('Name')}
        description={t('So that you know later which device it is on.')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {needsCode && <CodeInput {...form.getInputProps('code')} />}
    </DialogForm>
  )
}

import { Button, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconChecks } from '@tabler/icons-react'
import { When } from '../../components/values.tsx'
import type { ShownDocument } from './data.ts'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { Note } from '../../components/note.tsx'

type FindingsNoteProps = { shown: ShownDocument; onCorrect: () => void }

/** The findings of an undelivered document, and the findings that somebody confirmed. */
export function FindingsNote({ shown, onCorrect }: FindingsNoteProps) {
  const { state, findings, confirmed } = shown
  return (
    <>
      {state === 'check' && <Held shown={shown} onCorrect={onCorrect} />}
      {state !== 'check' && findings.length > 0 && (
        <Note color="yellow" icon={IconAlertTriangle} title={t('Some values are doubtful')}>
          <Sentences of={findings} />
          <Text size="sm">
            {t(
              'Another program read them so, and so they are delivered. Look at the paper, and correct what is wrong before they are fetched.',
            )}
          </Text>
        </Note>
      )}
      {confirmed.length > 0 && <Confirmed of={confirmed} />}
    </>
  )
}

function Held({ shown: { findings }, onCorrect }: FindingsNoteProps) {
  return (
    <Note color="orange" icon={IconAlertTriangle} title={t('Check values')}>
      <Sentences of={findings} />
      <Text size="sm">
        {findings.length === 0
          ? t(
              'Nothing contradicts its values any more. Open it and save it: then it waits for delivery.',
            )
          : t(
              'It is kept with all its fields, and not delivered. Mend what is wrong, or confirm that it stands so on the paper.',
            )}
      </Text>
      <Button size="xs" onClick={onCorrect}>
        {t('Check it')}
      </Button>
    </Note>
  )
}

/** A long statement may have hundreds of findings, but nobody reads them all. */
const shownMax = 20

function Sentences({ of }: { of: ShownDocument['findings'] }) {
  if (of.length === 0) return null
  return (
    <List size="sm">
      {of.slice(0, shownMax).map(({ line, key, message }) => (
        <List.Item key={`${line} ${key} ${message}`}>{findingText({ line, message })}</List.Item>
      ))}
      {of.length > shownMax && (
        <List.Item>{t('and {{more}} more', { more: of.length - shownMax })}</List.Item>
      )}
    </List>
  )
}

/** People count lines from 1. */
export function findingText({
  line,
  message,
}: {
  line?: number | undefined
  message: string
}): string {
  return line === undefined ? message : t('Line {{line}}, {{message}}', { line: line + 1, message })
}

function Confirmed({ of }: { of: ShownDocument['confirmed'] }) {
  return (
    <Note color="gray" icon={IconChecks} title={t('Confirmed to stand so on the paper')}>
      <List size="sm">
        {of.map(({ line, key, message, by, at }) => (
          <List.Item key={`${line} ${key} ${message}`}>
            <Words
              of={t('{{finding}} {{by}} said so, {{when}}.')}
              with={{
                finding: findingText({ line, message }),
                by: by ?? t('Somebody'),
                when: <When at={at} />,
              }}
            />
          </List.Item>
        ))}
      </List>
    </Note>
  )
}

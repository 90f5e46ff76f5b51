import { Button, Code, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowsSplit,
  IconCheck,
  IconCircleOff,
  IconMail,
  IconRotate,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { decide, type Entry } from './data.ts'

/** What can be done with a line. */
export function EntryMenu({ entry }: { entry: Entry }) {
  const { subject, state, bill, mark, letter, isDecided } = entry
  const [isAsking, asking] = useDisclosure()
  const [isPutAside, putAside] = useDisclosure()
  const { mutate } = useCommand({
    run: (verdict: Verdict) => decide([{ subject, ...verdict }]),
  })
  const isPair = bill !== null && state !== 'not_in_2b' && state !== 'replaced'
  const isDoubtful = state === 'suggested' || (state === 'differs' && !isDecided)
  const billId = bill?.id ?? ''
  return (
    <>
      <DotsMenu label={`Actions for ${entry.seller} ${entry.number}`} width={220}>
        {isPair && isDoubtful && (
          <MenuAction icon={IconCheck} onClick={() => mutate({ verdict: 'same', billId })}>
            They are one
          </MenuAction>
        )}
        {isPair && (
          <MenuAction icon={IconArrowsSplit} onClick={() => mutate({ verdict: 'apart', billId })}>
            They are two
          </MenuAction>
        )}
        {letter !== '' && (
          <MenuAction icon={IconMail} onClick={asking.open}>
            {state === 'no_bill' ? 'Ask for the bill…' : 'Ask to file it…'}
          </MenuAction>
        )}
        {letter !== '' && mark !== 'asked' && (
          <MenuAction icon={IconSend} onClick={() => mutate({ verdict: 'asked' })}>
            Asked
          </MenuAction>
        )}
        {mark === null ? (
          <MenuAction icon={IconCircleOff} onClick={putAside.open}>
            Needs nothing…
          </MenuAction>
        ) : (
          <MenuAction icon={IconRotate} onClick={() => mutate({ verdict: 'open' })}>
            Take the mark back
          </MenuAction>
        )}
      </DotsMenu>
      <Modal opened={isAsking} onClose={asking.close} title="What to send to the seller" size="lg">
        <Letter
          text={letter}
          onAsked={() => {
            mutate({ verdict: 'asked' })
            asking.close()
          }}
        />
      </Modal>
      <Modal opened={isPutAside} onClose={putAside.close} title="Nothing is to be done">
        <PutAside
          onSave={(note) => {
            mutate({ verdict: 'ignored', note })
            putAside.close()
          }}
        />
      </Modal>
    </>
  )
}

type Verdict = Omit<Parameters<typeof decide>[0][number], 'subject'>

type LetterProps = { text: string; onAsked(): void }

/** A text that is copied and sent by whatever the shop sends with. */
export function Letter({ text, onAsked }: LetterProps) {
  return (
    <Stack>
      <Code block style={{ whiteSpace: 'pre-wrap' }} tabIndex={0}>
        {text}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={text} label="Copy the text" />
        <Button onClick={onAsked}>Mark as asked for</Button>
      </Group>
    </Stack>
  )
}

/** Characters of a note. */
const noteMax = 500

function PutAside({ onSave }: { onSave(note: string): void }) {
  const [note, setNote] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(note.trim())
      }}
    >
      <Stack>
        <TextInput
          label="Why"
          description="It is in no count any more, and listed under “Marked”."
          maxLength={noteMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit">Put it aside</Button>
        </Group>
      </Stack>
    </form>
  )
}

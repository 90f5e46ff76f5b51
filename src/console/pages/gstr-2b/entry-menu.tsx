import { Anchor, Button, Code, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowsJoin,
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
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { decide, type Entry } from './data.ts'

/** The actions for a line. */
export function EntryMenu({ entry }: { entry: Entry }) {
  const { subject, state, mark, letter } = entry
  const [isAsking, asking] = useDisclosure()
  const [isPutAside, putAside] = useDisclosure()
  const { mutate } = useCommand({
    run: (verdict: Verdict) => decide([{ subject, ...verdict }]),
  })
  return (
    <>
      <DotsMenu label={`Actions for ${entry.seller} ${entry.number}`} width={220}>
        <PairActions entry={entry} />
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

/** The decisions about a line and a bill. */
function PairActions({ entry }: { entry: Entry }) {
  const { subject, state, bill, isDecided, notBills } = entry
  const takeApart = useTakeApart(entry)
  const join = useCommand({
    run: (billId: string) => decide([{ subject, verdict: 'same', billId }]),
  })
  const takeBack = useCommand({
    run: () => decide(notBills.map((billId) => ({ subject, verdict: 'unsaid' as const, billId }))),
  })
  const isPair = bill !== null && state !== 'not_in_2b' && state !== 'replaced'
  const isDoubtful = state === 'suggested' || (state === 'differs' && !isDecided)
  return (
    <>
      {isPair && isDoubtful && (
        <MenuAction icon={IconCheck} onClick={() => join.mutate(bill.id)}>
          They are one
        </MenuAction>
      )}
      {isPair && (
        <MenuAction icon={IconArrowsSplit} onClick={takeApart}>
          {state === 'matched' ? 'They are two…' : 'They are two'}
        </MenuAction>
      )}
      {notBills.length > 0 && (
        <MenuAction icon={IconArrowsJoin} onClick={() => takeBack.mutate()}>
          Take back “They are two”
        </MenuAction>
      )}
    </>
  )
}

/** Separates a line from its bill and offers to undo that. If everything matches, it asks first. */
function useTakeApart({ subject, state, number, bill, isDecided }: Entry): () => void {
  const confirm = useConfirm()
  const billId = bill?.id ?? ''
  const back = useCommand({
    run: () => decide([{ subject, verdict: isDecided ? 'same' : 'unsaid', billId }]),
  })
  const apart = {
    run: () => decide([{ subject, verdict: 'apart', billId }]),
    done: () => <TakenApart onBack={() => back.mutate()} />,
  }
  const { mutate } = useCommand(apart)
  return () => {
    if (state !== 'matched') return mutate()
    confirm({
      title: `Are ${number} and the bill ${bill?.number} two?`,
      children: 'What is filed then stands without a bill, and the bill as one that nobody filed.',
      action: 'They are two',
      ...apart,
    })
  }
}

function TakenApart({ onBack }: { onBack(): void }) {
  const [isBack, setIsBack] = useState(false)
  if (isBack) return 'It stands as before.'
  return (
    <>
      They are two.{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        onClick={() => {
          setIsBack(true)
          onBack()
        }}
      >
        Undo
      </Anchor>
    </>
  )
}

type LetterProps = { text: string; onAsked(): void }

/** A text to copy and send by any means. */
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

/** The longest note, in characters. */
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

import { Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChevronDown,
  IconFileArrowRight,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import type { ShownDocument } from './data.ts'

type Shown = { shown: ShownDocument }

type DocumentActionsProps = Shown & {
  /** Whether the form was closed just now: its button has the focus again. */
  isBack: boolean
  onCorrect: () => void
}

/** What can be done with a document at any time. */
export function DocumentActions({ shown, isBack, onCorrect }: DocumentActionsProps) {
  const { may, head } = shown
  return (
    <>
      {may.putBack && <PutBackButton shown={shown} />}
      {may.correct && head !== null && (
        <IconButton icon={IconPencil} variant="default" autoFocus={isBack} onClick={onCorrect}>
          Correct
        </IconButton>
      )}
      {(may.move || may.remove) && <MistakeMenu shown={shown} />}
    </>
  )
}

function PutBackButton({ shown: { id, filename, duplicates } }: Shown) {
  const confirm = useConfirm()
  const putBack = () =>
    confirm({
      title: `Put ${filename} back?`,
      children: `It waits again, and the next fetch of your accounting software gets it: what is booked there already may be booked twice. Daybook forgets when it was delivered.${duplicates.length > 0 ? ' The duplicates that were delivered with it come back too.' : ''}`,
      action: 'Put it back',
      done: `${filename} is put back: it waits again.`,
      run: () => ask(api.documents({ id })['put-back'].post()),
    })
  return (
    <IconButton icon={IconArrowBackUp} variant="default" onClick={putBack}>
      Put it back…
    </IconButton>
  )
}

/** For a document that was added as the wrong kind, or should not have been added. */
function MistakeMenu({ shown }: Shown) {
  const { id, filename, may, reader } = shown
  const again = useCommand({
    run: () => ask(api.documents({ id }).retry.post()),
    done: () => `${filename} is read again. What was corrected stays.`,
    refused: 'It is not read again',
  })
  const remove = useRemoval(shown)
  const move = useCommand({
    run: (category: DocumentCategory) => ask(api.documents({ id }).move.post({ category })),
    done: (_, category) =>
      `${filename} is a ${categoryNames[category].toLowerCase()} now, and follows the rules for those.`,
  })
  const others = documentCategories.filter((category) => category !== shown.category)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={move.isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may.move &&
          others.map((category) => (
            <MenuAction
              key={category}
              icon={IconFileArrowRight}
              onClick={() => move.mutate(category)}
            >
              {`It is a ${categoryNames[category].toLowerCase()}`}
            </MenuAction>
          ))}
        {may.read && reader === 'daybook' && (
          <MenuAction icon={IconRefresh} onClick={() => again.mutate()}>
            Read it again
          </MenuAction>
        )}
        {may.remove && (
          <MenuAction icon={IconTrash} isRed onClick={remove}>
            Remove it…
          </MenuAction>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks before a document is removed, saying what goes with it. */
function useRemoval({ id, filename, duplicates, file, head, usedCredit }: ShownDocument) {
  const confirm = useConfirm()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lost = [
    ...(file === null ? [] : ['its file']),
    ...(head === null ? [] : ['what was read or typed in']),
  ]
  const sentences = [
    `The document is deleted now${lost.length === 0 ? '' : `, with ${lost.join(' and ')}`}.`,
    'Your accounting software never gets it.',
    ...(usedCredit ? ['The credit that it used stays used.'] : []),
    ...(duplicates.length === 0 ? [] : ['The oldest of its duplicates is delivered in its place.']),
    'This cannot be taken back.',
  ]
  return () =>
    confirm({
      title: `Remove ${filename}?`,
      children: sentences.join(' '),
      action: 'Remove it',
      keep: 'Keep it',
      done: `${filename} is removed.`,
      async run() {
        await ask(api.documents({ id }).remove.post())
        await navigate({ to: '/documents' })
        client.removeQueries({ queryKey: ['documents', 'one', id] })
      },
    })
}

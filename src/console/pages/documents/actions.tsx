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
import { t } from '../../language/language.ts'

type Shown = { shown: ShownDocument }

type DocumentActionsProps = Shown & {
  /** Whether the form was just closed: then its button gets the focus back. */
  isBack: boolean
  onCorrect: () => void
}

/** The actions of a document. */
export function DocumentActions({ shown, isBack, onCorrect }: DocumentActionsProps) {
  const { may, head } = shown
  return (
    <>
      {may.putBack && <PutBackButton shown={shown} />}
      {may.correct && head !== null && (
        <IconButton icon={IconPencil} variant="default" autoFocus={isBack} onClick={onCorrect}>
          {t('Correct')}
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
      title: t('Put {{filename}} back?', { filename }),
      children: [
        t(
          'It waits again, and the next fetch of your accounting software gets it: what is booked there already may be booked twice. Daybook forgets when it was delivered.',
        ),
        ...(duplicates.length > 0
          ? [t('The duplicates that were delivered with it come back too.')]
          : []),
      ].join(' '),
      action: t('Put it back'),
      done: t('{{filename}} is put back: it waits again.', { filename }),
      run: () => ask(api.documents({ id })['put-back'].post()),
    })
  return (
    <IconButton icon={IconArrowBackUp} variant="default" onClick={putBack}>
      {t('Put it back…')}
    </IconButton>
  )
}

/** Actions for a document that was added as the wrong kind or by mistake. */
function MistakeMenu({ shown }: Shown) {
  const { id, filename, may, reader } = shown
  const again = useCommand({
    run: () => ask(api.documents({ id }).retry.post()),
    done: () => t('{{filename}} is read again. What was corrected stays.', { filename }),
    refused: t('It is not read again'),
  })
  const remove = useRemoval(shown)
  const move = useCommand({
    run: (category: DocumentCategory) => ask(api.documents({ id }).move.post({ category })),
    done: (_, category) =>
      t('{{filename}} is a {{kind}} now, and follows the rules for those.', {
        filename,
        kind: categoryNames[category].toLowerCase(),
      }),
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
          {t('More')}
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
            {t('Read it again')}
          </MenuAction>
        )}
        {may.remove && (
          <MenuAction icon={IconTrash} isRed onClick={remove}>
            {t('Remove it…')}
          </MenuAction>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks before removing a document, and names everything that goes with it. */
function useRemoval({ id, filename, duplicates, file, head, usedCredit }: ShownDocument) {
  const confirm = useConfirm()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lost = [
    ...(file === null ? [] : [t('its file')]),
    ...(head === null ? [] : [t('what was read or typed in')]),
  ]
  const sentences = [
    lost.length === 0
      ? t('The document is deleted now.')
      : t('The document is deleted now, with {{lost}}.', { lost: lost.join(t(' and ')) }),
    t('Your accounting software never gets it.'),
    ...(usedCredit ? [t('The credit that it used stays used.')] : []),
    ...(duplicates.length === 0
      ? []
      : [t('The oldest of its duplicates is delivered in its place.')]),
    t('This cannot be taken back.'),
  ]
  return () =>
    confirm({
      title: t('Remove {{filename}}?', { filename }),
      children: sentences.join(' '),
      action: t('Remove it'),
      keep: t('Keep it'),
      done: t('{{filename}} is removed.', { filename }),
      async run() {
        await ask(api.documents({ id }).remove.post())
        await navigate({ to: '/documents' })
        client.removeQueries({ queryKey: ['documents', 'one', id] })
      },
    })
}

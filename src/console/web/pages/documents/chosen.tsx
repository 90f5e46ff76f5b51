import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import type { Chosen } from '../../components/list-selection.ts'
import { counted, formatCount } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import type { ListedDocument } from './data.ts'

type ChosenProps = { chosen: Chosen<ListedDocument> }

/** While documents are chosen: what can be done with all of them. */
export function ChosenDocuments({ chosen }: ChosenProps) {
  const isOwner = useSignedIn().user.role === 'owner'
  return (
    <>
      <MoveMenu chosen={chosen} />
      {isOwner && <PutBackChosen chosen={chosen} />}
      <RemoveChosen chosen={chosen} />
    </>
  )
}

function MoveMenu({ chosen: { which, clear } }: ChosenProps) {
  const move = useCommand({
    async run(category: DocumentCategory) {
      const answer = await ask(api.documents.chosen.move.post({ which, category }))
      clear()
      return answer
    },
    done: ({ changed, left }, category) =>
      `${counted(changed, 'document')} moved: each is a ${categoryNames[category].toLowerCase()} now.${stayed(left)}`,
    refused: 'Nothing was moved',
  })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={move.isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          They are…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {documentCategories.map((category) => (
          <Menu.Item key={category} onClick={() => move.mutate(category)}>
            {categoryNames[category]}s
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function PutBackChosen({ chosen: { which, count, clear } }: ChosenProps) {
  const confirm = useConfirm()
  const putBack = () =>
    confirm({
      title: `Put ${counted(count, 'document')} back?`,
      children:
        'Those of them that were delivered wait again, and the next fetch of your accounting software gets them: what is booked there already may be booked twice. Duplicates that were delivered with them come back too.',
      action: 'Put them back',
      done: 'What was delivered of them waits again.',
      async run() {
        await ask(api.documents.chosen['put-back'].post({ which }))
        clear()
      },
    })
  return (
    <IconButton icon={IconArrowBackUp} variant="default" size="xs" onClick={putBack}>
      Put back…
    </IconButton>
  )
}

function RemoveChosen({ chosen: { which, count, clear } }: ChosenProps) {
  const confirm = useConfirm()
  const what = counted(count, 'document')
  const remove = () =>
    confirm({
      title: `Remove ${what}?`,
      children:
        'They are deleted now, with their files and what was read or typed in. Your accounting software never gets them. What was delivered already stays until its 30 days are over. This cannot be taken back.',
      action: `Remove ${what}`,
      keep: 'Keep them',
      done: 'They are removed.',
      async run() {
        await ask(api.documents.chosen.remove.post({ which }))
        clear()
      },
    })
  return (
    <IconButton
      icon={IconTrash}
      variant="default"
      size="xs"
      c="var(--mantine-color-error)"
      onClick={remove}
    >
      Remove…
    </IconButton>
  )
}

function stayed(left: number): string {
  return left === 0 ? '' : ` ${formatCount(left)} stayed as they are: delivered, or that already.`
}

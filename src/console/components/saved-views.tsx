import { ActionIcon, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconBookmarkPlus, IconSettings, IconTrash } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, record, type AnswerOf } from '../client.ts'
import { IconButton, MenuAction } from './buttons.tsx'
import { useCommand } from './commands.tsx'
import { Dialog, DialogForm, useSentForm } from './form.tsx'
import type { ColumnChoice } from './list-bar.tsx'
import { t } from '../language/language.ts'

/** A view of a list: its address without the page, and its columns. */
type Shown = { search: Readonly<Record<string, unknown>>; columns: ColumnChoice }

type SavedViewsProps = {
  /** The list of the views: "documents". */
  list: string
  shown: Shown
  onShow(view: Shown): void
}

function viewsQuery(list: string) {
  return queryOptions({
    queryKey: ['views', list],
    queryFn: () => ask(api.views.get({ query: { list } })),
    select: ({ items }) => items.map((view) => ({ ...view, search: searchIn(view.search) })),
  })
}

type View = AnswerOf<typeof viewsQuery>['items'][number]

/** A saved view may be older than this page, so unknown values are ignored. */
function searchIn(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The saved views of a list. */
export function SavedViews({ list, shown, onShow }: SavedViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery(list))
  const [isSaving, saving] = useDisclosure()
  const [isSorting, sorting] = useDisclosure()
  const current = views.find((view) => keyOf(view) === keyOf(shown))
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <IconButton icon={IconBookmark} variant="subtle" size="compact-sm" className="list-tool">
            {current?.name ?? t('Views')}
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => onShow(view)}
              {...(view === current ? { 'aria-current': 'true', fw: 600 } : {})}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <MenuAction icon={IconBookmarkPlus} onClick={saving.open}>
            {t('Save this view…')}
          </MenuAction>
          {views.length > 0 && (
            <MenuAction icon={IconSettings} onClick={sorting.open}>
              {t('Remove views…')}
            </MenuAction>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog of={isSaving || null} title={t('Save this view')} onClose={saving.close}>
        {() => <SaveForm list={list} shown={shown} onClose={saving.close} />}
      </Dialog>
      <Dialog of={isSorting || null} title={t('Your views of this list')} onClose={sorting.close}>
        {() => <Views views={views} />}
      </Dialog>
    </>
  )
}

/** Views with the same content are equal, whatever the order in their addresses. */
function keyOf({ search, columns }: Shown): string {
  return JSON.stringify([Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)), columns])
}

type SaveFormProps = Pick<SavedViewsProps, 'list' | 'shown'> & { onClose: () => void }

function SaveForm({ list, shown: { search, columns }, onClose }: SaveFormProps) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: isNotEmpty(t('Give it a name.')) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ name }) =>
      ask(
        api.views.post({
          list,
          name,
          search: JSON.stringify(search),
          columns: columns === null ? null : [...columns],
        }),
      ),
    done: (_, { name }) => t('The view “{{name}}” is kept.', { name: name.trim() }),
  })
  return (
    <DialogForm sent={sent} action={t('Save')} onCancel={onClose}>
      <TextInput
        label={t('Name')}
        description={t(
          'Filters, order and columns come back with it. A view of the same name is replaced.',
        )}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  )
}

function Views({ views }: { views: readonly (Omit<View, 'search'> & Shown)[] }) {
  const remove = useCommand({ run: (id: string) => ask(api.views({ id }).remove.post()) })
  if (views.length === 0) return <Text size="sm">{t('There are none any more.')}</Text>
  return (
    <Stack gap="xs">
      {views.map(({ id, name }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <ActionIcon
            aria-label={t('Remove the view {{name}}', { name })}
            disabled={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

import { Select } from '@mantine/core'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { kinds, type Kind } from './kinds.ts'
import type { Bill } from './use-bill.ts'
import { t } from '../../../language/language.ts'

/** Which paper it is: one of another kind than it was added as is moved there, with what is typed. */
export function KindField({ bill, documentId: id }: { bill: Bill; documentId: string }) {
  const { kind, change } = bill
  const move = useCommand({
    run: ({ category }: Kind) => ask(api.documents({ id }).move.post({ category })),
  })
  const choose = (name: string | null) => {
    const chosen = kinds.find((other) => other.name === name)
    if (chosen === undefined) return
    if (chosen.category === kind.category) return change({ type: 'kind', kind: chosen })
    move.mutate(chosen, { onSuccess: () => change({ type: 'kind', kind: chosen }) })
  }
  return (
    <Select
      label={t('Kind of paper')}
      data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
      value={kind.name}
      // Disabled, it would lose the focus.
      readOnly={move.isPending}
      allowDeselect={false}
      onChange={choose}
    />
  )
}

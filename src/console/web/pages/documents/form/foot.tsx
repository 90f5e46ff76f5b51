import { TextInput, Title } from '@mantine/core'
import { placeProps } from './cell-input.tsx'
import { inputOf, labelOf } from './fields.ts'
import type { Bill } from './use-bill.ts'

/** What stands under the lines, computed until it is typed. */
export function BillFoot({ bill }: { bill: Bill }) {
  const { draft, kind, found, change } = bill
  if (kind.foot.length === 0) return null
  return (
    <section aria-labelledby="bill-foot">
      <Title order={2} size="h5" id="bill-foot" mb={4}>
        Sums
      </Title>
      <div className="bill-foot">
        {kind.foot.map((key) => {
          const cell = draft.head[key]
          return (
            <TextInput
              key={key}
              {...placeProps({ line: null, key }, inputOf(key))}
              label={labelOf('metadata', key)}
              size="xs"
              classNames={{ input: 'bill-field' }}
              placeholder={found.head[key] ?? ''}
              value={cell?.text ?? ''}
              error={found.ofHead[key]}
              onChange={({ currentTarget }) =>
                change({ type: 'head', key, text: currentTarget.value })
              }
            />
          )
        })}
      </div>
    </section>
  )
}

import { ActionIcon, TextInput, Title } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { useRef } from 'react'
import { placeProps } from './cell-input.tsx'
import { inputOf, labelOf } from './fields.ts'
import type { Bill } from './use-bill.ts'
import { t } from '../../../language/language.ts'

/** What stands under the lines, computed until it is typed. */
export function BillFoot({ bill }: { bill: Bill }) {
  const { kind } = bill
  if (kind.foot.length === 0) return null
  return (
    <section aria-labelledby="bill-foot">
      <Title order={2} size="h5" id="bill-foot" mb={4}>
        {t('Sums')}
      </Title>
      <div className="bill-foot">
        {kind.foot.map((key) => (
          <FootField key={key} name={key} bill={bill} />
        ))}
      </div>
    </section>
  )
}

function FootField({ name, bill: { draft, found, change } }: { name: string; bill: Bill }) {
  const input = useRef<HTMLInputElement>(null)
  const text = draft.head[name]?.text ?? ''
  const type = (typed: string) => change({ type: 'head', key: name, text: typed })
  const turn = () => {
    type(/^[-−]/.test(text) ? text.slice(1) : `-${text}`)
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      {...placeProps({ line: null, key: name }, inputOf(name))}
      label={labelOf('metadata', name)}
      size="xs"
      classNames={{ input: 'bill-field' }}
      placeholder={found.head[name] ?? ''}
      value={text}
      error={found.ofHead[name]}
      rightSection={name === 'round_off' && <SignButton onTurn={turn} />}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

/** The keypad that phones show for amounts has no minus. */
function SignButton({ onTurn }: { onTurn: () => void }) {
  return (
    <ActionIcon
      size="sm"
      tabIndex={-1}
      aria-label={t('Plus or minus')}
      // The keypad stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTurn}
    >
      <IconPlusMinus size={14} aria-hidden />
    </ActionIcon>
  )
}

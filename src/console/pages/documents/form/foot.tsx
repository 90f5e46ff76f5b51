import { ActionIcon, TextInput, Title } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { useRef } from 'react'
import { placeProps } from './cell-input.tsx'
import { inputOf, labelOf } from './kinds.ts'
import type { Bill } from './use-bill.ts'
import { t } from '../../../language/language.ts'

/** The fields below the lines, computed until somebody types. */
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
      label={labelOf('head', name)}
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

/** A button for the minus sign, which a phone's keypad for amounts lacks. */
function SignButton({ onTurn }: { onTurn: () => void }) {
  return (
    <ActionIcon
      size="sm"
      tabIndex={-1}
      aria-label={t('Plus or minus')}
      // Keeps the keypad open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTurn}
    >
      <IconPlusMinus size={14} aria-hidden />
    </ActionIcon>
  )
}
